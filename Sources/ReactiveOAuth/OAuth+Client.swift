import ReactiveNetworking

extension OAuth {
    /// An application as an authorization server knows it, with the credentials that it authenticates with (RFC 6749
    /// §2).
    public struct Client: Hashable, Sendable {
        /// The identifier, which is not a secret.
        public let id: String
        private let secret: String?

        private init(id: String, secret: String?) {
            self.id = id
            self.secret = secret
        }

        /// Creates a client that can keep no secret, such as an application on the devices of its users. Its identifier
        /// is sent in the form.
        ///
        /// - Parameter id: The identifier that the server has issued.
        /// - Returns: The client.
        public static func `public`(id: String) -> Client { Client(id: id, secret: nil) }

        /// Creates a client with a secret, such as a server. Both are sent with HTTP Basic authentication, form-encoded
        /// as RFC 6749 §2.3.1 demands.
        ///
        /// - Parameters:
        ///   - id: The identifier that the server has issued.
        ///   - secret: The secret that the server has issued.
        /// - Returns: The client.
        public static func confidential(id: String, secret: String) -> Client { Client(id: id, secret: secret) }

        /// The form fields that identify the client.
        var fields: [String: String] { secret == nil ? ["client_id": id] : [:] }

        /// The credentials of a request to the token endpoint.
        var authorization: Authorization {
            guard let secret else { return .withoutCredentials }
            let credentials = "\(OAuth.formEncoded(id)):\(OAuth.formEncoded(secret))"
            return .custom("Basic " + Data(credentials.utf8).base64EncodedString())
        }
    }
}

extension OAuth.Client: CustomStringConvertible, CustomReflectable {
    /// The kind and the identifier of the client, without its secret.
    public var description: String { "\(secret == nil ? "public" : "confidential") client \(Redaction.printable(id))" }

    /// A mirror with the description only.
    public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
