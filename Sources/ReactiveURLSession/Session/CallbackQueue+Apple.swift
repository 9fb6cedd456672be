#if canImport(Darwin)
    import Foundation

    /// Runs the callbacks of a session on a serial queue, one after the other.
    ///
    /// SAFETY: the class adds no state.
    final class CallbackQueue: OperationQueue, @unchecked Sendable {
        init(_ queue: DispatchQueue) {
            super.init()
            name = queue.label
            maxConcurrentOperationCount = 1
            underlyingQueue = queue
        }
    }
#endif
