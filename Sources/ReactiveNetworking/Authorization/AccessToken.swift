/// An access token with its refresh token and expiry. None of its textual representations shows a secret.
///
/// Encoding a token, for a store of your own, writes its secrets. A token is decoded from its own encoding or from the
/// response of an OAuth server (RFC 6749 §5.1), so a refresh there needs only `send(request, as: AccessToken.self)`.
public struct AccessToken: Hashable, Sendable, Codable {
    /// The access token, which requests carry.
    public var access: String
    /// The token for obtaining a new access token, if the server issues one.
    public var refresh: String?
    /// The date when the access token expires, if known.
    public var expiry: Date?

    /// Creates a token that is never refreshed and whose expiry is not known.
    ///
    /// - Parameter access: The access token.
    public init(_ access: String) {
        self.init(access: access)
    }

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - access: The access token.
    ///   - refresh: The refresh token, if there is one.
    ///   - expiry: The date when the access token expires, if known.
    public init(access: String, refresh: String? = nil, expiry: Date? = nil) {
        self.access = access
        self.refresh = refresh
        self.expiry = expiry
    }

    /// Creates a token that expires after `lifetime`.
    ///
    /// - Parameters:
    ///   - access: The access token.
    ///   - refresh: The refresh token, if there is one.
    ///   - lifetime: The time from now until the access token expires, which OAuth calls `expires_in`.
    public init(access: String, refresh: String? = nil, lifetime: Duration) {
        let seconds = Double(lifetime.components.seconds) + Double(lifetime.components.attoseconds) / 1e18
        self.init(access: access, refresh: refresh, expiry: Date(timeIntervalSinceNow: seconds))
    }
}

extension AccessToken {
    private enum CodingKeys: String, CodingKey {
        case access
        case refresh
        case expiry
    }

    /// The members of an OAuth server's response, both as they are and with the names that a snake-case conversion
    /// gives them.
    private struct Answer {
        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) {
                self.stringValue = stringValue
            }

            init?(intValue: Int) { nil }
        }

        private let members: KeyedDecodingContainer<Name>

        init(_ decoder: any Decoder) throws {
            members = try decoder.container(keyedBy: Name.self)
        }

        /// Returns a text that is not empty.
        func text(_ names: String...) throws -> String? {
            for name in names {
                let text = try members.decodeIfPresent(String.self, forKey: Name(stringValue: name))
                if let text, !text.isEmpty { return text }
            }
            return nil
        }

        /// Returns a number, which some servers send as a string.
        func number(_ names: String...) throws -> Double? {
            for name in names {
                let key = Name(stringValue: name)
                if let text = try? members.decodeIfPresent(String.self, forKey: key) {
                    if text.isEmpty { continue }
                    if let number = Double(text), number.isFinite { return number }
                }
                if let number = try members.decodeIfPresent(Double.self, forKey: key) { return number }
            }
            return nil
        }
    }

    /// Decodes an encoded token, or a response with `access_token`, `refresh_token`, and `expires_in`, which counts
    /// from now.
    ///
    /// - Parameter decoder: The decoder to read from.
    public init(from decoder: any Decoder) throws {
        let answer = try Answer(decoder)
        if let access = try answer.text("access_token", "accessToken") {
            let lifetime = try answer.number("expires_in", "expiresIn")
            self.init(
                access: access,
                refresh: try answer.text("refresh_token", "refreshToken"),
                expiry: lifetime.map { Date(timeIntervalSinceNow: $0) }
            )
        } else {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                access: try values.decode(String.self, forKey: .access),
                refresh: try values.decodeIfPresent(String.self, forKey: .refresh),
                expiry: try values.decodeIfPresent(Date.self, forKey: .expiry)
            )
        }
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The expiry of the token, without its secrets.
    public var description: String { "token \(Redaction.placeholder)" + (expiry.map { ", valid until \($0)" } ?? "") }

    /// The text of ``description``.
    public var debugDescription: String { description }

    /// A mirror with the expiry and whether there is a refresh token.
    public var customMirror: Mirror {
        Mirror(self, children: ["expiry": expiry as Any, "canBeRefreshed": refresh != nil])
    }
}
