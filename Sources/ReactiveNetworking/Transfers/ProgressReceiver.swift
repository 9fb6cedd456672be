/// Receives a response as another receiver does, and reports the progress that a meter reads from the events.
final class ProgressReceiver<Base: ResponseReceiver, Meter: ProgressMeter>: ResponseReceiver {
    private let base: Base
    private let meter: Meter
    private let report: ProgressReport

    init(_ base: Base, _ meter: Meter, _ report: ProgressReport) {
        self.base = base
        self.meter = meter
        self.report = report
    }

    var refusal: AttemptFailure? { base.refusal }

    func open(for operation: Operation) -> Bool { base.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { base.deliver(end) }

    func beginAttempt() {
        meter.reset()
        base.beginAttempt()
    }

    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        try meter.prepare(base.prepare(request), report)
    }

    func canUse(_ head: ResponseHead) -> Bool { base.canUse(head) }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        meter.note(event, of: operation.context, report)
        return base.receive(event, of: operation)
    }

    func takesTime(for question: ReceiverQuestion, _ operation: Operation) -> Bool {
        base.takesTime(for: question, operation)
    }

    func accept(_ operation: Operation) -> Conclusion? { base.accept(operation) }

    func value(_ operation: Operation) -> Conclusion {
        let conclusion = base.value(operation)
        if case .accepted = conclusion { report.finish() }
        return conclusion
    }

    func close() { base.close() }
}

/// A way to read the progress of a transfer from its events.
protocol ProgressMeter: Sendable {
    /// Forgets an earlier attempt.
    func reset()

    /// Returns the request as the meter needs it.
    func prepare(_ request: PreparedRequest, _ report: ProgressReport) throws(RequestError) -> PreparedRequest

    /// Reports the progress that an event makes.
    func note(_ event: TransportEvent, of context: borrowing OperationContext, _ report: ProgressReport)
}

/// Counts the sent bytes of the request.
struct UploadMeter: ProgressMeter {
    func reset() {}

    func prepare(_ request: PreparedRequest, _ report: ProgressReport) -> PreparedRequest {
        // Transports send no progress for an empty body.
        if request.content?.isEmpty ?? false { report.expectNothing() }
        return request
    }

    func note(_ event: TransportEvent, of context: borrowing OperationContext, _ report: ProgressReport) {
        if case .uploadProgress(let sent, let total) = event { report.note(sent, of: total) }
    }
}

/// Counts the received bytes of the response.
final class DownloadMeter: ProgressMeter {
    /// The received part of an attempt.
    private struct Received: Sendable {
        var byteCount: Int64 = 0
        var total: Int64?
        /// A Boolean value that indicates whether the response is the requested one, and not a rejected response.
        var counts = false
    }

    private let received = Locked(Received())

    func reset() { received.withLock { $0 = Received() } }

    /// Asks for a response without content coding, whose length allows progress to be computed.
    func prepare(_ request: PreparedRequest, _ report: ProgressReport) throws(RequestError) -> PreparedRequest {
        try request.askingUncoded()
    }

    func note(_ event: TransportEvent, of context: borrowing OperationContext, _ report: ProgressReport) {
        switch event {
        case .head(let head):
            let total = head.bodyByteCount(for: context)
            let counts = !context.request.refuses(head)
            tell(report) { $0 = Received(total: total, counts: counts) }
        case .body(let data): tell(report) { $0.byteCount += Int64(data.count) }
        case .phase, .uploadProgress, .informational, .trailers, .completed: break
        }
    }

    private func tell(_ report: ProgressReport, _ change: (inout Received) -> Void) {
        let received = received.withLock { received in
            change(&received)
            return received
        }
        if received.counts { report.note(received.byteCount, of: received.total) }
    }
}

extension ResponseHead {
    /// Returns the number of bytes of the body, or `nil` if unknown. For a coded body it is unknown whether the
    /// transport decodes it.
    fileprivate func bodyByteCount(for context: borrowing OperationContext) -> Int64? {
        guard !isCoded, !(context.hooks?.changeBodies ?? false) else { return nil }
        guard context.request.method != .head, ![204, 205, 304].contains(status) else { return 0 }
        return headers[HTTP.Headers.Name.contentLength].flatMap { Int64($0) }
    }
}
