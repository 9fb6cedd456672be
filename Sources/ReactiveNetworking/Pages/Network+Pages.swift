extension Network {
    /// Requests a page, and then the pages that it leads to, one at a time, and decodes each of them.
    ///
    /// ```swift
    /// network.pages(of: .todos, decoding: .json([Todo].self))
    ///     .take(first: 3)
    ///     .startWithResult { result in print(result) }
    /// ```
    ///
    /// The next page is requested only when the previous one has been delivered and is not the last one that the
    /// consumer needs: `value()` and `take(first:)` end the sequence, and a loop over `values()` asks for a page when
    /// it needs it. Operators that change the scheduler may be one page ahead of such a loop.
    ///
    /// Each page is an operation of its own, with its own attempts, deadline, and reports. The first failure ends the
    /// sequence after the pages that have arrived; a page that was requested before is a failure too
    /// (``PageError/loop(url:)``).
    ///
    /// A page that a link or an address leads to is requested with GET (or HEAD), the settings of the first request,
    /// and the parameters in the address. At another origin, it is requested without `Authorization` and all that a
    /// redirect would not send there, also if the sequence comes back. An http address after https is a failure
    /// (``PageError/refusedDowngrade``) unless the ``RedirectPolicy`` allows it.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the first page, for example a ``Request``.
    ///   - decoding: The decoding of each page.
    ///   - next: The rule by which a page leads to the next one; ``NextPage/link`` by default.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of each page. If `nil`, that of the layers (``Configuration/abortAfter``), or 10
    ///     seconds.
    ///   - maxRetries: The number of attempts that may follow the first one of each page. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the pages.
    public func pages<Page>(
        of endpoint: some Endpoint,
        decoding: Decoding<Page>,
        next: NextPage<Page> = .link,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Page>, OperationError> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        let request = endpoint.makeRequest()
        return SignalProducer(sendingTo: { output in
            Paging(on: self, decoding, next.rule, options, sendingTo: output).begin(with: request)
        })
    }

    /// Requests a page, and then the pages that it leads to, one at a time, and decodes each of them from JSON.
    ///
    /// ```swift
    /// for try await page in network.pages(of: .todos, as: [Todo].self).values() {
    ///     show(page.parsedData)
    /// }
    /// ```
    ///
    /// For more information, see ``pages(of:decoding:next:scheduler:abortAfter:maxRetries:)``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the first page, for example a ``Request``.
    ///   - type: The type to decode.
    ///   - next: The rule by which a page leads to the next one; ``NextPage/link`` by default.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of each page. If `nil`, that of the layers (``Configuration/abortAfter``), or 10
    ///     seconds.
    ///   - maxRetries: The number of attempts that may follow the first one of each page. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the pages.
    public func pages<Page: Decodable & Sendable>(
        of endpoint: some Endpoint,
        as type: Page.Type,
        next: NextPage<Page> = .link,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Page>, OperationError> {
        pages(
            of: endpoint,
            decoding: .json(type),
            next: next,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Requests a page, and then the pages that it leads to, one at a time, and decodes each of them as a call
    /// declares.
    ///
    /// For more information, see ``pages(of:decoding:next:scheduler:abortAfter:maxRetries:)``.
    ///
    /// - Parameters:
    ///   - call: The call of the first page.
    ///   - next: The rule by which a page leads to the next one; ``NextPage/link`` by default.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of each page. If `nil`, that of the layers (``Configuration/abortAfter``), or 10
    ///     seconds.
    ///   - maxRetries: The number of attempts that may follow the first one of each page. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the pages.
    public func pages<Page>(
        of call: Call<Page>,
        next: NextPage<Page> = .link,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Page>, OperationError> {
        pages(
            of: call,
            decoding: call.decoding,
            next: next,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }
}
