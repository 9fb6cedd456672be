import ReactiveNetworking

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
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
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
    /// Servers differ from RFC 6749 §5.1 in what decides about nothing: optional members that are empty count as
    /// missing, the lifetime may be a text or have a fraction, and the scopes may be an array. The access token and its
    /// type are read strictly.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - now: The time of the response, from which the lifetime counts.
    /// - Throws: ``OAuth/ErrorResponse`` if the body is one, whatever the status says, and ``OAuth/InvalidResponse``.
    init(parsing data: Data, at now: Date) throws {
        let members = try OAuth.Members(ofTokenEndpoint: data)
        if let error = try OAuth.ErrorResponse(members) { throw error }
        try self.init(members, at: now)
    }

    private init(_ members: OAuth.Members, at now: Date) throws(OAuth.InvalidResponse) {
        let type = try members.text("token_type")
        guard let type else { throw .missingMember("token_type") }
        guard HTTP.isSameIgnoringCase(type, "Bearer") else { throw .unsupportedTokenType }
        guard let access = try members.text("access_token") else { throw .missingMember("access_token") }
        guard (try? Authorization.bearerValue(access)) != nil else { throw .invalidMember("access_token") }
        token = AccessToken(
            access: access,
            refresh: try members.optionalText("refresh_token"),
            expiry: try members.lifetime("expires_in").map(now.addingTimeInterval)
        )
        scopes = try members.words("scope")
        idToken = try members.optionalText("id_token")
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

        /// Reads the body of a response of a token endpoint. Some servers write it as a form, as they did before the
        /// standard.
        init(ofTokenEndpoint data: Data) throws(InvalidResponse) {
            do throws(InvalidResponse) {
                self = try Members(data)
            } catch {
                let text = OAuth.trimmed(String(decoding: data, as: UTF8.self))
                let fields = OAuth.fields(ofQuery: text) ?? []
                self = Members(members: Dictionary(fields.map { ($0.name, .string($0.value)) }) { $1 })
                guard self["access_token"] != nil || self["error"] != nil else { throw error }
            }
        }

        private init(members: [String: JSONValue]) { self.members = members }

        subscript(_ name: String) -> JSONValue? { members[name] }

        func text(_ name: String) throws(InvalidResponse) -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string, !text.isEmpty else { throw .invalidMember(name) }
            return text
        }

        /// Returns a text, or `nil` if it is missing or empty.
        func optionalText(_ name: String) throws(InvalidResponse) -> String? {
            members[name]?.string?.isEmpty == true ? nil : try text(name)
        }

        /// Returns the words of a text, or of an array of texts, or `nil` if there are none.
        func words(_ name: String) throws(InvalidResponse) -> [String]? {
            guard let value = members[name] else { return nil }
            var words: [String] = []
            for element in value.array ?? [value] {
                guard let text = element.string else { throw .invalidMember(name) }
                words += text.split(whereSeparator: \.isWhitespace).map(String.init)
            }
            return words.isEmpty ? nil : words
        }

        /// Returns a number of seconds, which may be a text, or `nil` if it is missing or empty.
        func lifetime(_ name: String) throws(InvalidResponse) -> TimeInterval? {
            guard let value = members[name] else { return nil }
            var seconds = value.double
            if let text = value.string.map(OAuth.trimmed) {
                guard !text.isEmpty else { return nil }
                seconds = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } ? Double(text) : nil
            }
            guard let seconds, (0...Double(Int64.max)).contains(seconds) else { throw .invalidMember(name) }
            return seconds
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
