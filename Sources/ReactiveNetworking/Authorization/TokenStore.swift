/// A persistent store for a token.
///
/// The methods may block: they are called on a pool thread, one at a time for each ``TokenRefresher``.
public protocol TokenStore: Sendable {
    /// Returns the token that was saved last, or `nil` if there is no usable one.
    ///
    /// - Throws: An error if the token cannot be loaded. The refresher reports it and continues without a stored token.
    func load() throws -> AccessToken?

    /// Saves `token` in place of the previous one.
    ///
    /// - Parameter token: The token to save, or `nil` to remove the saved one.
    /// - Throws: An error if the token cannot be saved. The refresher reports it and continues to use the token in
    ///   memory.
    func save(_ token: AccessToken?) throws
}

/// A token store in memory, for the lifetime of the process.
public final class MemoryTokenStore: TokenStore, CustomReflectable {
    private let token: Locked<AccessToken?>

    /// Creates a store.
    ///
    /// - Parameter token: The initial token, if any.
    public init(_ token: AccessToken? = nil) {
        self.token = Locked(token)
    }

    public func load() -> AccessToken? { token.value }

    public func save(_ token: AccessToken?) { self.token.value = token }

    /// An empty mirror, because the token is secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
