#if canImport(FoundationNetworking)
    import Foundation

    /// Runs the callbacks of a session on a serial queue, one after the other.
    ///
    /// Foundation's operations cost several times as much as the blocks of Dispatch, and the session makes three for
    /// each exchange.
    ///
    /// SAFETY: the only property is constant.
    final class CallbackQueue: OperationQueue, @unchecked Sendable {
        private let queue: DispatchQueue

        init(_ queue: DispatchQueue) {
            self.queue = queue
            super.init()
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
    }
#endif
