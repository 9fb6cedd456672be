import ReactiveNetworking

/// An event of a store that no request asked for.
package enum CacheStoreReport: Sendable, Hashable {
    /// Records were removed to make room.
    case evicted(recordCount: Int)
    /// Records were found damaged, and removed.
    case corrupt(recordCount: Int)
    /// The size of the store changed: the bytes that count against its budget, and the number of its records.
    case size(byteCount: Int64, recordCount: Int)
}
