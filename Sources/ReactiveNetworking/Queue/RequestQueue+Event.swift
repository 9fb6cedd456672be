extension RequestQueue {
    /// Something that happens in a ``RequestQueue``.
    ///
    /// Operations have numbers, from 1 in the order in which they were added. For each that begins, `beforeEach` comes before
    /// its start, and `afterEach` after its observer has got the end. `beforeAll` precedes the first of them that begins while
    /// the queue is otherwise idle, and `afterAll` follows the last, when nothing runs and nothing waits.
    public enum Event: Sendable, Hashable {
        /// How an operation has ended.
        public enum Completion: Sendable, Hashable {
            /// It completed.
            case succeeded
            /// It failed.
            case failed
            /// It was interrupted.
            case cancelled
        }

        /// The queue begins to work.
        case beforeAll
        /// An operation begins.
        case beforeEach(Int)
        /// An operation has ended.
        case afterEach(Int, Completion)
        /// The queue is idle again, and whether any operation has failed since `beforeAll`.
        case afterAll(anyFailed: Bool)
    }
}
