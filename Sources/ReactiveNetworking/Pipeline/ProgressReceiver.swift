/// Receives a response as another receiver does, and reports the progress of the upload.
final class UploadProgressReceiver<Base: ResponseReceiver>: ResponseReceiver {
    private let base: Base
    private let report: ProgressReport

    init(_ base: Base, _ report: ProgressReport) {
        self.base = base
        self.report = report
    }

    var refusal: AttemptFailure? { base.refusal }

    func open(for operation: Operation) -> Bool { base.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { base.deliver(end) }

    func beginAttempt() { base.beginAttempt() }

    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        let request = try base.prepare(request)
        // Transports send no progress for an empty body.
        if request.content?.isEmpty ?? false { report.expectNothing() }
        return request
    }

    func canUse(_ head: ResponseHead) -> Bool { base.canUse(head) }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        if case .uploadProgress(let sent, let total) = event { report.note(sent, of: total) }
        return base.receive(event, of: operation)
    }

    func conclude(_ operation: Operation, hasMoved: Bool) -> Conclusion {
        let conclusion = base.conclude(operation, hasMoved: hasMoved)
        if case .accepted = conclusion { report.finish() }
        return conclusion
    }

    func close() { base.close() }
}

/// Receives a response as another receiver does, and reports the progress of the download.
final class DownloadProgressReceiver<Base: ResponseReceiver>: ResponseReceiver {
    /// The received part of an attempt.
    private struct Received: Sendable {
        var byteCount: Int64 = 0
        var total: Int64?
        /// A Boolean value that indicates whether the response is the requested one, and not a rejected response.
        var counts = false
    }

    private let base: Base
    private let report: ProgressReport
    private let received = Locked(Received())

    init(_ base: Base, _ report: ProgressReport) {
        self.base = base
        self.report = report
    }

    var refusal: AttemptFailure? { base.refusal }

    func open(for operation: Operation) -> Bool { base.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { base.deliver(end) }

    func beginAttempt() {
        received.withLock { $0 = Received() }
        base.beginAttempt()
    }

    /// Asks for a response without content coding, whose length allows progress to be computed.
    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        try base.prepare(request).askingUncoded()
    }

    func canUse(_ head: ResponseHead) -> Bool { base.canUse(head) }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        switch event {
        case .head(let head):
            let total = head.bodyByteCount(for: operation.context)
            let counts = !operation.context.request.refuses(head)
            tell { $0 = Received(total: total, counts: counts) }
        case .body(let data): tell { $0.byteCount += Int64(data.count) }
        case .phase, .uploadProgress, .informational, .completed: break
        }
        return base.receive(event, of: operation)
    }

    private func tell(_ change: (inout Received) -> Void) {
        let received = received.withLock { received in
            change(&received)
            return received
        }
        if received.counts { report.note(received.byteCount, of: received.total) }
    }

    func conclude(_ operation: Operation, hasMoved: Bool) -> Conclusion {
        let conclusion = base.conclude(operation, hasMoved: hasMoved)
        if case .accepted = conclusion { report.finish() }
        return conclusion
    }

    func close() { base.close() }
}

extension ResponseHead {
    /// Returns the number of bytes of the body, or `nil` if unknown. For a coded body it is unknown whether the
    /// transport decodes it.
    fileprivate func bodyByteCount(for context: OperationContext) -> Int64? {
        guard !isCoded, !(context.hooks?.changeBodies ?? false) else { return nil }
        guard context.request.method != .head, ![204, 205, 304].contains(status) else { return 0 }
        return headers[HTTP.Headers.Name.contentLength].flatMap { Int64($0) }
    }
}
