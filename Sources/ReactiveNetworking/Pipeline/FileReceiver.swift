import Foundation

/// Receives a response into a file.
struct FileReceiver: ResponseReceiver {
    let download: Download

    var decorator: Decorator? {
        { RangeRequestTransport(base: $0, download: download, operation: $1) }
    }

    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<DownloadedFile, AttemptFailure> {
        events.attemptReduce(into: SavedResponse(download, operation)) {
            $0.receive($1)
        } finish: {
            $0.finished
        }
    }
}

/// The received part of an attempt.
private struct SavedResponse: Sendable {
    private let download: Download
    private let operation: Operation
    private var head: ResponseHead?
    private var refused: RefusedResponse?
    /// A Boolean value that indicates whether the received bytes do not belong to the file.
    private var isIgnored = false
    private var metrics = TransferMetrics()

    init(_ download: Download, _ operation: Operation) {
        self.download = download
        self.operation = operation
    }

    private var request: Request { operation.request }

    mutating func receive(_ event: TransportEvent) -> Result<Void, AttemptFailure> {
        if let result = refused?.receive(event) { return result }
        switch event {
        case .head(let head): return begin(head, event)
        case .body(let data) where !isIgnored:
            return attempt { () throws(TransferError) in try download.write(data) }
        case .completed(let metrics): self.metrics = metrics
        case .phase, .uploadProgress, .informational, .body: break
        }
        return .success(())
    }

    private mutating func begin(_ head: ResponseHead, _ event: TransportEvent) -> Result<Void, AttemptFailure> {
        self.head = head
        let isPart = download.isOwnPart(head) && request.acceptedCodes.contains(.ok)
        guard !request.refuses(head) || isPart || download.isComplete(head) else {
            refused = RefusedResponse(by: request)
            return refused?.receive(event) ?? .success(())
        }
        isIgnored = download.isComplete(head)
        return attempt { () throws(TransferError) in try download.begin(head) }
    }

    private func attempt<Value>(_ body: () throws(TransferError) -> Value) -> Result<Value, AttemptFailure> {
        do throws(TransferError) {
            return .success(try body())
        } catch {
            return .failure(AttemptFailure(error: .requestFailure(error: error), response: head))
        }
    }

    var finished: Result<DownloadedFile, AttemptFailure> {
        if let refused { return .failure(refused.failure) }
        guard let head else { return .failure(.withoutHead) }
        if let problem = download.lengthMismatch() ?? metrics.problem(of: head) {
            return .failure(AttemptFailure(problem))
        }
        return attempt { () throws(TransferError) in try download.publish(head, metrics) }.flatMap { file in
            // The download was disposed of, so nobody receives this error.
            guard let file else { return .failure(AttemptFailure(TransportError(.other, phase: .receiving))) }
            operation.handsOn()
            return .success(file)
        }
    }
}

extension TransferMetrics {
    /// Returns the error of a response that cannot count as complete, because it is unknown whether the server ended
    /// it.
    func problem(of head: ResponseHead) -> TransportError? {
        guard wasCutOff else { return nil }
        let detail = "the TLS connection was cut, and nothing else marks the end of the body"
        return TransportError(.truncatedResponse, host: head.url?.host, phase: .receiving, detail: detail)
    }
}
