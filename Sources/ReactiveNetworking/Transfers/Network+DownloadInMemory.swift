extension Network {
    /// Downloads a response into memory, says how much of it has come, and makes a value of it.
    ///
    /// ```swift
    /// network.download(photo, decoding: .data).startWithResult { result in
    ///     switch result {
    ///     case .success(.progress(let progress)): bar.fraction = progress.fraction ?? 0
    ///     case .success(.value(let response)): show(response.parsedData)
    ///     case .failure(let error): print(error)
    ///     }
    /// }
    /// ```
    ///
    /// The body is bounded by the request's ``Request/maxBodySize``; what is larger belongs in a file
    /// (``download(_:to:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``). The response is asked for without content codings,
    /// unless the request says otherwise, so that its length is known. The body of a response that is not accepted counts as no
    /// progress.
    ///
    /// - Parameters:
    ///   - request: what to ask for; what is wrong with it comes as a failure.
    ///   - decoding: how the body becomes a value.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`, whatever the layers say.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func download<Parsed>(
        _ request: Request,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return reporting(request, options) { operation, report in
            let ending = BufferedReceiver.decoded(by: decoding)
            return perform(operation, receivedBy: ReportingDownload(base: ending, report: report))
        }
    }

    /// Downloads an endpoint's response into memory; see
    /// ``download(_:decoding:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``.
    public func download<Parsed>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        download(
            RequestBuilder(endpoint: endpoint).build(),
            decoding: decoding,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }
}
