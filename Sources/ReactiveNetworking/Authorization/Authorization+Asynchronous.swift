extension Authorization {
    /// Asks `source`, in a task of its own, for the header value of a request that is complete but for it.
    ///
    /// The wait counts into the operation's deadline, and its disposal cancels the task. The source is asked for each
    /// attempt, and again for each redirect within the origin, since a signature holds for one URL.
    ///
    /// ```swift
    /// Authorization("vault") { _ in "Bearer " + (try await vault.token()) }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what descriptions show; not a secret.
    ///   - source: answers the whole value, scheme included; `nil` sends none. What it throws ends the operation as
    ///     ``RequestError/authorizationFailed(cause:)``.
    ///   - answer: given a 401, the value to send the request with once more; `nil` takes the 401 for the answer. It runs
    ///     where the response arrives, and must not block.
    @_disfavoredOverload
    public init(
        _ label: String,
        awaiting source: @escaping @Sendable (PreparedRequest) async throws -> String?,
        answering answer: (@Sendable (UnauthorizedResponse) throws -> String?)? = nil
    ) {
        let scheme = AskedScheme(
            ask: { request in
                SignalProducer {
                    try await source(request)
                } failure: {
                    RequestError(authorizationFailedWith: $0)
                }
            },
            answer: answer
        )
        self.init(label, .scheme(scheme))
    }

    /// Sends nothing until the server asks with a 401.
    ///
    /// - Parameters:
    ///   - label: what descriptions show; not a secret.
    ///   - answer: given the 401, the value to send the request with once more; `nil` takes the 401 for the answer. It runs
    ///     where the response arrives, and must not block.
    public static func answering(
        _ label: String,
        _ answer: @escaping @Sendable (UnauthorizedResponse) throws -> String?
    ) -> Authorization {
        Authorization(label, .scheme(AskedScheme(ask: { _ in SignalProducer(value: nil) }, answer: answer)))
    }

    /// Starts `source` for the header value of a request that is complete but for it, and takes its first value; a producer
    /// that completes without one sends none. For the rest see ``init(_:awaiting:answering:)``.
    public init<Failure: Error>(
        _ label: String,
        producing source: @escaping @Sendable (PreparedRequest) -> SignalProducer<String, Failure>
    ) {
        let scheme = AskedScheme(
            ask: { request in
                source(request).map { .some($0) }.mapError { RequestError(authorizationFailedWith: $0) }
            },
            answer: nil
        )
        self.init(label, .scheme(scheme))
    }
}

/// Closures of the user's.
private final class AskedScheme: AuthorizationScheme {
    private let ask: @Sendable (PreparedRequest) -> SignalProducer<String?, RequestError>
    private let answer: (@Sendable (UnauthorizedResponse) throws -> String?)?

    init(
        ask: @escaping @Sendable (PreparedRequest) -> SignalProducer<String?, RequestError>,
        answer: (@Sendable (UnauthorizedResponse) throws -> String?)?
    ) {
        self.ask = ask
        self.answer = answer
    }

    func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError> {
        ask(request).map { $0.map { Credentials(headerValue: $0) } }
    }

    func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>? {
        guard let answer else { return nil }
        do {
            return try answer(refusal).map { SignalProducer(value: Credentials(headerValue: $0)) }
        } catch {
            return SignalProducer(error: RequestError(authorizationFailedWith: error))
        }
    }
}

extension SignalProducer {
    /// Runs `operation` in a task of its own at each start. Whatever it throws is a failure, a cancellation that is not ours
    /// included: only disposal interrupts.
    init(
        _ operation: @escaping @Sendable () async throws -> Value,
        failure: @escaping @Sendable (any Error) -> Failure
    ) {
        self.init { observer, lifetime in
            let task = Task {
                do {
                    observer.send(value: try await operation())
                    observer.sendCompleted()
                } catch {
                    observer.send(error: failure(error))
                }
            }
            lifetime.observeEnded { task.cancel() }
        }
    }
}
