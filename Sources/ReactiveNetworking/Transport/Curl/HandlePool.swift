#if os(Linux)
    /// Handles that have done their work, reset, for the next transfers of the same transport: making one anew costs about
    /// as much as taking in a small response. Connections belong to the loop and not to them.
    final class HandlePool: Sendable {
        private static let limit = 128
        private let idle = InlineLocked<[EasyHandle]>([])

        deinit {
            for handle in idle.withLock({ $0 }) { handle.free() }
        }

        func take() throws(TransportError) -> EasyHandle {
            if let handle = idle.withLock({ $0.popLast() }) { return handle }
            return try EasyHandle()
        }

        func put(_ handle: EasyHandle) {
            var handle = handle
            guard handle.reset() else { return handle.free() }
            let isKept = idle.withLock { [handle] idle in
                guard idle.count < Self.limit else { return false }
                idle.append(handle)
                return true
            }
            if !isKept { handle.free() }
        }
    }
#endif
