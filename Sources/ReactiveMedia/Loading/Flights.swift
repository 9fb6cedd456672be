/// The transfers and decodings of a loader: one flight for each request, whoever asks for it (M3).
final class Flights<Media: Sendable>: Sendable {
    private typealias TransferEvent = Signal<
        TransferUpdate<Network.DataResponse<Data>>, Network.OperationError
    >.Event

    /// The highest number of bytes that a decoder receives.
    private static var maxByteCount: Int { 32 * 1_024 * 1_024 }

    private let network: Network
    private let cache: MediaCache<Media>
    private let decoding: MediaDecoding<Media>
    private let options: MediaLoader<Media>.Options
    /// Where the network delivers: a queue of the loader's, because no observer's thread must be kept waiting.
    private let worker: any Scheduler
    /// `nil` on virtual time, where decodings run in place.
    private let pool: DecodingPool?
    private let state: Locked<FlightState<Media>>

    init(
        _ network: Network,
        _ cache: MediaCache<Media>,
        _ decoding: MediaDecoding<Media>,
        _ options: MediaLoader<Media>.Options,
        isVirtual: Bool,
        worker: any Scheduler
    ) {
        self.network = network
        self.cache = cache
        self.decoding = decoding
        self.options = options
        self.worker = worker
        pool = isVirtual ? nil : .shared
        state = Locked(FlightState(options.order, maxTransfers: options.maxTransfers))
    }

    /// The result of asking for media.
    enum Joined: Sendable {
        /// The media was in memory; nothing follows.
        case hit(Media)
        /// News follow until the media or the failure. The disposable ends them, without further news.
        case waiting(any Disposable)
    }

    /// Asks for media, and begins a flight if there is none.
    func join(_ request: Request, _ asker: Asker<Media>) -> Joined {
        switch state.withLock({ $0.join(request, asker, cache) }) {
        case .hit(let media): return .hit(media)
        case .waiting(let flight, let asker, let planned):
            if let planned { begin(planned) }
            proceed()
            return .waiting(AnyDisposable { [self] in leave(flight, asker) })
        }
    }

    private func leave(_ flight: Int, _ asker: Int) {
        let (disposables, rest) = state.withLock { $0.leave(flight, asker) }
        withExtendedLifetime(rest) {
            for disposable in disposables { disposable.dispose() }
        }
        proceed()
    }

    /// Begins the transfers whose turn it is, unless another thread is doing so, or this one further up its stack.
    private func proceed() {
        guard state.withLock({ $0.beginProceeding() }) else { return }
        while let next = state.withLock({ $0.nextTransfer() }) {
            next.handle.inner = transfer(next.request) { [self] in receive($0, of: next.flight) }
        }
    }

    private func transfer(
        _ request: Request,
        _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Disposable {
        var bounded = request
        bounded.maxBodySize = min(network.resolved(request).maxBodySize, Self.maxByteCount)
        let limit = request.configuration.abortAfter ?? options.abortAfter
        // The deadline of the task that asked first is not that of the others.
        return Deadline.withoutLimit {
            network
                .download(bounded, decoding: .data.emptyBody(.missing), scheduler: worker, abortAfter: limit)
                .start(receive)
        }
    }

    private func receive(_ event: TransferEvent, of flight: Int) {
        switch event {
        case .value(.progress(let progress)):
            for asker in state.withLock({ $0.askers(of: flight) }) { asker.receive(.progress(progress)) }
        case .value(.value(let response)):
            let source = response.cacheStatus?.isHit == true ? MediaSource.disk : .network
            let planned = state.withLock { $0.received(response.rawData, from: source, flight) }
            for decoding in planned { begin(decoding) }
            proceed()
        case .failed(let error): fail(flight, error)
        case .completed, .interrupted: fail(flight, nil)
        }
    }

    /// Ends a flight whose transfer has brought nothing.
    private func fail(_ flight: Int, _ error: Network.OperationError?) {
        let closed = state.withLock { $0.isTransferring(flight) ? $0.close(flight) : nil }
        for asker in closed?.inOrder ?? [] { asker.receive(.failed(error)) }
        proceed()
    }

    private func begin(_ planned: PlannedDecoding) {
        let work: @Sendable () -> Void = { [self] in decode(planned) }
        if let pool { planned.handle.inner = pool.schedule(work) } else { work() }
    }

    private func decode(_ planned: PlannedDecoding) {
        let result = Result { try decoding.media(in: planned.data, as: planned.variant) }
        guard !planned.handle.isDisposed else { return }
        if case .success((let media, let cost)) = result, let request = request(of: planned) {
            cache.insert(media, for: request, variant: planned.variant, cost: cost)
        }
        let (askers, closed) = state.withLock { $0.decoded(planned) }
        for asker in askers {
            switch result {
            case .success((let media, _)): asker.receive(.loaded(media, from: planned.source))
            case .failure(let error): asker.receive(.failed(.parseFailure(cause: error)))
            }
        }
        withExtendedLifetime(closed) { proceed() }
    }

    private func request(of planned: PlannedDecoding) -> Request? {
        state.withLock { $0.request(of: planned) }
    }
}
