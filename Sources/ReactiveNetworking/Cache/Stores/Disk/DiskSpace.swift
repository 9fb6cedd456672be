/// The bytes of a store's budget, for writers that ask for room before they write.
final class DiskSpace: Sendable {
    private struct State: Sendable {
        var stored: Int64 = 0
        var reserved: Int64 = 0
    }

    let maxByteCount: Int64
    private let state = InlineLocked(State())

    init(maxByteCount: Int64) {
        self.maxByteCount = maxByteCount
    }

    /// Notes the size of the store, which only the holder of its lock knows for sure.
    ///
    /// - Parameters:
    ///   - byteCount: The size.
    ///   - reserved: The bytes that were reserved until now, and are a part of the size.
    func note(stored byteCount: Int64, releasing reserved: Int64 = 0) {
        state.withLock { state in
            state.stored = byteCount
            state.reserved -= reserved
        }
    }

    /// Reserves bytes, if there is room without an eviction.
    ///
    /// - Parameters:
    ///   - count: The bytes.
    ///   - stored: The size of the store, if the caller knows it better.
    func reserve(_ count: Int64, stored: Int64? = nil) -> Bool {
        state.withLock { state in
            state.stored = stored ?? state.stored
            guard state.stored + state.reserved + count <= maxByteCount else { return false }
            state.reserved += count
            return true
        }
    }

    func release(_ count: Int64) { state.withLock { $0.reserved -= count } }
}
