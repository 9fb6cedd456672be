// The spelling of APEReactiveNetworking for sending; see also APEReactiveNetworking.swift.

/// Another name for ``Network/DataResponse``.
public typealias NetworkDataResponse<Parsed: Sendable> = Network.DataResponse<Parsed>
/// Another name for `Scheduler`.
public typealias SchedulerProtocol = Scheduler
/// Another name for `TimedScheduler`.
public typealias DateScheduler = TimedScheduler

extension Network {
    /// Sends a request with a deadline in seconds, and returns the headers of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation, in seconds.
    ///   - maxRetries: The number of attempts that may follow the first; that of the layers if `nil`.
    /// - Returns: A producer of one value, the headers.
    @_disfavoredOverload
    public func send(
        _ request: ApeURLRequest,
        scheduler: (any SchedulerProtocol)? = nil,
        abortAfter: TimeInterval,
        maxRetries: Int? = nil
    ) -> SignalProducer<Http.ResponseHeaders, OperationError> {
        send(request, scheduler: scheduler, abortAfter: Duration(clamping: abortAfter), maxRetries: maxRetries)
    }

    /// Sends a request, and parses the body of the response with a closure, off the main thread.
    ///
    /// A response that has no body by its nature (204, 205, HEAD) is parsed from no bytes; any other empty one is
    /// ``OperationError/missingData``. `decoding: .custom` is the modern spelling.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation, in seconds; that of the layers if `nil`.
    ///   - maxRetries: The number of attempts that may follow the first; that of the layers if `nil`.
    ///   - parseDataBlock: The closure that parses the body. Returning `nil` and throwing are an
    ///     ``OperationError/parseFailure(cause:)``; the cause of the former is a ``NilParseResultError``.
    /// - Returns: A producer of one value, the parsed response.
    public func send<Parsed: Sendable>(
        _ request: ApeURLRequest,
        scheduler: (any SchedulerProtocol)? = nil,
        abortAfter: TimeInterval? = nil,
        maxRetries: Int? = nil,
        parseDataBlock: @escaping @Sendable (_ data: Data) throws -> Parsed?
    ) -> SignalProducer<NetworkDataResponse<Parsed>, OperationError> {
        let decoding = Decoding<Parsed>.custom { (data: Data) in
            guard let parsed = try parseDataBlock(data) else { throw NilParseResultError() }
            return parsed
        }
        return send(
            request,
            decoding: decoding,
            scheduler: scheduler,
            abortAfter: abortAfter.map(Duration.init(clamping:)),
            maxRetries: maxRetries
        )
    }
}

/// The cause of a parse failure without a reason: the parse closure returned `nil`.
public struct NilParseResultError: Error, Hashable, CustomStringConvertible, RequestNaming {
    private var line = RequestLine()

    /// The method and URL of the request, with secrets redacted. A network sets it, and the text of its
    /// ``Network/OperationError`` begins with it. It is not compared.
    public package(set) var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// Creates the cause.
    public init() {}

    /// The text for a log.
    public var description: String { ownText }

    package var ownText: String { "the parse closure returned nil" }
}

extension Request {
    /// Creates a request with a list of accepted status codes, as a builder of APEReactiveNetworking does.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL, absolute or relative to the environment.
    ///   - headers: The header fields.
    ///   - body: The content.
    ///   - acceptedResponseCodes: The status codes that count as success; 200 to 299 are the default of the layers.
    public init(
        _ method: Http.Method,
        _ url: String,
        headers: Http.RequestHeaders = [:],
        body: Body? = nil,
        acceptedResponseCodes: [Http.StatusCode]
    ) {
        let codes = AcceptedCodes(acceptedResponseCodes)
        self.init(method, url, headers: headers, body: body, acceptedCodes: codes == .success ? nil : codes)
    }
}

extension Duration {
    /// Creates a duration of seconds of any kind: no time for a negative value or NaN, and a very long time for a
    /// larger one.
    fileprivate init(clamping seconds: TimeInterval) {
        self = seconds > 0 ? (seconds < 1e15 ? .seconds(seconds) : .seconds(1_000_000_000_000_000)) : .zero
    }
}
