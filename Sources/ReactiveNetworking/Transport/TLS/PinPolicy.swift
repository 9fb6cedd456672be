import Foundation

/// Which keys or certificates a host may have: one of these, and trusted as well.
///
/// A pinned host is never asked without TLS, and not through a transport that cannot check pins: such a request fails as
/// ``TransportError/Kind/unsupported`` before anything is sent. A server that passes normal evaluation without having one
/// of the pins fails as ``TransportError/Kind/pinMismatch``, before a byte of the request is sent. Pins hold for
/// redirects and for reused connections alike.
///
/// ```swift
/// try PinPolicy(
///     host: "api.example.com",
///     .publicKey(sha256: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
///     backup: .publicKey(sha256: "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
/// )
/// ```
public struct PinPolicy: Sendable, Hashable {
    /// The host, such as `api.example.com`; or `*.example.com` for every name one label below `example.com`.
    public let host: String
    /// What is accepted.
    public let pins: Set<PinPolicy.Pin>

    /// Pins a host.
    ///
    /// - Parameters:
    ///   - host: a host, or `*.` and a domain.
    ///   - pin: the key or the certificate that the host has now.
    ///   - backup: one that it does not have yet, kept safe elsewhere. Without it, a lost key locks every client out that
    ///     knows of no other; so there is no policy without one.
    ///   - others: further ones.
    /// - Throws: ``PinPolicy.PinError`` for a host that is none.
    public init(host: String, _ pin: PinPolicy.Pin, backup: PinPolicy.Pin, _ others: PinPolicy.Pin...) throws(PinPolicy
        .PinError)
    {
        let name = host.lowercased().withoutDotAtEnd
        let domain = name.hasPrefix("*.") ? name.dropFirst(2) : name[...]
        let isName = domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { HTTP.isTokenByte($0) && $0 != UInt8(ascii: "*") }
        }
        guard isName else { throw PinPolicy.PinError(reason: "\"\(host)\" is no host and no \"*.\" with a domain") }
        guard pin != backup else { throw PinPolicy.PinError(reason: "the backup for \(host) is the pin itself") }
        self.host = name
        pins = Set([pin, backup] + others)
    }

    var isWildcard: Bool { host.hasPrefix("*.") }

    /// Whether the policy is about `name`; a dot at its end makes no difference.
    func covers(_ name: String) -> Bool {
        let name = name.lowercased().withoutDotAtEnd
        guard isWildcard else { return name == host }
        guard let dot = name.firstIndex(of: "."), dot > name.startIndex else { return false }
        return name[dot...] == host.dropFirst()
    }
}

extension String {
    fileprivate var withoutDotAtEnd: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension [PinPolicy] {
    /// The pins for a host; `nil` if it has none. A policy for the very host comes before those for its domain.
    func applying(to host: String) -> Set<PinPolicy.Pin>? {
        let matching = filter { $0.covers(host) }
        guard !matching.isEmpty else { return nil }
        let exact = matching.filter { !$0.isWildcard }
        return (exact.isEmpty ? matching : exact).reduce(into: []) { $0.formUnion($1.pins) }
    }
}

extension PinPolicy {
    /// A key or a certificate by its digest.
    public struct Pin: Sendable, Hashable {
        /// What the digest is of.
        public enum Subject: Sendable, Hashable {
            /// The public key: the `SubjectPublicKeyInfo` of the certificate, in DER form. It survives a renewed certificate.
            case publicKey
            /// The whole certificate, in DER form.
            case certificate
        }

        /// What the digest is of.
        public let subject: Subject
        /// The SHA-256 digest, 32 bytes.
        public let digest: Data

        /// A pin of a digest.
        ///
        /// - Throws: ``PinPolicy.PinError`` if it does not have 32 bytes.
        public init(_ subject: Subject, sha256 digest: Data) throws(PinPolicy.PinError) {
            guard digest.count == SHA256.byteCount else {
                throw PinPolicy.PinError(
                    reason: "a SHA-256 digest has \(SHA256.byteCount) bytes, this one has \(digest.count)"
                )
            }
            self.subject = subject
            self.digest = Data(digest)
        }

        /// A public key, by the base64 form of its digest; curl's `sha256//` before it makes no difference.
        ///
        /// - Throws: ``PinPolicy.PinError`` if the text is not base64, or not of 32 bytes.
        public static func publicKey(sha256 text: String) throws(PinPolicy.PinError) -> PinPolicy.Pin {
            try PinPolicy.Pin(.publicKey, text)
        }

        /// A whole certificate, by the base64 form of its digest.
        ///
        /// - Throws: ``PinPolicy.PinError`` if the text is not base64, or not of 32 bytes.
        public static func certificate(sha256 text: String) throws(PinPolicy.PinError) -> PinPolicy.Pin {
            try PinPolicy.Pin(.certificate, text)
        }

        private init(_ subject: Subject, _ text: String) throws(PinPolicy.PinError) {
            let encoded = text.hasPrefix("sha256//") ? String(text.dropFirst("sha256//".count)) : text
            guard let digest = Data(base64Encoded: encoded) else {
                throw PinPolicy.PinError(reason: "a pin is not in base64")
            }
            try self.init(subject, sha256: digest)
        }

        /// Whether a certificate, in DER form, is the one that is pinned, or has the key that is.
        func matches(certificate der: Data) -> Bool {
            switch subject {
            case .certificate: SHA256.digest(of: der) == digest
            case .publicKey: DER.publicKeyInfo(ofCertificate: der).map { SHA256.digest(of: $0) == digest } ?? false
            }
        }
    }
}

extension PinPolicy {
    /// Why a pin or a policy cannot be made.
    public struct PinError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
        /// What is wrong.
        public let reason: String
        /// The path of the file that no pin can be made of; `nil` where no file is concerned.
        public let path: String?

        init(reason: String, path: String? = nil) {
            self.reason = reason
            self.path = path
        }

        /// One line: what is wrong, and with which file.
        public var description: String {
            "Invalid pin: " + (path.map { "\(Redaction.printable($0)): " } ?? "") + reason
        }

        public var errorDescription: String? { description }
    }
}
