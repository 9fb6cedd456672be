extension Network {
    /// Returns a producer whose starts report their progress, on the same scheduler as their other events.
    ///
    /// - Parameter makeReceiver: Creates the receiver of one start's response.
    func transfer<Output>(
        _ request: Request,
        _ options: SendOptions,
        receivedBy makeReceiver:
            @escaping @Sendable (
                borrowing OperationContext, ProgressReport, StartOutput<TransferUpdate<Output>, OperationError>
            ) -> any ResponseReceiver
    ) -> SignalProducer<TransferUpdate<Output>, OperationError> {
        SignalProducer(sendingTo: { output in
            let place = place(of: options.scheduler, for: output.context, isResponse: false).inOrder
            begin(request, options, sendingTo: output, at: place, reporting: { $0.value }) { context, output in
                let delivery = Delivery(to: output, at: place, for: context.refreshing)
                let report = ProgressReport(on: context.clock) { delivery.send(.progress($0)) }
                return makeReceiver(context, report, output)
            }
        })
    }
}
