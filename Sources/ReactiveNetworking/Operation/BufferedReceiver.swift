import Foundation

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
    private let response = InlineLocked(PartialResponse())

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
        _ = response.withLock { response in
            defer { response = PartialResponse() }
            return response
        }
    }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        let limit = operation.context.withRequest { $0.maxBodySize }
        return response.withLock { $0.receive(event, upTo: limit) }
    }

    func conclude(_ operation: Operation, hasMoved: Bool) -> Conclusion {
        guard let response = response.withLock({ $0.whole }) else { return .failed(.withoutHead) }
        if !hasMoved { operation.context.interceptors?.note(response.data) }
        return conclude(response, operation, hasMoved: hasMoved)
    }

    private func conclude(_ response: RawResponse, _ operation: Operation, hasMoved: Bool) -> Conclusion {
        let scheduler = hasMoved ? nil : operation.parser
        if operation.takesTime(toAccept: handling) {
            if let scheduler { return .moves(to: scheduler) }
            if let refusal = operation.judge(response, handling) { return refusal }
        } else if let error = operation.context.withRequest({ $0.standardFailure(of: response) }) {
            return .failed(AttemptFailure(error: error, response: response.head))
        }
        if handling.parsesOnWorker {
            if let scheduler { return .moves(to: scheduler) }
            operation.enter(.parsing)
        }
        return operation.parse(response, handling, make)
    }
}
