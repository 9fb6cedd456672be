extension RetryPolicy {
    /// The reason why no further attempt was made. The last ``Network/Event`` of a failed operation carries it.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum StopReason: String, Sendable, Hashable, CustomStringConvertible {
        /// The maximum number of attempts was made.
        case retryLimitReached = "no attempts are left"
        /// The next delay would have exceeded the deadline, or the deadline passed.
        case deadline = "the deadline leaves no time"
        /// The shared ``RetryBudget`` is exhausted.
        case budget = "the retry budget is exhausted"
        /// The server may have processed the request, and its method is not safe to repeat.
        case notRepeatable = "the request may have been processed and must not be repeated"
        /// The body can be sent only once and may have been sent.
        case bodyCannotBeReplayed = "the body cannot be sent again"
        /// Another attempt would fail in the same way.
        case notTransient = "another attempt would fail in the same way"
        /// The server responded with a status that is not worth a retry.
        case statusNotRetryable = "the response is final"

        /// Part of the response was already delivered and cannot be withdrawn.
        case partiallyDelivered = "part of the response was already delivered"

        /// A description of the reason.
        public var description: String { rawValue }
    }
}

extension RetryPolicy {
    /// The reason for another attempt and for its delay, in ``Network/Event/Kind/retryPlanned(after:_:)``.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum RetryReason: String, Sendable, Hashable, CustomStringConvertible {
        /// The ``RetryPolicy``, with the delay of its backoff.
        case policy = "the retry policy"
        /// The ``RetryPolicy``, with the longer delay that the server asked for (`Retry-After`).
        case retryAfter = "the server's Retry-After"
        /// An interceptor.
        case interceptor = "an interceptor"

        /// A description of the reason.
        public var description: String { rawValue }
    }
}

/// The rules that decide whether a failed attempt is followed by another, and after what delay. The policy is a pure
/// value and does not use a clock.
public struct RetryPolicy: Sendable {
    /// A failed attempt.
    public struct Failure: Sendable {
        /// The request.
        public var request: Request
        /// The error of the attempt.
        public var error: Network.OperationError
        /// The head of the response, if one arrived.
        public var response: ResponseHead?

        /// The decision if the server may have processed the request.
        fileprivate var decisionIfPossiblyProcessed: Decision {
            guard request.body?.canBeReplayed ?? true else { return .stop(.bodyCannotBeReplayed) }
            return request.isRepeatable ? .retry : .stop(.notRepeatable)
        }

        /// Creates a failure, for testing a policy.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - error: The error of the attempt.
        ///   - response: The head of the response, if one arrived.
        public init(request: Request, error: Network.OperationError, response: ResponseHead? = nil) {
            self.request = request
            self.error = error
            self.response = response
        }
    }

    /// The decision of a policy.
    public enum Decision: Sendable, Hashable {
        /// Make another attempt.
        case retry
        /// Make no further attempt, for this reason.
        case stop(RetryPolicy.StopReason)
    }

    /// The delays between attempts.
    public var backoff: Backoff
    /// A source of random numbers from 0 to 1, which places each delay with jitter in its range. Tests can replace it.
    /// A number outside that range counts as the nearer bound, and NaN as 0.
    public var random: @Sendable () -> Double {
        get { ownRandom?.value ?? { @Sendable in Double.random(in: 0..<1) } }
        set { ownRandom = Unique(newValue) }
    }
    /// The budget shared by all operations with this policy, which limits their retries in total. With `nil`, only each
    /// operation's own limits apply.
    public var budget: RetryBudget?
    /// The state of the network, whose return ends delays early; `nil` if it does not count.
    var offlineState: OfflineState?
    let decide: Unique<@Sendable (Failure) -> Decision>
    /// A source of random numbers of the user, or `nil` for the default one.
    private(set) var ownRandom: Unique<@Sendable () -> Double>?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - backoff: The delays between attempts.
    ///   - decide: Decides whether to make another attempt after a failure.
    public init(backoff: Backoff = .exponential(), _ decide: @escaping @Sendable (Failure) -> Decision) {
        self.backoff = backoff
        self.decide = Unique(decide)
    }

    /// The default policy: retries requests that were certainly not processed, and requests that may have been
    /// processed if repeating them is safe.
    public static let standard = RetryPolicy(Self.standardDecision)

    /// A policy that never retries.
    public static let never = RetryPolicy { _ in .stop(.retryLimitReached) }

    /// Returns this policy with random delays, so that many clients do not retry at the same moment after an outage.
    ///
    /// ```swift
    /// let network = Network(configuration: Network.Configuration(retryPolicy: .standard.jittered()))
    /// ```
    ///
    /// - Parameter jitter: The distribution of the delays; by default from zero to the full delay.
    /// - Returns: The policy with jitter.
    public func jittered(_ jitter: Backoff.Jitter = .full) -> RetryPolicy {
        var policy = self
        policy.backoff = backoff.jittered(jitter)
        return policy
    }

    /// Returns the decision on a failure.
    ///
    /// - Parameter failure: The failed attempt.
    /// - Returns: The decision of the policy.
    public func decision(on failure: Failure) -> Decision { decide.value(failure) }

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

    package static let transientCodes: Set<HTTP.StatusCode> = [408, 425, 429, 500, 502, 503, 504]
}
