extension Network {
    /// An operation that says how far it has come, on the same scheduler as everything else it says.
    ///
    /// - Parameter operation: makes the operation, which is delivered where it happens.
    func reporting<Output>(
        on scheduler: (any Scheduler)?,
        _ operation: @escaping @Sendable (ProgressReport) -> SignalProducer<Output, OperationError>
    ) -> SignalProducer<TransferUpdate<Output>, OperationError> {
        SignalProducer { [clock] observer, lifetime in
            let report = ProgressReport(on: clock) { observer.send(value: .progress($0)) }
            lifetime += operation(report).map { TransferUpdate.value($0) }.start(observer)
        }
        .observe(on: scheduler ?? self.scheduler)
    }
}

/// Receives a response as `base` does, and says how much of the request has been sent meanwhile.
struct ReportingUpload<Base: Receiving>: Receiving {
    let base: Base
    let report: ProgressReport

    func transport(over transport: any Transport) -> any Transport { base.transport(over: transport) }

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
