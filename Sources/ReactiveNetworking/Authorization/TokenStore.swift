/// Where a token is kept while nobody uses it.
///
/// Its methods may block: they are called on a thread of a pool, one at a time for each ``TokenRefresher``.
public protocol TokenStore: Sendable {
    /// The token that was saved last, or `nil` if there is none that can be used.
    func load() throws -> AccessToken?

    /// Saves `token` in place of the one before, or removes that if there is none to save.
    func save(_ token: AccessToken?) throws
}

/// Keeps a token as long as the process lives.
public final class MemoryTokenStore: TokenStore, CustomReflectable {
    private let token: Locked<AccessToken?>

    /// A store that holds `token`, or nothing.
    public init(_ token: AccessToken? = nil) {
        self.token = Locked(token)
    }

    public func load() -> AccessToken? { token.value }

    public func save(_ token: AccessToken?) { self.token.value = token }

    /// Nothing: what it holds is secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
