/// An endpoint that declares the type of its response.
///
/// Declare the calls of an API as static members, so that a call names its request and its response at once:
///
/// ```swift
/// extension Call where Response == Todo {
///     static func todo(_ id: Int) -> Self { Self(Route(.get, "/todos/:id", path: ["id": id])) }
/// }
///
/// let todo = try await network.response(for: .todo(1)).parsedData
/// network.send(.todo(1)).startWithResult { result in print(result) }
/// ```
public struct Call<Response: Sendable>: Endpoint, Sendable {
    /// The request.
    public var request: Request
    /// The decoding of the response's body.
    public var decoding: Decoding<Response>

    /// Creates a call of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - decoding: The decoding of the response's body.
    public init(_ endpoint: some Endpoint, decoding: Decoding<Response>) {
        request = endpoint.makeRequest()
        self.decoding = decoding
    }

    /// Creates a call of an endpoint whose response is JSON, decoded with the decoder of the network
    /// (``Network/Configuration/decoder``).
    ///
    /// - Parameter endpoint: The endpoint.
    public init(_ endpoint: some Endpoint) where Response: Decodable {
        self.init(endpoint, decoding: .json(Response.self))
    }

    /// The method of the request.
    public var httpMethod: HTTP.Method { request.method }
    /// The URL of the request.
    public var absoluteUrl: String { request.url }
    /// The status codes of the request that count as success.
    public var acceptedResponseCodes: [HTTP.StatusCode] { request.acceptedResponseCodes }
    /// The header fields of the request.
    public var headers: HTTP.Headers { request.headers }
    /// The parameters of the request.
    public var parameters: Parameters { request.parameters }
    /// The content of the request.
    public var body: Body? { request.body }
    /// The source of `Authorization` of the request.
    public var authorization: Authorization? { request.authorization }
    /// The environment of the request.
    public var environment: Network.Environment? { request.environment }
    /// The request's own layer of configuration.
    public var configuration: Network.Configuration { request.configuration }

    /// Returns the request, unchanged.
    public func makeRequest() -> Request { request }
}

extension Network {
    /// Sends the request of a call, and decodes the response as the call declares.
    ///
    /// ```swift
    /// network.send(.todo(1)).startWithResult { result in print(result) }
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``OperationError``.
    ///
    /// - Parameters:
    ///   - call: The call. An invalid request is a failure of the operation.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Response>(
        _ call: Call<Response>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Response>, OperationError> {
        send(
            call.request,
            decoding: call.decoding,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends the request of a call, and waits for the decoded response.
    ///
    /// ```swift
    /// let todo = try await network.response(for: .todo(1)).parsedData
    /// ```
    ///
    /// Canceling the task cancels the transfer.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: The decoded response.
    /// - Throws: An ``OperationError``, or a `CancellationError` if the task is canceled or the response is swallowed.
    nonisolated(nonsending) public func response<Response>(
        for call: Call<Response>,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> DataResponse<Response> {
        try await send(call, abortAfter: abortAfter, maxRetries: maxRetries).value()
    }
}
