extension RetryPolicy {
    /// Why no further attempt was made. It travels beside every failure, in the operation's last ``Network.Event``.
    public enum StopReason: String, Sendable, Hashable, CustomStringConvertible {
        /// As many attempts were made as were allowed.
        case retryLimitReached = "the attempts are used up"
        /// The next wait would not have fitted into what was left of the deadline, or the deadline itself came.
        case deadline = "the deadline leaves no time"
        /// The ``RetryBudget`` that the operation shares with others is used up.
        case budget = "the retry budget is used up"
        /// The server may have processed the request, and its method must not be repeated then.
        case notRepeatable = "the request may have been processed, and must not be repeated"
        /// The body of the request is there only once, and may have been sent.
        case bodyCannotBeReplayed = "the body cannot be sent again"
        /// A second attempt would fail in the same way.
        case notTransient = "another attempt would fail in the same way"
        /// The server has answered, and its answer is no.
        case statusNotRetryable = "the server said no"

        /// A part of the response has been handed on, and cannot be taken back.
        case partiallyDelivered = "a part of the response has been handed on"

        /// The reason in words.
        public var description: String { rawValue }
    }
}

extension RetryPolicy {
    /// Who wanted another attempt, and so how long the wait before it is. It travels in ``Network.Event/Kind/retryPlanned(after:_:)``.
    public enum RetryReason: String, Sendable, Hashable, CustomStringConvertible {
        /// The ``RetryPolicy``, after its backoff.
        case policy = "the retry policy"
        /// The same, but the server has asked for a longer wait (`Retry-After`).
        case retryAfter = "the server's Retry-After"
        /// An interceptor.
        case interceptor = "an interceptor"

        /// The reason in words.
        public var description: String { rawValue }
    }
}

/// Whether a failed attempt is followed by another, and after how long. A pure value: it knows no clock.
public struct RetryPolicy: Sendable {
    /// An attempt that failed.
    public struct Failure: Sendable {
        /// The request.
        public var request: Request
        /// How it failed.
        public var error: Network.OperationError
        /// The response it failed with, if one came.
        public var response: ResponseHead?

        /// What follows where the server may have processed the request.
        fileprivate var decisionIfPossiblyProcessed: Decision {
            guard request.body?.canBeReplayed ?? true else { return .stop(.bodyCannotBeReplayed) }
            return request.isRepeatable ? .retry : .stop(.notRepeatable)
        }

        /// A failure made by hand, to ask a policy about.
        public init(request: Request, error: Network.OperationError, response: ResponseHead? = nil) {
            self.request = request
            self.error = error
            self.response = response
        }
    }

    /// The answer of a policy.
    public enum Decision: Sendable, Hashable {
        /// Another attempt makes sense.
        case retry
        /// It makes none, and this is why.
        case stop(RetryPolicy.StopReason)
    }

    /// The delays between attempts.
    public var backoff: Backoff
    /// Where in its range a delay with jitter lands, from 0 to 1: the source of chance, which a test replaces (N9). A number
    /// outside counts as the nearer end, and what is no number as 0.
    public var random: @Sendable () -> Double = { .random(in: 0..<1) } {
        didSet { randomIdentity = Identity() }
    }
    /// What all operations with this policy share, so that their retries stay few; `nil` bounds each by itself alone (N10).
    public var budget: RetryBudget?
    private let decide: @Sendable (Failure) -> Decision
    let decisionIdentity = Identity()
    /// `nil` for the system's own chance.
    private(set) var randomIdentity: Identity?

    /// A policy of your own.
    public init(backoff: Backoff = .exponential(), _ decide: @escaping @Sendable (Failure) -> Decision) {
        self.backoff = backoff
        self.decide = decide
    }

    /// The default: what was certainly not processed is sent again, and what may have been only if that does no harm (N7).
    public static let standard = RetryPolicy(Self.standardDecision)

    /// Never a second attempt.
    public static let never = RetryPolicy { _ in .stop(.retryLimitReached) }

    /// Returns this policy with delays spread by chance: for fleets of clients, which would otherwise come back together after an
    /// outage.
    ///
    /// ```swift
    /// let network = Network(retryPolicy: .standard.jittered())
    /// ```
    ///
    /// - Parameter jitter: how they are spread; by default over everything from zero to the delay.
    public func jittered(_ jitter: Backoff.Jitter = .full) -> RetryPolicy {
        var policy = self
        policy.backoff = backoff.jittered(jitter)
        return policy
    }

    /// The answer to one failure.
    public func verdict(on failure: Failure) -> Decision { decide(failure) }

    private static func standardDecision(on failure: Failure) -> Decision {
        switch failure.error {
        case .unexpectedResponseCode(let code, _):
            guard transientCodes.contains(code) else { return .stop(.statusNotRetryable) }
            return failure.decisionIfPossiblyProcessed
        case .requestFailure(let error as TransportError):
            guard error.isTransient else { return .stop(.notTransient) }
            guard error.mayHaveReachedServer else { return .retry }
            return failure.decisionIfPossiblyProcessed
        case .requestFailure(let error as ResponseValidationError):
            guard transientCodes.contains(error.head.status) else { return .stop(.statusNotRetryable) }
            return failure.decisionIfPossiblyProcessed
        case .requestFailure, .parseFailure, .missingData, .invalidResponseType, .timedOut:
            return .stop(.notTransient)
        }
    }

    private static let transientCodes: Set<HTTP.StatusCode> = [408, 425, 429, 500, 502, 503, 504]
}
