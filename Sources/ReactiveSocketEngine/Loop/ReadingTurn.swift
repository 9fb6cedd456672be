#if os(Linux)
    import ReactiveHTTPModel

    /// The share of a connection in the time of the loop, between two turns of the others.
    ///
    /// A turn ends by bytes, and by time, because some bytes take far longer than others. The times are those of the
    /// arrivals, which are known anyway.
    struct ReadingTurn {
        private static let byteLimit = 256 * 1_024
        private static let timeLimit = Duration.milliseconds(1)

        private var byteCount = 0
        private var begin: Moment?
        private(set) var isOver = false

        /// Notes that bytes were read.
        mutating func note(_ count: Int, at time: Moment) {
            byteCount += count
            guard let begin else {
                begin = time
                isOver = byteCount >= Self.byteLimit
                return
            }
            isOver = byteCount >= Self.byteLimit || time - begin >= Self.timeLimit
        }
    }
#endif
