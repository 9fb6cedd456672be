extension Hooks {
    /// The outcome of an attempt.
    public struct Attempt: Sendable {
        /// The request.
        public let request: Request
        /// The number of the attempt, starting at 1.
        public let number: Int
        /// The head of the response, if one arrived.
        public let response: ResponseHead?
        /// The body of the response if it was received completely and is in memory; `nil` for downloads to files and
        /// for streams.
        public let body: Data?
        /// The error of the attempt; `nil` if it succeeded.
        public let error: Network.OperationError?
    }

    /// The decision of an interceptor.
    public enum Decision: Sendable, Hashable {
        /// Accept the outcome: a success is delivered, a failure is passed to the ``RetryPolicy``.
        case proceed
        /// Make another attempt after a delay, regardless of the method and the policy.
        ///
        /// The outcome stands if no attempts are left, if the delay exceeds the remaining time, if the body can be sent
        /// only once, or if part of the response was already delivered (the head of a stream, the file of a download).
        case retry(after: Duration)
        /// Make another attempt after a delay, as ``retry(after:)`` does, in another environment with its
        /// configuration.
        ///
        /// Later attempts use that environment too. Environments do not apply to a request with an absolute URL: it
        /// keeps its URL.
        ///
        /// Hooks that transform the request as it was described transform it again; gates do not run again. The
        /// deadline, the number of attempts, and the log of the operation do not change. The other hooks and the
        /// policies are those of the layers with that environment; an interceptor that is among them keeps its state.
        case retryIn(Network.Environment, after: Duration)
    }

    /// Returns these hooks with an interceptor added, which runs after each attempt.
    ///
    /// Interceptors run in the order in which they were added. The first decision other than ``Decision/proceed``
    /// decides.
    ///
    /// - Parameter make: Creates the interceptor of one operation, at each start, so the interceptor can capture state
    ///   of that operation.
    /// - Returns: The hooks with the interceptor.
    public func interceptor(
        _ make: @escaping @Sendable () -> @Sendable (Attempt) async throws -> Decision
    ) -> Hooks {
        interceptor { () -> @Sendable (Attempt) -> SignalProducer<Decision, any Error> in
            let decide = make()
            return { attempt in
                SignalProducer {
                    try await decide(attempt)
                } failure: {
                    $0
                }
            }
        }
    }

    /// Returns these hooks with an interceptor added whose decision is the first value of a producer. A producer that
    /// completes without a value means ``Decision/proceed``.
    ///
    /// - Parameter make: Creates the interceptor of one operation, at each start, so the interceptor can capture state
    ///   of that operation.
    /// - Returns: The hooks with the interceptor.
    public func interceptor<Failure: Error>(
        producing make: @escaping @Sendable () -> @Sendable (Attempt) -> SignalProducer<Decision, Failure>
    ) -> Hooks {
        adding(
            .interceptor {
                let decide = make()
                return { decide($0).mapError { HookError(.interceptor, cause: $0) } }
            }
        )
    }
}
