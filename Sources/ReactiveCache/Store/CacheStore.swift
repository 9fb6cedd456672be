/// A place where a ``CachingTransport`` keeps responses: a ``MemoryCacheStore``, or a ``DiskCacheStore``.
///
/// ```swift
/// let store: any CacheStore = isKept ? try DiskCacheStore(directory: directory) : MemoryCacheStore()
/// let transport = CachingTransport(store: store)
/// ```
///
/// The interface between a store and the cache is not public, so these are the only two stores.
public protocol CacheStore: Sendable {
    /// The records of the store.
    var storage: CacheStorage { get }
}

/// The records of a ``CacheStore``, which the cache alone reads and changes.
public struct CacheStorage: Sendable {
    package let store: any RecordStore

    package init(_ store: any RecordStore) {
        self.store = store
    }
}
