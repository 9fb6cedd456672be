#if os(Linux)
    /// Handles that have done their work, for the next transfers of the same transport, where libcurl is safe to use so: making
    /// one anew costs about as much as taking in a small response. Connections belong to the loop and not to them.
    final class HandlePool: Sendable {
        private let limit: Int
        private let idle = InlineLocked<[EasyHandle]>([])

        init(for library: Libcurl) {
            limit = library.canReuseHandles ? 128 : 0
        }

        deinit {
            for handle in idle.withLock({ $0 }) { handle.free() }
        }

        func take() throws(TransportError) -> EasyHandle {
            while var handle = idle.withLock({ $0.popLast() }) {
                // Here and not where it was put back: the loop has no time for it, and what the reset gives back was got on
                // threads like this one.
                if handle.reset() { return handle }
                handle.free()
            }
            return try EasyHandle()
        }

        func put(_ handle: EasyHandle) {
            let isKept = idle.withLock { idle in
                guard idle.count < limit else { return false }
                idle.append(handle)
                return true
            }
            if !isKept { handle.free() }
        }
    }
#endif
