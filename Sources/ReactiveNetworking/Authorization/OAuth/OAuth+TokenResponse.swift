import Foundation

extension OAuth {
    /// The tokens that a server has issued (RFC 6749 §5.1).
    public struct TokenResponse: Hashable, Sendable {
        /// The access token, with the refresh token and the expiry.
        public let token: AccessToken
        /// The permissions of the token; `nil` if they are those that were asked for.
        public let scopes: [String]?
        /// The ID token of OpenID Connect, unchecked; `nil` if there is none.
        public let idToken: String?
    }

    /// The reason why a response of a server cannot be used. No text contains a value of the response.
    public enum InvalidResponse: Error, Hashable, Sendable {
        /// The body is not a JSON object.
        case notJSON
        /// The object lacks a member that must be there.
        case missingMember(String)
        /// A member has a value that it cannot have.
        case invalidMember(String)
        /// The token is not a bearer token (RFC 6750).
        case unsupportedTokenType
        /// The metadata are those of another issuer (RFC 8414 §3.3).
        case otherIssuer
        /// The server does not support the challenge method `S256`.
        case missingChallengeMethod
    }
}

extension OAuth.TokenResponse {
    /// Reads the body of a successful response of the token endpoint.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - now: The time of the response, from which the lifetime counts.
    init(parsing data: Data, at now: Date) throws(OAuth.InvalidResponse) {
        let members = try OAuth.Members(data)
        let type = try members.text("token_type")
        guard let type else { throw .missingMember("token_type") }
        guard HTTP.isSameIgnoringCase(type, "Bearer") else { throw .unsupportedTokenType }
        guard let access = try members.text("access_token") else { throw .missingMember("access_token") }
        guard (try? Authorization.bearerValue(access)) != nil else { throw .invalidMember("access_token") }
        token = AccessToken(
            access: access,
            refresh: try members.text("refresh_token"),
            expiry: try members.lifetime("expires_in").map(now.addingTimeInterval)
        )
        scopes = try members.text("scope").map { $0.split(separator: " ").map(String.init) }
        idToken = try members.text("id_token")
    }

    /// Returns the response with a refresh token in place of a missing one: a server that keeps a refresh token need
    /// not repeat it (RFC 6749 §6).
    func keeping(_ refreshToken: String) -> OAuth.TokenResponse {
        guard token.refresh == nil else { return self }
        let token = AccessToken(access: token.access, refresh: refreshToken, expiry: token.expiry)
        return OAuth.TokenResponse(token: token, scopes: scopes, idToken: idToken)
    }
}

extension OAuth {
    /// The members of a JSON object. A member that is `null` counts as missing.
    struct Members {
        private let members: [String: JSONValue]

        init(_ data: Data) throws(InvalidResponse) {
            guard let members = (try? JSONValue(parsing: data))?.object else { throw .notJSON }
            self.members = members.filter { !$0.value.isNull }
        }

        func text(_ name: String) throws(InvalidResponse) -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string, !text.isEmpty else { throw .invalidMember(name) }
            return text
        }

        func lifetime(_ name: String) throws(InvalidResponse) -> TimeInterval? {
            guard let value = members[name] else { return nil }
            guard let seconds = value.int, seconds >= 0 else { throw .invalidMember(name) }
            return TimeInterval(seconds)
        }

        func flag(_ name: String) throws(InvalidResponse) -> Bool? {
            guard let value = members[name] else { return nil }
            guard let flag = value.bool else { throw .invalidMember(name) }
            return flag
        }

        func texts(_ name: String) throws(InvalidResponse) -> [String]? {
            guard let value = members[name] else { return nil }
            guard let array = value.array else { throw .invalidMember(name) }
            return array.compactMap(\.string)
        }
    }
}

extension OAuth.TokenResponse: CustomStringConvertible, CustomReflectable {
    /// The expiry of the token and its scopes, without secrets.
    public var description: String { "\(token)" + (scopes.map { ", for \($0.joined(separator: " "))" } ?? "") }

    /// A mirror with the token, which hides its secrets, and the scopes.
    public var customMirror: Mirror { Mirror(self, children: ["token": token, "scopes": scopes as Any]) }
}

extension OAuth.InvalidResponse: CustomStringConvertible {
    /// The reason on one line.
    public var description: String {
        switch self {
        case .notJSON: "the body is not a JSON object"
        case .missingMember(let name): "\(name) is missing"
        case .invalidMember(let name): "\(name) has an invalid value"
        case .unsupportedTokenType: "the token is not a bearer token"
        case .otherIssuer: "it belongs to another issuer"
        case .missingChallengeMethod: "the server does not support the challenge method S256"
        }
    }
}
