#if os(Linux)
    import ReactiveHTTPModel

    /// The answers to the last questions, each kept for a minute (EN8). Failures are not kept.
    struct AnswerCache: Sendable {
        /// The time for which an answer is kept. The system does not tell how long the name's server allows.
        static let lifetime = Duration.seconds(60)
        /// The number of answers that are kept.
        static let limit = 1_000

        private struct Answer: Sendable {
            var addresses: [SocketAddress]
            var expiry: ContinuousClock.Instant
        }

        private var answers: [LookupQuestion: Answer] = [:]

        var count: Int { answers.count }

        /// Returns the addresses if the question was answered less than ``lifetime`` ago.
        func addresses(for question: LookupQuestion, at now: ContinuousClock.Instant) -> [SocketAddress]? {
            guard let answer = answers[question], now < answer.expiry else { return nil }
            return answer.addresses
        }

        /// Keeps an answer, instead of the oldest one if there are too many.
        mutating func keep(
            _ addresses: [SocketAddress],
            for question: LookupQuestion,
            at now: ContinuousClock.Instant
        ) {
            if answers.count >= Self.limit, answers[question] == nil { makeRoom(at: now) }
            answers[question] = Answer(addresses: addresses, expiry: now + Self.lifetime)
        }

        private mutating func makeRoom(at now: ContinuousClock.Instant) {
            answers = answers.filter { now < $0.value.expiry }
            guard answers.count >= Self.limit else { return }
            if let oldest = answers.min(by: { $0.value.expiry < $1.value.expiry }) { answers[oldest.key] = nil }
        }
    }
#endif
