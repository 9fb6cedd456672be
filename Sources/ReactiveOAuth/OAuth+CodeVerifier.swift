import ReactiveNetworking

extension OAuth {
    /// The secret of an authorization request, which proves that the exchange of the code comes from the same
    /// application (RFC 7636).
    public struct CodeVerifier: Hashable, Sendable {
        /// The secret.
        public let value: String

        /// Creates a verifier, for example one that was stored while the browser was open.
        ///
        /// - Parameter value: From 43 to 128 letters, digits, and characters of `-._~`. Any other text is `nil`.
        public init?(_ value: String) {
            guard (43...128).contains(value.utf8.count), value.utf8.allSatisfy(OAuth.isUnreserved) else { return nil }
            self.value = value
        }

        private init(random value: String) {
            self.value = value
        }

        /// Returns a verifier of 256 random bits, from the system's cryptographic random number generator.
        ///
        /// - Returns: A new verifier.
        public static func random() -> CodeVerifier { CodeVerifier(random: OAuth.randomText(byteCount: 32)) }

        /// The code challenge of the method `S256`, which the authorization request contains: the SHA-256 digest of the
        /// value in base64url.
        public var challenge: String { OAuth.base64URL(SHA256.digest(of: Data(value.utf8))) }
    }
}

extension OAuth.CodeVerifier: CustomStringConvertible, CustomReflectable {
    /// A text without the value.
    public var description: String { "code verifier \(Redaction.placeholder)" }

    /// An empty mirror, because the value is secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
