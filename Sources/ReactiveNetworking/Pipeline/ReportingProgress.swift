extension Network {
    /// Creates an operation that reports progress, on the same scheduler as its other events.
    ///
    /// - Parameter perform: Performs the operation up to the delivery.
    func reporting<Output>(
        _ request: Request,
        _ options: SendOptions,
        _ perform: @escaping @Sendable (Operation, ProgressReport) -> SignalProducer<Output, OperationError>
    ) -> SignalProducer<TransferUpdate<Output>, OperationError> {
        .deferred { context in
            if let obstacle { return SignalProducer(error: obstacle) }
            let operation = Operation(request, options, on: self)
            let updates = SignalProducer<TransferUpdate<Output>, OperationError> { [clock] observer, lifetime in
                let report = ProgressReport(on: clock) { observer.send(value: .progress($0)) }
                lifetime += perform(operation, report).map { TransferUpdate.value($0) }.start(observer)
            }
            let delivery = delivery(on: options.scheduler, in: context, isResponse: false)
            return updates.delivered(delivery, for: operation).reported(by: operation) { $0.value }
        }
    }
}

/// Receives a response with `base` and reports the upload progress.
struct UploadProgressReceiver<Base: ResponseReceiver>: ResponseReceiver {
    let base: Base
    let report: ProgressReport

    var decorator: Decorator? {
        { [base, report] transport, operation in
            EmptyBodyProgressTransport(base: base.decorator?(transport, operation) ?? transport, report: report)
        }
    }

    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Base.Output, AttemptFailure> {
        let reported = events.on(value: { event in
            if case .uploadProgress(let sent, let total) = event { report.note(sent, of: total) }
        })
        return base.received(reported, for: operation, on: network).on(value: { _ in report.finish() })
    }
}

/// Reports completion for an empty body, for which transports send no progress.
private struct EmptyBodyProgressTransport: Transport {
    let base: any Transport
    let report: ProgressReport

    var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        if request.content?.isEmpty ?? false { report.expectNothing() }
        return base.exchange(request)
    }
}
