import Foundation

/// An access token, and what belongs to it. It shows none of its secrets, wherever it is printed.
///
/// It can be encoded, for stores of your own: what comes out then is secret.
public struct Token: Hashable, Sendable, Codable {
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

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// When it expires, and no secret.
    public var description: String { "token \(Redaction.placeholder)" + (expiry.map { ", good until \($0)" } ?? "") }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The expiry, and whether there is a refresh token.
    public var customMirror: Mirror {
        Mirror(self, children: ["expiry": expiry as Any, "canBeRefreshed": refresh != nil])
    }
}
