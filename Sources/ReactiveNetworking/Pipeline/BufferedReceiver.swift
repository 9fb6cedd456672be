import Foundation

/// Creates the decoder for decodings that specify none.
typealias DecoderSource = @Sendable () -> JSONDecoder

/// The processing of a response that is received as a whole.
struct BufferedResponse<Value: Sendable>: Sendable {
    var emptyBody: EmptyBodyPolicy
    /// A Boolean value that indicates whether decoding is expensive enough to change threads.
    var parsesOnWorker: Bool
    /// Receives every rejected response, before the operation fails.
    var explain: (@Sendable (RawResponse, @escaping DecoderSource) -> Void)?
    /// Creates the value of an accepted response.
    var make: @Sendable (RawResponse, @escaping DecoderSource) throws -> Value

    func map<NewValue>(_ transform: @escaping @Sendable (Value) -> NewValue) -> BufferedResponse<NewValue> {
        BufferedResponse<NewValue>(emptyBody: emptyBody, parsesOnWorker: parsesOnWorker, explain: explain) { [make] in
            transform(try make($0, $1))
        }
    }
}

extension BufferedResponse where Value == HTTP.Headers {
    static let headersOnly = BufferedResponse(emptyBody: .allowed, parsesOnWorker: false) { response, _ in
        response.head.headers
    }
}

extension BufferedResponse {
    static func decoded<Parsed>(by decoding: Decoding<Parsed>) -> BufferedResponse
    where Value == Network.DataResponse<Parsed> {
        BufferedResponse(emptyBody: decoding.emptyBody, parsesOnWorker: decoding.isExpensive) { response, decoder in
            Network.DataResponse(
                rawData: response.data,
                parsedData: try decoding.decode(response, decoder),
                responseHeaders: response.head.headers,
                statusCode: response.head.status,
                url: response.head.url,
                metrics: response.metrics
            )
        }
    }
}

/// Collects a response in memory, and then accepts and decodes it.
final class BufferedReceiver<Value: Sendable>: ResponseReceiver {
    private let processing: BufferedResponse<Value>
    private let output: StartOutput<Value, Network.OperationError>
    // State of a generic type would make every access look up the type.
    private let response = InlineLocked(PartialResponse())

    init(_ processing: BufferedResponse<Value>, _ output: StartOutput<Value, Network.OperationError>) {
        self.processing = processing
        self.output = output
    }

    func open(for operation: Operation) -> Bool { output.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { output.terminate(end) }

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
        switch response.withLock({ $0.whole }) {
        case .failure(let failure): return .failed(failure)
        case .success(let response):
            if !hasMoved { operation.context.interceptors?.note(response.data) }
            return conclude(response, operation, hasMoved: hasMoved)
        }
    }

    private func conclude(_ response: RawResponse, _ operation: Operation, hasMoved: Bool) -> Conclusion {
        let scheduler = hasMoved ? nil : operation.context.parser
        if operation.runsUserCode(toAccept: processing) {
            if let scheduler { return .moves(to: scheduler) }
            if let refusal = operation.judge(response, processing) { return refusal }
        } else if let error = operation.context.withRequest({ $0.standardFailure(of: response) }) {
            return .failed(AttemptFailure(error: error, response: response.head))
        }
        if processing.parsesOnWorker {
            if let scheduler { return .moves(to: scheduler) }
            operation.enter(.parsing)
        }
        switch operation.parse(response, processing) {
        case .failure(let failure): return .failed(failure)
        case .success(let value): return .accepted { [output] in output.finish(with: value) }
        }
    }
}
