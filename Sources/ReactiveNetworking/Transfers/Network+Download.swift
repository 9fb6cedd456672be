extension Network {
    /// Downloads a response into a file.
    ///
    /// The data is written to a hidden file in the directory of the destination, which only the file's owner can read.
    /// When all data is on the disk, the file is renamed in one step, so a partial file never has the final name. If
    /// the download fails or is disposed of, the hidden file is removed, unless the destination is
    /// ``Destination/resumable()``.
    ///
    /// A status that is not accepted fails with the response's body, as in `send`. A further attempt resumes where the
    /// last one ended if the response has a strong validator. The request accepts no content coding unless it has an
    /// `Accept-Encoding`; the response is stored unchanged.
    ///
    /// Hooks that change the body change the stored file. Each attempt of such a download starts from the beginning,
    /// because its parts do not correspond to parts of the server's file.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - destination: The place of the file. An invalid destination fails with a ``TransferError`` before anything is
    ///     sent.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The maximum number of retries after the first attempt. If `nil`, that of the configuration
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the progress, and last of the file.
    public func download(
        _ endpoint: some Endpoint,
        to destination: Destination,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<TransferUpdate<DownloadedFile>, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return transfer(endpoint.makeRequest(), options) { context, report, output in
            do throws(TransferError) {
                return FileReceiver(try Download(context, to: destination, report), output)
            } catch {
                return FailingReceiver(error, output)
            }
        }
    }
}

extension SendOptions {
    /// Creates options without a deadline unless one is given: the deadline of a layer is meant for operations that do
    /// not last as long as there are bytes.
    package init(transferOn scheduler: (any Scheduler)? = nil, abortAfter: Duration?, maxRetries: Int?) {
        self.init(scheduler: scheduler, abortAfter: abortAfter ?? SendOptions.unlimited, maxRetries: maxRetries)
    }
}
