/// Receives a response into a file.
///
/// It requests the missing part of a download, or the complete resource if the server does not provide the part.
final class FileReceiver: ResponseReceiver {
    /// The received part of an attempt.
    private struct State: Sendable {
        var head: ResponseHead?
        var refused: RefusedResponse?
        /// A Boolean value that indicates whether the received bytes do not belong to the file.
        var isIgnored = false
        var metrics = TransferMetrics()
        var part: Download.Part?
    }

    typealias Output = StartOutput<TransferUpdate<DownloadedFile>, Network.OperationError>

    private let download: Download
    private let output: Output
    private let state = Locked(State())

    init(_ download: Download, _ output: Output) {
        self.download = download
        self.output = output
    }

    func open(for operation: Operation) -> Bool { output.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { output.terminate(end) }

    func beginAttempt() { state.withLock { $0 = State() } }

    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        // Offsets and lengths of an encoded body do not correspond to those of the file.
        let whole = try request.askingUncoded()
        let part = download.nextPart()
        state.withLock { $0.part = part }
        guard let part else { return whole }
        return try whole.header(HTTP.Headers.Name.range, "bytes=\(part.offset)-")
            .header(HTTP.Headers.Name.ifRange, part.validator.text)
    }

    func canUse(_ head: ResponseHead) -> Bool {
        guard let part = state.withLock({ $0.part }) else { return true }
        return download.canUse(head, for: part)
    }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        if let refusal = state.withLock({ $0.refused?.receive(event) }) { return refusal }
        let isUnwanted = state.withLock { $0.refused != nil || $0.isIgnored }
        switch event {
        case .head(let head) where !isUnwanted: return begin(head, event, operation.context.request)
        case .body(let data) where !isUnwanted:
            return attempt { () throws(TransferError) in try download.write(data) }.failure
        case .completed(let metrics): state.withLock { $0.metrics = metrics }
        case .phase, .uploadProgress, .informational, .head, .body, .trailers: break
        }
        return nil
    }

    private func begin(_ head: ResponseHead, _ event: TransportEvent, _ request: Request) -> AttemptFailure? {
        let isComplete = download.isComplete(head)
        let isPart = download.isOwnPart(head) && request.acceptedCodes.contains(.ok)
        let isRefused = request.refuses(head) && !isPart && !isComplete
        let failure = state.withLock { state -> AttemptFailure? in
            state.head = head
            state.isIgnored = isComplete
            if isRefused { state.refused = RefusedResponse(by: request) }
            return state.refused?.receive(event)
        }
        guard !isRefused else { return failure }
        return attempt { () throws(TransferError) in try download.begin(head) }.failure
    }

    func accept(_ operation: Operation) -> Conclusion? {
        let state = state.withLock { $0 }
        if let refused = state.refused { return .failed(refused.failure) }
        guard let head = state.head else { return .failed(.withoutHead) }
        if let problem = download.lengthMismatch() ?? state.metrics.problem(of: head) {
            return .failed(AttemptFailure(problem))
        }
        switch attempt({ () throws(TransferError) in try download.checksumMismatch() }) {
        case .failure(let failure): return .failed(failure)
        case .success(let mismatch?):
            let error = ResponseValidationError(reason: mismatch, head: head, data: nil, cause: nil)
            return .failed(AttemptFailure(error: .requestFailure(error: error), response: head))
        case .success(nil): return nil
        }
    }

    func value(_ operation: Operation) -> Conclusion {
        let state = state.withLock { $0 }
        guard let head = state.head else { return .failed(.withoutHead) }
        switch attempt({ () throws(TransferError) in try download.publish(head, state.metrics) }) {
        case .failure(let failure): return .failed(failure)
        // The download was disposed of, so nobody receives this error.
        case .success(nil): return .failed(AttemptFailure(TransportError(.other, phase: .receiving)))
        case .success(let file?):
            operation.noteHandedOn()
            return .accepted { [output] in output.finish(with: .value(file)) }
        }
    }

    func close() { download.abandon() }

    private func attempt<Success>(_ body: () throws(TransferError) -> Success) -> Result<Success, AttemptFailure> {
        do throws(TransferError) {
            return .success(try body())
        } catch {
            let head = state.withLock { $0.head }
            return .failure(AttemptFailure(error: .requestFailure(error: error), response: head))
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

extension PreparedRequest {
    /// Returns the request with `Accept-Encoding: identity`, unless it has its own value.
    func askingUncoded() throws(RequestError) -> PreparedRequest {
        guard !headers.contains(HTTP.Headers.Name.acceptEncoding) else { return self }
        return try header(HTTP.Headers.Name.acceptEncoding, "identity")
    }
}

extension TransferMetrics {
    /// Returns the error of a response that cannot count as complete, because it is unknown whether the server ended
    /// it.
    package func problem(of head: ResponseHead) -> TransportError? {
        guard wasCutOff else { return nil }
        let detail = "the TLS connection was cut, and nothing else marks the end of the body"
        return TransportError(.truncatedResponse, host: head.url?.host, phase: .receiving, detail: detail)
    }
}
