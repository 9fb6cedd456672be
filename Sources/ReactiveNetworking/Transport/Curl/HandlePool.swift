#if os(Linux)
    /// Keeps finished handles for later transfers of the same transport, if that is safe with this libcurl: creating a
    /// handle costs about as much as receiving a small response. Connections belong to the loop, not to handles.
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
                // Reset here rather than in `put`: it would delay the loop, and the memory that it frees was allocated
                // on threads like this one.
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
