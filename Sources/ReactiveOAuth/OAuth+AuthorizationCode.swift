import ReactiveNetworking

extension OAuth {
    /// The code that a server has issued for an authorization request. It can be exchanged for tokens once, and within
    /// minutes.
    public struct AuthorizationCode: Hashable, Sendable {
        /// The code, which is a secret.
        public let value: String
        let redirectURI: String
        let verifier: CodeVerifier
    }

    /// An error of a redirect: the server has refused the request, or the URL does not belong to the request.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum RedirectError: Error, Hashable, Sendable {
        /// The URL is not the redirect URI of the request.
        case otherURL
        /// The query is not valid.
        case invalidQuery
        /// A parameter occurs more than once.
        case repeatedParameter(String)
        /// There is no state.
        case missingState
        /// The state is not that of the request: the redirect was caused by another page, or by an earlier request.
        case otherState
        /// There is no `iss` parameter, but the server is known to send one (RFC 9207).
        case missingIssuer
        /// The redirect comes from another server (RFC 9207).
        case otherIssuer
        /// The server has refused the request, or the user has denied the permission.
        case refused(ErrorResponse)
        /// There is neither a code nor an error.
        case missingCode
    }
}

extension OAuth.AuthorizationRequest {
    /// Returns the code in the URL to which the browser was redirected.
    ///
    /// The URL may come from anyone, so it is checked completely: it must be the redirect URI, have each parameter
    /// once, repeat the ``state``, which is compared in constant time, and come from the server, as far as
    /// ``OAuth/Server/issuer`` demands that.
    ///
    /// - Parameter redirect: The URL, including its query.
    /// - Returns: The code.
    /// - Throws: ``OAuth/RedirectError``; ``OAuth/RedirectError/refused(_:)`` if the redirect carries an error of the
    ///   server.
    public func code(from redirect: URL) throws(OAuth.RedirectError) -> OAuth.AuthorizationCode {
        guard let query = redirectURI.query(of: redirect.absoluteString) else { throw .otherURL }
        guard let fields = OAuth.fields(ofQuery: query) else { throw .invalidQuery }
        var answer: [String: String] = [:]
        for (name, value) in fields where Self.answerNames.contains(name) {
            guard answer.updateValue(value, forKey: name) == nil else { throw .repeatedParameter(name) }
        }
        guard let state = answer["state"] else { throw .missingState }
        guard OAuth.isEqualInConstantTime(state, self.state) else { throw .otherState }
        try checkIssuer(answer["iss"])
        if let error = answer["error"] {
            throw .refused(
                OAuth.ErrorResponse(
                    code: OAuth.ErrorCode(rawValue: error),
                    explanation: answer["error_description"],
                    uri: answer["error_uri"]
                )
            )
        }
        guard let code = answer["code"], !code.isEmpty else { throw .missingCode }
        return OAuth.AuthorizationCode(value: code, redirectURI: redirectURI.text, verifier: verifier)
    }

    private static let answerNames: Set = ["code", "state", "iss", "error", "error_description", "error_uri"]

    /// Compares issuers character by character, without any normalization (RFC 9207 §2.4).
    private func checkIssuer(_ found: String?) throws(OAuth.RedirectError) {
        switch issuer {
        case .unchecked: return
        case .ifPresent(let expected): if let found, found != expected { throw .otherIssuer }
        case .required(let expected):
            guard let found else { throw .missingIssuer }
            guard found == expected else { throw .otherIssuer }
        }
    }
}

extension OAuth.AuthorizationCode: CustomStringConvertible, CustomReflectable {
    /// A text without the code.
    public var description: String { "authorization code \(Redaction.placeholder)" }

    /// An empty mirror, because the code is secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuth.RedirectError: CustomStringConvertible {
    /// The error on one line, without values of the URL.
    public var description: String {
        switch self {
        case .otherURL: "The URL is not the redirect URI of the request"
        case .invalidQuery: "The query of the redirect is not valid"
        case .repeatedParameter(let name): "The parameter \(name) of the redirect occurs more than once"
        case .missingState: "The redirect has no state"
        case .otherState: "The state of the redirect is not that of the request"
        case .missingIssuer: "The redirect does not name its issuer"
        case .otherIssuer: "The redirect comes from another issuer"
        case .refused(let response): "The server refused the request: \(response)"
        case .missingCode: "The redirect has neither a code nor an error"
        }
    }
}
