extension RequestQueue {
    /// An event of a ``RequestQueue``.
    ///
    /// Operations are numbered from 1 in the order in which they were added. For each operation that begins,
    /// `beforeEach` is sent before its start, and `afterEach` after its observer has received the terminal event.
    /// `beforeAll` precedes the first operation that begins while the queue is idle, and `afterAll` follows the last
    /// one, when nothing runs and nothing waits.
    public enum Event: Sendable, Hashable {
        /// The way in which an operation ended.
        public enum Completion: Sendable, Hashable {
            /// The operation completed.
            case succeeded
            /// The operation failed.
            case failed
            /// The operation was interrupted.
            case cancelled
        }

        /// The queue begins to work.
        case beforeAll
        /// An operation with this number begins.
        case beforeEach(Int)
        /// An operation with this number has ended.
        case afterEach(Int, Completion)
        /// The queue is idle again. `anyFailed` indicates whether any operation has failed since `beforeAll`.
        case afterAll(anyFailed: Bool)
    }
}
