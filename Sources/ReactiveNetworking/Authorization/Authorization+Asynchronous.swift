extension Authorization {
    /// Creates an authorization whose header value comes from an asynchronous function.
    ///
    /// The function runs in its own task and receives a request that is complete except for this header. The wait
    /// counts toward the operation's deadline; disposing of the operation cancels the task. The function is called for
    /// each attempt, and again for each redirect within the origin, because a signature is valid for a single URL.
    ///
    /// ```swift
    /// Authorization("vault") { _ in "Bearer " + (try await vault.token()) }
    /// ```
    ///
    /// - Parameters:
    ///   - label: The name that descriptions show. It is not a secret.
    ///   - source: Returns the whole header value, including the scheme, or `nil` to send no header. A thrown error
    ///     ends the operation as `authorizationFailed(cause:)`.
    ///   - answer: Receives a 401 response and returns the header value for a second request, or `nil` to accept the
    ///     401 as the response. The closure runs where the response arrives and must not block.
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

    /// Creates an authorization that sends no header until the server responds with a 401.
    ///
    /// - Parameters:
    ///   - label: The name that descriptions show. It is not a secret.
    ///   - answer: Receives the 401 response and returns the header value for a second request, or `nil` to accept the
    ///     401 as the response. The closure runs where the response arrives and must not block.
    /// - Returns: An authorization that answers challenges.
    public static func answering(
        _ label: String,
        _ answer: @escaping @Sendable (UnauthorizedResponse) throws -> String?
    ) -> Authorization {
        Authorization(label, .scheme(AskedScheme(ask: { _ in SignalProducer(value: nil) }, answer: answer)))
    }

    /// Creates an authorization whose header value is the first value of a producer.
    ///
    /// The producer is started as the function in ``init(_:awaiting:answering:)`` is called: for each attempt and for
    /// each redirect within the origin, within the operation's deadline.
    ///
    /// - Parameters:
    ///   - label: The name that descriptions show. It is not a secret.
    ///   - source: Receives a request that is complete except for this header, and returns the producer of the whole
    ///     header value. If the producer completes without a value, no header is sent. A failure ends the operation as
    ///     `authorizationFailed(cause:)`.
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

/// A scheme that consists of the user's closures.
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
    /// Creates a producer that runs `operation` in a new task at each start. Any thrown error becomes a failure,
    /// including a cancellation error that disposal did not cause: only disposal interrupts.
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
