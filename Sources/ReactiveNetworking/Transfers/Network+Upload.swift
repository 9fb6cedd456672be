extension Network {
    /// Sends a request, reports the progress of its body, and returns the headers of the response.
    ///
    /// Progress never runs backward, arrives at most ten times a second, and reaches the total once. An attempt or a
    /// redirect that sends the body again reports nothing until it has passed the progress of before.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The maximum number of retries after the first attempt. If `nil`, that of the configuration
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the progress, and last of the headers.
    public func upload(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<HTTP.Headers>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return upload(endpoint.makeRequest(), options, .headersOnly)
    }

    /// Sends a request, reports the progress of its body, and decodes the body of the response.
    ///
    /// Progress never runs backward, arrives at most ten times a second, and reaches the total once. An attempt or a
    /// redirect that sends the body again reports nothing until it has passed the progress of before.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - decoding: The decoding of the response's body.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The maximum number of retries after the first attempt. If `nil`, that of the configuration
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the progress, and last of the decoded response.
    public func upload<Parsed>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return upload(endpoint.makeRequest(), options, .decoded(by: decoding))
    }

    private func upload<Output>(
        _ request: Request,
        _ options: SendOptions,
        _ response: BufferedResponse<Output>
    ) -> SignalProducer<TransferUpdate<Output>, OperationError> {
        let processing = response.map { TransferUpdate.value($0) }
        return transfer(request, options) { _, report, output in
            ProgressReceiver(BufferedReceiver(processing, output), UploadMeter(), report)
        }
    }
}
