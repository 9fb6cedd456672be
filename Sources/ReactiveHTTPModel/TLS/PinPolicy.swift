/// The keys or certificates of which a host must have one, in addition to being trusted.
///
/// A request to a pinned host without TLS, or through a transport that cannot check pins, fails with
/// ``TransportError/Kind/unsupported`` before anything is sent. If a server passes the normal evaluation but matches no
/// pin, the request fails with ``TransportError/Kind/pinMismatch`` before a byte of it is sent. Pins also apply to
/// redirects and reused connections.
///
/// ```swift
/// try PinPolicy(
///     host: "api.example.com",
///     .publicKey(sha256: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
///     backup: .publicKey(sha256: "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
/// )
/// ```
public struct PinPolicy: Sendable, Hashable {
    /// The host, such as `api.example.com`, or `*.example.com` for every name one label below `example.com`.
    public let host: String
    /// The accepted pins.
    public let pins: Set<PinPolicy.Pin>

    /// Creates a policy for a host.
    ///
    /// - Parameters:
    ///   - host: A host, or `*.` followed by a domain.
    ///   - pin: The current key or certificate of the host.
    ///   - backup: A key or certificate for the future, stored safely elsewhere. It is required, because the loss of
    ///     the only pinned key locks out every client.
    ///   - others: Additional pins.
    /// - Throws: ``PinPolicy/PinError`` if the host is not valid, or the backup equals the pin.
    public init(host: String, _ pin: PinPolicy.Pin, backup: PinPolicy.Pin, _ others: PinPolicy.Pin...) throws(PinPolicy
        .PinError)
    {
        let name = host.lowercased().withoutDotAtEnd
        let domain = name.hasPrefix("*.") ? name.dropFirst(2) : name[...]
        let isName = domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { HTTP.isTokenByte($0) && $0 != UInt8(ascii: "*") }
        }
        guard isName else {
            throw PinPolicy.PinError(reason: "\"\(host)\" is neither a host nor \"*.\" followed by a domain")
        }
        guard pin != backup else { throw PinPolicy.PinError(reason: "the backup for \(host) is the pin itself") }
        self.host = name
        pins = Set([pin, backup] + others)
    }

    var isWildcard: Bool { host.hasPrefix("*.") }

    /// Returns whether the policy applies to a host. A trailing dot is ignored.
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
    /// Returns the pins for a host, or `nil` if it has none. A policy for the exact host takes precedence over those
    /// for its domain.
    package func applying(to host: String) -> Set<PinPolicy.Pin>? {
        let matching = filter { $0.covers(host) }
        guard !matching.isEmpty else { return nil }
        let exact = matching.filter { !$0.isWildcard }
        return (exact.isEmpty ? matching : exact).reduce(into: []) { $0.formUnion($1.pins) }
    }
}

extension PinPolicy {
    /// A key or a certificate, identified by its digest.
    public struct Pin: Sendable, Hashable {
        /// The data that the digest is computed from.
        public enum Subject: Sendable, Hashable {
            /// The public key: the `SubjectPublicKeyInfo` of the certificate, in DER form. It can stay the same when a
            /// certificate is renewed.
            case publicKey
            /// The whole certificate, in DER form.
            case certificate
        }

        /// The data that the digest is computed from.
        public let subject: Subject
        /// The SHA-256 digest, 32 bytes.
        public let digest: Data

        /// Creates a pin from a digest.
        ///
        /// - Parameters:
        ///   - subject: The data that the digest is computed from.
        ///   - digest: The SHA-256 digest.
        /// - Throws: ``PinPolicy/PinError`` if the digest does not have 32 bytes.
        public init(_ subject: Subject, sha256 digest: Data) throws(PinPolicy.PinError) {
            guard digest.count == SHA256.byteCount else {
                throw PinPolicy.PinError(
                    reason: "a SHA-256 digest has \(SHA256.byteCount) bytes, this one has \(digest.count)"
                )
            }
            self.subject = subject
            self.digest = Data(digest)
        }

        /// Creates a pin of a public key.
        ///
        /// - Parameter text: The SHA-256 digest in base64, optionally after `sha256//`, as curl writes it.
        /// - Returns: The pin.
        /// - Throws: ``PinPolicy/PinError`` if the text is not the base64 form of 32 bytes.
        public static func publicKey(sha256 text: String) throws(PinPolicy.PinError) -> PinPolicy.Pin {
            try PinPolicy.Pin(.publicKey, text)
        }

        /// Creates a pin of a certificate.
        ///
        /// - Parameter text: The SHA-256 digest in base64, optionally after `sha256//`, as curl writes it.
        /// - Returns: The pin.
        /// - Throws: ``PinPolicy/PinError`` if the text is not the base64 form of 32 bytes.
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

        /// Returns whether a certificate in DER form, or its key, is the pinned one.
        package func matches(certificate der: Data) -> Bool {
            switch subject {
            case .certificate: SHA256.digest(of: der) == digest
            case .publicKey: DER.publicKeyInfo(ofCertificate: der).map { SHA256.digest(of: $0) == digest } ?? false
            }
        }
    }
}

extension PinPolicy {
    /// An error that prevents the creation of a pin or a policy.
    public struct PinError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
        /// The reason, as text.
        public let reason: String
        /// The path of the file that contains no usable certificate, or `nil` if no file is involved.
        public let path: String?

        init(reason: String, path: String? = nil) {
            self.reason = reason
            self.path = path
        }

        /// The reason on one line, with the path of the file, if any.
        public var description: String {
            "Invalid pin: " + (path.map { "\(Redaction.printable($0)): " } ?? "") + reason
        }

        /// The text of ``description``.
        public var errorDescription: String? { description }
    }
}
