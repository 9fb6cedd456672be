import Foundation

/// Whom a transport trusts over TLS, and how it makes itself known.
public struct TLSPolicy: Sendable {
    /// Whose certificates are trusted.
    public enum Trust: Sendable, Hashable {
        /// Those that the system trusts.
        case system
        /// Those that the system trusts, and those in a PEM file.
        case systemAndFile(String)
        /// Those in a PEM file, and no others.
        case file(String)
    }

    /// The oldest version that is spoken.
    public enum MinimumVersion: Int, Sendable, Hashable {
        /// TLS 1.2.
        case tls12 = 6
        /// TLS 1.3.
        case tls13 = 7
    }

    /// A certificate of one's own, with its key.
    public struct ClientCertificate: Sendable {
        /// The path of the certificate, in PEM form, with those that lead to its root behind it.
        public let certificatePath: String
        /// The path of the key, in PEM form.
        public let keyPath: String
        let password: String?

        /// A certificate in two PEM files.
        ///
        /// - Parameters:
        ///   - certificatePath: the path of the certificate, with those that lead to its root behind it.
        ///   - keyPath: the path of the key.
        ///   - password: what the key is encrypted with.
        public init(certificatePath: String, keyPath: String, password: String? = nil) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
            self.password = password
        }
    }

    /// Whose certificates are trusted; names and dates are checked whatever is chosen.
    public var trust = Trust.system
    /// Hosts whose certificates are accepted whoever issued them and whenever they expire. For development only.
    ///
    /// The certificate must still name the host, and pins still count. A server in between can read and change everything that is
    /// sent to such a host. The transport therefore names the hosts on standard error when it is made. Prefer ``trust`` with
    /// the server's own authority. There is no switch for all hosts: a redirect to another host is verified.
    public var unverifiedHosts: Set<String> = []
    /// The oldest version that is spoken.
    public var minimumVersion = MinimumVersion.tls12
    /// The certificate to show to servers that ask for one.
    public var clientCertificate: ClientCertificate?
    /// Which keys or certificates single hosts must have, beyond being trusted.
    public var pins: [PinPolicy] = []

    /// The standard: the system's trust, TLS 1.2 or newer, no pins.
    public init() {}

    /// Returns whether the chain and the dates of a host's certificate are verified.
    func verifies(_ host: String) -> Bool {
        let host = host.lowercased()
        return !unverifiedHosts.contains { $0.lowercased() == host }
    }

    /// The pins for a host; `nil` if it has none.
    func pins(for host: String) -> Set<PinPolicy.Pin>? { pins.applying(to: host) }
}

extension TLSPolicy.ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// The paths, never the password.
    public var description: String { "\(certificatePath) with the key \(keyPath)" }

    /// The description, so that `dump` and debuggers show no password.
    public var customMirror: Mirror { Mirror(self, children: ["clientCertificate": description]) }
}
