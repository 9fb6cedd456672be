import ReactiveNetworking

/// The bytes of a store's budget, for writers that ask for room before they write.
final class DiskSpace: Sendable {
    private struct State: Sendable {
        /// The size of the store; `nil` until somebody has counted.
        var stored: Int64?
        var reserved: Int64 = 0
    }

    let maxByteCount: Int64
    /// The largest body that one record may have.
    let maxBodyByteCount: Int64
    private let state = InlineLocked(State())

    init(maxByteCount: Int64) {
        self.maxByteCount = maxByteCount
        maxBodyByteCount = maxByteCount / 8
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
            return reserve(count, within: maxByteCount, in: &state)
        }
    }

    /// Reserves bytes beyond the budget, by one body at most, while another process keeps this one from evicting.
    func overdraw(_ count: Int64) -> Bool {
        state.withLock { reserve(count, within: maxByteCount.addingClamped(maxBodyByteCount), in: &$0) }
    }

    private func reserve(_ count: Int64, within limit: Int64, in state: inout State) -> Bool {
        let total = (state.stored ?? maxByteCount).addingClamped(state.reserved).addingClamped(count)
        guard total <= limit else { return false }
        state.reserved += count
        return true
    }

    func release(_ count: Int64) { state.withLock { $0.reserved -= count } }
}

extension Int64 {
    /// Returns the sum of two numbers that are not negative, or the largest number if the sum is larger.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
