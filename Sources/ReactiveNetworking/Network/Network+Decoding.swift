import Foundation

extension Network {
    /// Sends a request, and makes a value of the response's body.
    ///
    /// ```swift
    /// network.send(request, decoding: .json([Todo].self, at: "data.items"))
    /// ```
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - decoding: how the body becomes a value; what it throws is ``OperationError/parseFailure(cause:)``.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything: all attempts, all waits, receiving and decoding (N11).
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func send<Parsed>(
        _ request: Request,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, OperationError> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return perform(request, options, endingIn: .decoded(by: decoding))
    }

    /// Sends an endpoint's request, and makes a value of the body; see
    /// ``send(_:decoding:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``.
    public func send<Parsed>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, OperationError> {
        send(
            RequestBuilder(endpoint: endpoint).build(),
            decoding: decoding,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }
}
