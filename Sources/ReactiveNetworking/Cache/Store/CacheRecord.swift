/// A stored response without its body.
public struct CacheRecord: Sendable, Identifiable {
    /// The identity of a record, chosen by its store. No other record of the store ever has the same one.
    public struct ID: RawRepresentable, Hashable, Sendable {
        /// The text of the store.
        public let rawValue: String

        /// Creates an identity.
        ///
        /// - Parameter rawValue: The text of the store.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The identity, which the record keeps when its metadata is replaced.
    public let id: ID
    /// The URL.
    public let key: CacheKey
    /// The partition.
    public let partition: CachePartition
    /// The head of the response and what the cache noted with it.
    public let metadata: CacheMetadata
    /// The number of bytes of the body.
    public let bodyByteCount: Int64

    /// Creates a record, for stores.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - key: The URL.
    ///   - partition: The partition.
    ///   - metadata: The metadata.
    ///   - bodyByteCount: The number of bytes of the body.
    public init(
        id: ID,
        key: CacheKey,
        partition: CachePartition,
        metadata: CacheMetadata,
        bodyByteCount: Int64
    ) {
        self.id = id
        self.key = key
        self.partition = partition
        self.metadata = metadata
        self.bodyByteCount = bodyByteCount
    }
}
