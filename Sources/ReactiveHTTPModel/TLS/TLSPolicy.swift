/// The TLS settings of a transport: trusted certificates, client identity, and pins.
public struct TLSPolicy: Sendable {
    /// The certificate authorities to trust.
    public enum Trust: Sendable, Hashable {
        /// The authorities that the system trusts.
        case system
        /// The authorities that the system trusts, and those in the PEM file at a path.
        case systemAndFile(String)
        /// Only the authorities in the PEM file at a path.
        case file(String)
    }

    /// The oldest TLS version to accept.
    public enum MinimumVersion: Int, Sendable, Hashable {
        /// TLS 1.2.
        case tls12 = 6
        /// TLS 1.3.
        case tls13 = 7
    }

    /// A client certificate with its private key.
    public struct ClientCertificate: Sendable {
        /// The path of the certificate chain in PEM form, beginning with the client's certificate.
        public let certificatePath: String
        /// The path of the private key in PEM form.
        public let keyPath: String
        package let password: String?

        /// Creates a client certificate from two PEM files.
        ///
        /// - Parameters:
        ///   - certificatePath: The path of the certificate chain, beginning with the client's certificate.
        ///   - keyPath: The path of the private key.
        ///   - password: The password of the key, if it is encrypted.
        public init(certificatePath: String, keyPath: String, password: String? = nil) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
            self.password = password
        }
    }

    /// The file that the keys of TLS connections are written to, so that Wireshark can decrypt recorded traffic. For
    /// development only: who has the file and the traffic can read all of it.
    public enum KeyLog: Sendable, Hashable {
        /// No keys are written. The environment variable `SSLKEYLOGFILE` is ignored.
        case none
        /// The file at the path in the environment variable `SSLKEYLOGFILE`, if it is set when the transport is
        /// created.
        case environment
        /// The file at a path.
        case file(String)

        /// The path of the file. Only ``environment`` reads the variable (AD15).
        package var path: String? {
            switch self {
            case .none: nil
            case .environment:
                ProcessInfo.processInfo.environment["SSLKEYLOGFILE"].flatMap { $0.isEmpty ? nil : $0 }
            case .file(let path): path
            }
        }
    }

    /// The certificate authorities to trust. Host names and validity dates are checked in any case.
    public var trust = Trust.system
    /// The hosts whose certificates are accepted regardless of issuer and validity dates. For development only.
    ///
    /// The certificate must still name the host, and pins still apply. An attacker on the network path can read and
    /// change all traffic with such a host, so the transport names these hosts on standard error when it is created.
    /// Prefer ``trust`` with the server's own authority. Verification cannot be disabled for all hosts: a redirect to
    /// another host is verified.
    public var unverifiedHosts: Set<String> = []
    /// The oldest TLS version to accept.
    public var minimumVersion = MinimumVersion.tls12
    /// The certificate for servers that request one.
    public var clientCertificate: ClientCertificate?
    /// The keys or certificates that individual hosts must have, in addition to being trusted.
    public var pins: [PinPolicy] = []
    /// The file that keys are written to, in the format of NSS. It is appended to, and only its owner can read it; a
    /// symbolic link is not followed. The transport names it on standard error when it is created.
    public var keyLog = KeyLog.none

    /// Creates the default policy: the system's trusted authorities, TLS 1.2 or newer, no pins.
    public init() {}

    /// Returns whether the chain and the dates of a host's certificate are verified.
    package func verifies(_ host: String) -> Bool {
        let host = host.lowercased()
        return !unverifiedHosts.contains { $0.lowercased() == host }
    }

    /// Returns the pins for a host, or `nil` if it has none.
    package func pins(for host: String) -> Set<PinPolicy.Pin>? { pins.applying(to: host) }

    /// Names the hosts that are not verified, and the file that keys are written to, on standard error.
    package func warn() {
        if !unverifiedHosts.isEmpty {
            let hosts = unverifiedHosts.sorted().joined(separator: ", ")
            Self.warn("TLS certificates are not verified for \(hosts)")
        }
        if let path = keyLog.path { Self.warn("TLS keys are written to \(path)") }
    }

    private static func warn(_ text: String) {
        printError("ReactiveNetworking: WARNING: \(Redaction.printable(text))")
    }
}

extension TLSPolicy.ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// The paths, without the password.
    public var description: String { "\(certificatePath) with the key \(keyPath)" }

    /// A mirror of the description, so that `dump` and debuggers show no password.
    public var customMirror: Mirror { Mirror(self, children: ["clientCertificate": description]) }
}
