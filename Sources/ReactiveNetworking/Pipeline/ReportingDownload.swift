/// Receives a response with `base` and reports the download progress.
struct ReportingDownload<Base: ResponseReceiver>: ResponseReceiver {
    /// The received part of an attempt.
    private struct Received: Sendable {
        var byteCount: Int64 = 0
        var total: Int64?
        /// A Boolean value that indicates whether the response is the requested one, and not a rejected response.
        var counts = false
    }

    let base: Base
    let report: ProgressReport

    var decorator: Decorator? {
        { [base] transport, operation in AskingUncoded(base: base.decorator?(transport, operation) ?? transport) }
    }

    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Base.Output, AttemptFailure> {
        let received = Locked(Received())
        let reported = events.on(value: { [report] event in
            let progress = received.withLock { received -> Received? in
                switch event {
                case .head(let head):
                    received = Received(
                        total: head.bodyByteCount(for: operation),
                        counts: !operation.request.refuses(head)
                    )
                case .body(let data): received.byteCount += Int64(data.count)
                case .phase, .uploadProgress, .informational, .completed: return nil
                }
                return received.counts ? received : nil
            }
            if let progress { report.note(progress.byteCount, of: progress.total) }
        })
        return base.received(reported, for: operation, on: network).on(value: { [report] _ in report.finish() })
    }
}

/// Requests a response without content coding, whose length allows progress to be computed.
private struct AskingUncoded: Transport {
    let base: any Transport

    var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        do throws(RequestError) {
            return base.exchange(try request.askingUncoded())
        } catch {
            return SignalProducer(error: .abortedByClient(error))
        }
    }
}

extension PreparedRequest {
    /// Returns the request with `Accept-Encoding: identity`, unless it has its own value.
    func askingUncoded() throws(RequestError) -> PreparedRequest {
        guard !headers.contains(HTTP.Headers.Name.acceptEncoding) else { return self }
        return try header(HTTP.Headers.Name.acceptEncoding, "identity")
    }
}

extension ResponseHead {
    /// Returns the number of bytes of the body, or `nil` if unknown. For a coded body it is unknown whether the
    /// transport decodes it.
    fileprivate func bodyByteCount(for operation: Operation) -> Int64? {
        guard !isCoded, !(operation.hooks?.changeBodies ?? false) else { return nil }
        guard operation.request.method != .head, ![204, 205, 304].contains(status) else { return 0 }
        return headers[HTTP.Headers.Name.contentLength].flatMap { Int64($0) }
    }
}
