import Foundation

// The same as `send`, with what it says of the request on its way.
extension Network {
    /// Sends a request, says how much of its body has been sent, and gives the headers of the response.
    ///
    /// Progress never runs backwards, comes at most ten times a second, and comes to the total once. An attempt or a redirect
    /// that sends the body again says nothing until it has come further than before.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`, whatever the layers say.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func upload(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<HTTP.Headers>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return upload(request, options, endingIn: .headersOnly)
    }

    /// Sends a request, says how much of its body has been sent, and makes a value of the response's body, as
    /// ``send(_:decoding:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)`` does.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - decoding: how the body becomes a value.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`, whatever the layers say.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func upload<Parsed>(
        _ request: Request,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return upload(request, options, endingIn: .decoded(by: decoding))
    }

    /// Sends a request, says how much of its body has been sent, and decodes the response's body from JSON; see
    /// ``upload(_:decoding:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``.
    public func upload<Decoded: Decodable & Sendable>(
        _ request: Request,
        as type: Decoded.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Decoded>>, OperationError> {
        let decoding = Decoding<Decoded>.json(type, decoder: decoder)
        return upload(request, decoding: decoding, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }

    private func upload<Output>(
        _ request: Request,
        _ options: SendOptions,
        endingIn ending: BufferedReceiver<Output>
    ) -> SignalProducer<TransferUpdate<Output>, OperationError> {
        reporting(request, options) { operation, report in
            perform(operation, receivedBy: UploadProgressReceiver(base: ending, report: report))
        }
    }
}

extension Network {
    /// Sends an endpoint's request, and says how much of its body has been sent; see
    /// ``upload(_:scheduler:abortAfter:maxRetries:)-(Request,_,_,_)``.
    public func upload(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<HTTP.Headers>, OperationError> {
        let request = RequestBuilder(endpoint: endpoint).build()
        return upload(request, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }

    /// Sends an endpoint's request, says how much of its body has been sent, and makes a value of the response's body; see
    /// ``upload(_:decoding:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``.
    public func upload<Parsed>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        let request = RequestBuilder(endpoint: endpoint).build()
        return upload(request, decoding: decoding, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }

    /// Sends an endpoint's request, says how much of its body has been sent, and decodes the response's body from JSON; see
    /// ``upload(_:decoding:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``.
    public func upload<Decoded: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Decoded.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Decoded>>, OperationError> {
        let decoding = Decoding<Decoded>.json(type, decoder: decoder)
        let request = RequestBuilder(endpoint: endpoint).build()
        return upload(request, decoding: decoding, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }
}
