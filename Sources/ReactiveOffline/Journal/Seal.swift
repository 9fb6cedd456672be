import ReactiveNetworking

/// A way to encrypt what a journal writes, with a key that the journal does not have.
///
/// Secrets of fields and URLs are never written, sealed or not. A seal protects what bodies hold.
///
/// ```swift
/// let seal = Seal(
///     seal: { try AES.GCM.seal($0, using: key, authenticating: $1).combined! },
///     open: { try AES.GCM.open(.init(combined: $0), using: key, authenticating: $1) }
/// )
/// ```
///
/// The context is different for each record and for each piece of a body. Authenticate it, so that records cannot be
/// exchanged unnoticed. The closures run on the journal's thread.
public struct Seal: Sendable {
    let seal: @Sendable (Data, Data) throws -> Data
    let open: @Sendable (Data, Data) throws -> Data

    /// Creates a seal.
    ///
    /// - Parameters:
    ///   - seal: Returns encrypted bytes. The second argument is the context, which is not secret.
    ///   - open: Returns the bytes that `seal` encrypted, or throws if they or their context are not the same.
    public init(
        seal: @escaping @Sendable (Data, _ context: Data) throws -> Data,
        open: @escaping @Sendable (Data, _ context: Data) throws -> Data
    ) {
        self.seal = seal
        self.open = open
    }
}
