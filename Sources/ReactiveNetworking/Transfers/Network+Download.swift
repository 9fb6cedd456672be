extension Network {
    /// Downloads a response into a file.
    ///
    /// The file is written beside its destination, under a hidden name and readable by its owner only, and gets its final name in
    /// one step when it is whole and on the disk: nothing partial ever has that name. When the download fails or is disposed
    /// of, what was written is removed, unless the destination is ``Destination/resumable()``.
    ///
    /// A status that is not accepted fails with the response's body, as in `send`. Attempts go on where the last one broke off,
    /// if the response has a strong validator. The response is asked for without content codings, unless the request says
    /// otherwise; what comes is stored as it came.
    ///
    /// Hooks that change the body change what is stored. Such a download begins anew in each attempt: parts of it have no place
    /// in what the server has.
    ///
    /// - Parameters:
    ///   - request: what to ask for; what is wrong with it comes as a failure.
    ///   - destination: where to put it. What is wrong with it comes as a ``TransferError``, before anything is sent.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`, whatever the layers say.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func download(
        _ request: Request,
        to destination: Destination,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DownloadedFile>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return reporting(request, options) { operation, report in
            do throws(TransferError) {
                let download = try Download(operation, to: destination, report)
                return perform(operation, receivedBy: FileReceiver(download: download))
                    .on(terminated: { download.abandon() })
            } catch {
                return perform(operation, receivedBy: FailingReceiver(error: error))
            }
        }
    }

    /// Downloads an endpoint's response into a file; see ``download(_:to:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_)``.
    public func download(
        _ endpoint: some Endpoint,
        to destination: Destination,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DownloadedFile>, OperationError> {
        download(
            RequestBuilder(endpoint: endpoint).build(),
            to: destination,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }
}

extension SendOptions {
    /// Of an operation that has no deadline unless it is given one: not even that of a layer, which is meant for what does not
    /// take as long as there are bytes.
    init(transferOn scheduler: (any Scheduler)? = nil, abortAfter: Duration?, maxRetries: Int?) {
        self.init(scheduler: scheduler, abortAfter: abortAfter ?? SendOptions.unlimited, maxRetries: maxRetries)
    }
}
