/// The part of the processing of a response that does not depend on the type of its value.
struct ResponseHandling: Sendable {
    var emptyBody: EmptyBodyPolicy
    /// A Boolean value that indicates whether decoding is expensive enough to change threads.
    var parsesOnWorker: Bool
    /// Receives every rejected response, before the operation fails.
    var explain: (@Sendable (RawResponse, @escaping DecoderSource) -> Void)?
}

/// The processing of a response that is received as a whole.
struct BufferedResponse<Value: Sendable>: Sendable {
    var handling: ResponseHandling
    /// Creates the value of an accepted response.
    var make: @Sendable (RawResponse, borrowing OperationContext) throws -> Value

    func map<NewValue>(_ transform: @escaping @Sendable (Value) -> NewValue) -> BufferedResponse<NewValue> {
        BufferedResponse<NewValue>(handling: handling) { [make] in transform(try make($0, $1)) }
    }
}

extension BufferedResponse where Value == HTTP.Headers {
    static let headersOnly = BufferedResponse(
        handling: ResponseHandling(emptyBody: .allowed, parsesOnWorker: false)
    ) { response, _ in
        response.head.headers
    }
}

extension BufferedResponse {
    static func decoded<Parsed>(by decoding: Decoding<Parsed>) -> BufferedResponse
    where Value == Network.DataResponse<Parsed> {
        let handling = ResponseHandling(emptyBody: decoding.emptyBody, parsesOnWorker: decoding.isExpensive)
        return BufferedResponse(handling: handling) { response, context in
            Network.DataResponse(
                rawData: response.data,
                parsedData: try decoding.decode(response, context.decoder),
                responseHeaders: response.head.headers,
                trailers: response.trailers ?? [:],
                statusCode: response.head.status,
                url: response.head.url,
                metrics: response.metrics,
                cacheStatus: response.head.cacheStatus
            )
        }
    }
}

/// The way from an accepted response to its consumer.
private final class BufferedOutput<Value: Sendable>: Sendable {
    let make: @Sendable (RawResponse, borrowing OperationContext) throws -> Value
    let output: StartOutput<Value, Network.OperationError>

    init(
        _ make: @escaping @Sendable (RawResponse, borrowing OperationContext) throws -> Value,
        _ output: StartOutput<Value, Network.OperationError>
    ) {
        self.make = make
        self.output = output
    }
}

/// Collects a response in memory, and then accepts and decodes it.
///
/// The class is not generic: its methods would look up the type of the value at every call. The closures of its
/// initializer are specialized where the type is known.
final class BufferedReceiver: ResponseReceiver {
    private let handling: ResponseHandling
    private let openOutput: @Sendable (Operation) -> Bool
    private let terminate: @Sendable (Termination<Network.OperationError>) -> Void
    /// Creates the value of an accepted response, and returns what delivers it.
    private let make: @Sendable (RawResponse, borrowing OperationContext) throws -> @Sendable () -> Void
    private let collected = InlineLocked(PartialResponse())

    init<Value>(_ processing: BufferedResponse<Value>, _ output: StartOutput<Value, Network.OperationError>) {
        handling = processing.handling
        // Closures that capture one object need no storage of their own.
        let end = BufferedOutput(processing.make, output)
        openOutput = { end.output.open(for: $0) }
        terminate = { end.output.terminate($0) }
        make = { response, context in
            let value = try end.make(response, context)
            return { end.output.finish(with: value) }
        }
    }

    func open(for operation: Operation) -> Bool { openOutput(operation) }

    func deliver(_ end: Termination<Network.OperationError>) { terminate(end) }

    func beginAttempt() {
        // A response holds values of the user, which must not be released under the lock.
        _ = collected.withLock { collected in
            defer { collected = PartialResponse() }
            return collected
        }
    }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        let limit = operation.context.withRequest { $0.maxBodySize }
        return collected.withLock { $0.receive(event, upTo: limit) }
    }

    func receive(_ response: RawResponse, of operation: Operation) -> Bool {
        guard response.data.count <= operation.context.withRequest({ $0.maxBodySize }) else { return false }
        collected.withLock { $0 = PartialResponse(response) }
        return true
    }

    private var response: RawResponse? { collected.withLock { $0.whole } }

    func takesTime(for question: ReceiverQuestion, _ operation: Operation) -> Bool {
        switch question {
        case .acceptance: handling.takesTime(toAccept: operation)
        case .value: handling.parsesOnWorker
        }
    }

    /// Accepts or rejects a response by its status, its content type, and the user's validator (N4, N5).
    func accept(_ operation: Operation) -> Conclusion? {
        guard let response else { return .failed(.withoutHead) }
        operation.context.interceptors?.note(response.data)
        guard handling.takesTime(toAccept: operation) else {
            return operation.context.withRequest { $0.standardFailure(of: response) }.map {
                .failed(AttemptFailure(error: $0, response: response.head))
            }
        }
        switch operation.context.request.acceptance(of: response) {
        case .accepted: return nil
        case .swallowed: return .swallowed
        case .refused(let error):
            handling.explain?(response, operation.context.decoder)
            return .failed(AttemptFailure(error: error, response: response.head))
        }
    }

    func value(_ operation: Operation) -> Conclusion {
        guard let response else { return .failed(.withoutHead) }
        if handling.parsesOnWorker { operation.enter(.parsing) }
        if response.data.isEmpty,
            handling.emptyBody.isMissing(response.head.status, operation.context.withRequest { $0.method })
        {
            return .failed(AttemptFailure(error: .missingData, response: response.head))
        }
        do {
            return .accepted(try make(response, operation.context))
        } catch {
            return .failed(AttemptFailure(error: .parseFailure(cause: error), response: response.head))
        }
    }
}

extension ResponseHandling {
    /// Returns whether the decision about a response may take a while: it is that of user code, a validator or a
    /// decoding of refused bodies, or needs a checksum.
    fileprivate func takesTime(toAccept operation: Operation) -> Bool {
        explain != nil
            || operation.context.withRequest { $0.validation?.validator != nil || $0.validation?.checksums != nil }
    }
}

extension EmptyBodyPolicy {
    /// Returns whether an empty body of a response is an error.
    fileprivate func isMissing(_ status: HTTP.StatusCode, _ method: HTTP.Method) -> Bool {
        switch self {
        case .allowed: false
        case .missing: true
        case .allowedForNoContent: method != .head && ![204, 205, 304].contains(status)
        }
    }
}
