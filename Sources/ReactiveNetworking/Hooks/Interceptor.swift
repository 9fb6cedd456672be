import Foundation

extension Hooks {
    /// How an attempt has ended.
    public struct Attempt: Sendable {
        /// The request.
        public let request: Request
        /// Which attempt it was; the first one is 1.
        public let number: Int
        /// The head of the response, if one came.
        public let response: ResponseHead?
        /// The body of the response, if it was received whole and is in memory: not of a download to a file or a stream.
        public let body: Data?
        /// How it failed; `nil` if it succeeded.
        public let error: Network.OperationError?
    }

    /// What an interceptor wants.
    public enum Decision: Sendable, Hashable {
        /// The outcome stands: a success is delivered, a failure goes to the ``RetryPolicy``.
        case proceed
        /// Another attempt, whatever the method and the policy. Where the attempts are used up, the wait does not fit into what
        /// is left of the deadline, the body is there only once, or a part of the response has been handed on (the head of a
        /// stream, the file of a download), the outcome stands.
        case retry(after: Duration)
        /// Another attempt, as with ``retry(after:)``, against another environment, with all that this one says. Later attempts go
        /// there too. A request with an absolute URL is no environment's concern, and stays where it is.
        ///
        /// Layers that change the request as it was described change it anew; gates are not asked again. The deadline, the number of
        /// attempts, the retry policy and the log of the operation stay those it began with.
        case retryIn(Network.Environment, after: Duration)
    }

    /// Adds an interceptor, which is asked after each attempt, after those that were added before; the first that does not say
    /// ``Decision/proceed`` decides.
    ///
    /// - Parameter make: makes the interceptor of one operation, at each start: what it captures is that operation's own.
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

    /// Adds an interceptor whose first value is its verdict; completing without one means ``Decision/proceed``. See
    /// ``interceptor(_:)``.
    public func interceptor<Failure: Error>(
        producing make: @escaping @Sendable () -> @Sendable (Attempt) -> SignalProducer<Decision, Failure>
    ) -> Hooks {
        adding {
            $0.interceptors.append {
                let decide = make()
                return { decide($0).mapError { HookError(.interceptor, cause: $0) } }
            }
        }
    }

    func makeInterceptors() -> OperationInterceptors? {
        interceptors.isEmpty ? nil : OperationInterceptors(interceptors.map { $0() })
    }
}

/// The interceptors of one operation.
final class OperationInterceptors: Sendable {
    typealias Decider = @Sendable (Hooks.Attempt) -> SignalProducer<Hooks.Decision, HookError>

    /// The part of the response's body that has come in the present attempt.
    private struct Response: Sendable {
        var head: ResponseHead?
        var body: Data?
    }

    private let deciders: [Decider]
    private let response = Locked(Response())

    init(_ deciders: [Decider]) {
        self.deciders = deciders
    }

    func note(_ head: ResponseHead) { response.withLock { $0.head = head } }

    func note(_ body: Data) { response.withLock { $0.body = body } }

    func beginAttempt() { response.withLock { $0 = Response() } }

    /// Exactly one verdict on an attempt that has ended.
    func verdict(
        on error: Network.OperationError?,
        of operation: Operation
    ) -> SignalProducer<Hooks.Decision, HookError> {
        let response = response.withLock { $0 }
        let attempt = Hooks.Attempt(
            request: operation.request,
            number: operation.attempts,
            response: response.head,
            body: response.body,
            error: error
        )
        return deciders.reduce(SignalProducer(value: .proceed)) { before, decide in
            before.flatMap(.concat) { verdict in
                guard verdict == .proceed else { return SignalProducer(value: verdict) }
                return decide(attempt).take(first: 1).reduce(.proceed) { $1 }
            }
        }
    }
}
