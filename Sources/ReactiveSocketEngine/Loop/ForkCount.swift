#if os(Linux)
    import ReactiveHTTPModel
    import Synchronization

    /// The number of forks between the first process that asked and this one.
    enum ForkCount {
        private static let count = Atomic<Int>(0)

        private static let isWatching: Void = {
            pthread_atfork(nil, nil) { ForkCount.count.add(1, ordering: .relaxed) }
        }()

        /// The current number. It differs in a forked process from what its parent has read.
        static var current: Int {
            isWatching
            return count.load(ordering: .relaxed)
        }
    }
#endif
