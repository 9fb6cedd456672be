import ReactiveNetworking

/// A stored response without its body.
package struct CacheRecord: Sendable, Identifiable {
    /// The identity of a record, chosen by its store. No other record of the store ever has the same one.
    package struct ID: RawRepresentable, Hashable, Sendable {
        /// The text of the store.
        package let rawValue: String

        /// Creates an identity.
        ///
        /// - Parameter rawValue: The text of the store.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The values, out of line: records are copied often.
    private final class Box: Sendable {
        let id: ID
        let key: CacheKey
        let partition: CachePartition
        let metadata: CacheMetadata
        let bodyByteCount: Int64

        init(_ id: ID, _ key: CacheKey, _ partition: CachePartition, _ metadata: CacheMetadata, _ byteCount: Int64) {
            self.id = id
            self.key = key
            self.partition = partition
            self.metadata = metadata
            bodyByteCount = byteCount
        }
    }

    private let box: Box

    /// The identity, which the record keeps when its metadata is replaced.
    package var id: ID { box.id }
    /// The URL.
    package var key: CacheKey { box.key }
    /// The partition.
    package var partition: CachePartition { box.partition }
    /// The head of the response and what the cache noted with it.
    package var metadata: CacheMetadata { box.metadata }
    /// The number of bytes of the body.
    package var bodyByteCount: Int64 { box.bodyByteCount }

    /// Creates a record, for stores.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - key: The URL.
    ///   - partition: The partition.
    ///   - metadata: The metadata.
    ///   - bodyByteCount: The number of bytes of the body.
    package init(
        id: ID,
        key: CacheKey,
        partition: CachePartition,
        metadata: CacheMetadata,
        bodyByteCount: Int64
    ) {
        box = Box(id, key, partition, metadata, bodyByteCount)
    }
}

extension CacheRecord {
    /// Returns whether the other value is a copy of this one. Values are not compared.
    func isIdentical(to other: CacheRecord) -> Bool { box === other.box }
}
