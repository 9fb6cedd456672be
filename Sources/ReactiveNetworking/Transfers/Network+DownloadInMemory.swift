extension Network {
    /// Downloads a response into memory, reports the progress, and decodes the body.
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
    /// The body is bounded by ``Request/maxBodySize``; download a larger one to a file
    /// (``download(_:to:scheduler:abortAfter:maxRetries:)``). The request accepts no content coding unless it has an
    /// `Accept-Encoding`, so that the length of the response is known. The body of a response that is not accepted is
    /// no progress.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - decoding: The decoding of the body.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The maximum number of retries after the first attempt. If `nil`, that of the configuration
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the progress, and last of the decoded response.
    public func download<Parsed>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        let processing = BufferedResponse.decoded(by: decoding).map { TransferUpdate.value($0) }
        return transfer(endpoint.makeRequest(), options) { _, report, output in
            ProgressReceiver(BufferedReceiver(processing, output), DownloadMeter(), report)
        }
    }
}
