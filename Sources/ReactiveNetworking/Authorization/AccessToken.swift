import Foundation

/// An access token, and what belongs to it. It shows none of its secrets, wherever it is printed.
///
/// It can be encoded, for stores of your own: what comes out then is secret. It is decoded from that, and from what an OAuth
/// server answers (RFC 6749 §5.1), so that `send(request, as: AccessToken.self)` is all that a refresh needs there.
public struct AccessToken: Hashable, Sendable, Codable {
    /// What requests carry.
    public var access: String
    /// What a new token is got for, if the server gives one out.
    public var refresh: String?
    /// When it ceases to be good, if that is known.
    public var expiry: Date?

    /// A token made of its parts.
    public init(access: String, refresh: String? = nil, expiry: Date? = nil) {
        self.access = access
        self.refresh = refresh
        self.expiry = expiry
    }

    /// A token that is good for `lifetime` from now on: what OAuth calls `expires_in`.
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

    /// The members of an OAuth server's answer, as they are and as a decoder that converts from snake case names them.
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

        func member<Value: Decodable>(_ names: String...) throws -> Value? {
            for name in names {
                if let value = try members.decodeIfPresent(Value.self, forKey: Name(stringValue: name)) { return value }
            }
            return nil
        }

        /// A number, which some servers write as text.
        func number(_ names: String...) throws -> Double? {
            for name in names {
                let key = Name(stringValue: name)
                if let text = try? members.decodeIfPresent(String.self, forKey: key), let number = Double(text) {
                    return number
                }
                if let number = try members.decodeIfPresent(Double.self, forKey: key) { return number }
            }
            return nil
        }
    }

    /// Reads a token that was encoded, or `access_token`, `refresh_token` and `expires_in`, which counts from now on.
    public init(from decoder: any Decoder) throws {
        let answer = try Answer(decoder)
        if let access: String = try answer.member("access_token", "accessToken") {
            let lifetime = try answer.number("expires_in", "expiresIn")
            self.init(
                access: access,
                refresh: try answer.member("refresh_token", "refreshToken"),
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
    /// When it expires, and no secret.
    public var description: String { "token \(Redaction.placeholder)" + (expiry.map { ", good until \($0)" } ?? "") }

    /// The text of ``description``.
    public var debugDescription: String { description }

    /// The expiry, and whether there is a refresh token.
    public var customMirror: Mirror {
        Mirror(self, children: ["expiry": expiry as Any, "canBeRefreshed": refresh != nil])
    }
}
