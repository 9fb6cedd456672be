import ReactiveNetworking

extension OAuth {
    /// The code of an error response.
    public typealias ErrorCode = AccessToken.ErrorCode
    /// An error that a server has responded with, in a redirect (RFC 6749 §4.1.2.1) or from its token endpoint (§5.2).
    public typealias ErrorResponse = AccessToken.ErrorResponse
}

extension OAuth.ErrorResponse {
    /// Reads the body of a response of the token endpoint, or returns `nil` if it is not an error response.
    init?(parsing data: Data) {
        guard let members = try? OAuth.Members(ofTokenEndpoint: data), let response = try? Self(members) else {
            return nil
        }
        self = response
    }

    /// Reads the members of a response of the token endpoint, or returns `nil` if they are not those of an error.
    ///
    /// - Throws: ``OAuth/InvalidResponse`` if there is an error without a code.
    init?(_ members: OAuth.Members) throws(OAuth.InvalidResponse) {
        guard let error = members["error"], error != "", error != false else { return nil }
        // Some servers describe the error in an object, or only say that there is one.
        let code = error.string ?? error["code"]?.code ?? error["type"]?.code ?? error["status"]?.code
        guard let code = code ?? (error == true ? "error" : nil), !code.isEmpty else { throw .invalidMember("error") }
        self.init(
            code: OAuth.ErrorCode(rawValue: code),
            explanation: members["error_description"]?.string ?? error["message"]?.string,
            uri: members["error_uri"]?.string
        )
    }
}

extension OAuth.ErrorCode {
    /// A Boolean value that indicates whether a refresh with this error can never succeed: the refresh token is of no
    /// more use, or the user has to be asked.
    ///
    /// The code of the standard is `invalid_grant`. Other servers name the refresh token or its end, and OpenID Connect
    /// (§3.1.2.6) names what the user must do.
    var endsSession: Bool {
        let code = rawValue.lowercased()
        return Self.ends.contains(code)
            || code.contains("refresh_token") && Self.endsOfTokens.contains(where: code.contains)
    }

    private static let endsOfTokens = [
        "bad", "invalid", "expired", "revoked", "reused", "unknown", "not_found", "inactive", "used",
    ]

    private static let ends: Set = [
        "invalid_grant", "invalid_token", "expired_token", "token_expired", "token_revoked", "login_required",
        "interaction_required", "consent_required", "account_selection_required",
    ]
}

extension JSONValue {
    /// The code that the value states, as a text or a number.
    fileprivate var code: String? { string ?? int.map(String.init) }
}
