/// A loader of media, such as images: it transfers, decodes, and keeps them.
///
/// ```swift
/// let pictures = MediaLoader(network: network, decoding: MediaDecoding { data, _ in try Picture(data) })
///
/// pictures.load(request, placeholder: thumbnail).startWithResult { result in
///     switch result {
///     case .success(.placeholder(let picture)), .success(.loaded(let picture, _)): show(picture)
///     case .success(.progress(let progress)): bar.fraction = progress.fraction ?? 0
///     case .failure(let error): print(error)
///     }
/// }
/// ```
///
/// However many ask for a request at a time, there is one transfer, and one decoding for each variant. Decoded media
/// stays in memory (``MediaCache``); encoded bytes stay in the HTTP cache of the network, if it has one
/// (`CachingTransport`).
///
/// A loader may be used from any thread. Work in progress keeps what it needs of the loader alive.
public final class MediaLoader<Media: Sendable>: Sendable {
    /// The memory of decoded media.
    public let cache: MediaCache<Media>
    private let flights: Flights<Media>
    private let isVirtual: Bool
    private let worker: any Scheduler
    private let scheduler: (any Scheduler)?

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - network: The network that sends the requests.
    ///   - cache: The memory of decoded media.
    ///   - decoding: The decoding of the media.
    ///   - options: The options.
    ///   - clock: The clock; that of the network if `nil`. On virtual time, transfers are delivered and decoded in
    ///     place, so that a test sees all effects at their instant.
    public init(
        network: Network,
        cache: MediaCache<Media> = MediaCache(),
        decoding: MediaDecoding<Media>,
        options: Options = Options(),
        clock: (any TimedScheduler)? = nil
    ) {
        self.cache = cache
        scheduler = options.scheduler?.inOrder
        isVirtual = (clock ?? network.clock).isVirtual
        worker = isVirtual ? ImmediateScheduler() : QueueScheduler(qos: .userInitiated, name: "MediaLoader")
        flights = Flights(network, cache, decoding, options, isVirtual: isVirtual, worker: worker)
    }

    /// Loads media.
    ///
    /// Media in memory is sent on the calling thread, and the producer completes before `start` returns. Everything
    /// else arrives on the loader's scheduler (``Options/scheduler``). Equal requests share a transfer, and equal
    /// variants a decoding; each start can be disposed of without effect on the others, and the last one ends the
    /// transfer. A failure is not kept: the next start begins anew.
    ///
    /// - Parameters:
    ///   - request: The request. An invalid one is a failure.
    ///   - variant: The form in which the media is wanted.
    ///   - placeholder: The request of media to show meanwhile, such as a thumbnail. It is loaded at the same time, is
    ///     sent only if it arrives first, and its failure is ignored.
    /// - Returns: A producer of the events. It fails with the network's error, or with
    ///   `Network.OperationError.parseFailure(cause:)` if the media cannot be decoded.
    public func load(
        _ request: Request,
        variant: MediaVariant = .original,
        placeholder: Request? = nil
    ) -> SignalProducer<MediaEvent<Media>, Network.OperationError> {
        load(request, variant, placeholder) { [self] in deliveryScheduler }
    }

    /// Loads media, delivered on the scheduler that `place` returns at the start.
    func load(
        _ request: Request,
        _ variant: MediaVariant,
        _ placeholder: Request?,
        on place: @escaping @Sendable () -> any Scheduler
    ) -> SignalProducer<MediaEvent<Media>, Network.OperationError> {
        SignalProducer { [cache, flights] observer, lifetime in
            if let media = cache.media(for: request, variant: variant) {
                return observer.finish(with: media, from: .memory)
            }
            let scheduler = place()
            let meanwhile = SerialDisposable()
            lifetime += meanwhile
            if let placeholder {
                meanwhile.inner = flights.show(placeholder, variant, to: observer, on: scheduler)
            }
            lifetime += flights.load(request, variant, to: observer, on: scheduler) { meanwhile.dispose() }
        }
    }

    /// Loads media into memory before it is needed.
    ///
    /// The transfers of preloads begin when no load waits. A preload becomes a load when somebody loads its request.
    ///
    /// - Parameter requests: The requests, which are decoded as ``MediaVariant/original``.
    /// - Returns: A producer that completes when every request has been loaded or has failed.
    public func preload(_ requests: [Request]) -> SignalProducer<Never, Never> {
        SignalProducer { [self] observer, lifetime in
            let scheduler = deliveryScheduler
            // One more than the requests, so that the last of them cannot end before all have begun.
            let rest = Locked(requests.count + 1)
            let end: @Sendable () -> Void = {
                let isLast = rest.withLock { rest in
                    rest -= 1
                    return rest == 0
                }
                if isLast { scheduler.schedule { observer.sendCompleted() } }
            }
            for request in requests where !lifetime.hasEnded {
                lifetime += flights.preload(request, end)
            }
            end()
        }
    }

    /// The scheduler of a consumer that starts now. It must not be the main queue if the consumer may be blocking it.
    private var deliveryScheduler: any Scheduler {
        if let scheduler { return scheduler }
        if isVirtual { return ImmediateScheduler() }
        return StartContext.current == .observed ? UIScheduler() : worker
    }
}

extension Flights {
    /// Sends the media of a request, its progress and its failure to an observer.
    ///
    /// - Parameter note: Runs as soon as the media or its failure is known.
    fileprivate func load(
        _ request: Request,
        _ variant: MediaVariant,
        to observer: Signal<MediaEvent<Media>, Network.OperationError>.Observer,
        on scheduler: any Scheduler,
        whenKnown note: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        let joined = join(
            request,
            Asker(variant: variant) { news in
                switch news {
                case .progress(let progress): scheduler.schedule { observer.send(value: .progress(progress)) }
                case .loaded(let media, let source):
                    note()
                    scheduler.schedule { observer.finish(with: media, from: source) }
                case .failed(let error):
                    note()
                    scheduler.schedule { observer.finish(failingWith: error) }
                }
            }
        )
        switch joined {
        case .waiting(let disposable): return disposable
        case .hit(let media):
            note()
            observer.finish(with: media, from: .memory)
            return nil
        }
    }

    /// Sends the media of a request to an observer as a placeholder.
    fileprivate func show(
        _ request: Request,
        _ variant: MediaVariant,
        to observer: Signal<MediaEvent<Media>, Network.OperationError>.Observer,
        on scheduler: any Scheduler
    ) -> (any Disposable)? {
        let joined = join(
            request,
            Asker(variant: variant) { news in
                guard case .loaded(let media, _) = news else { return }
                scheduler.schedule { observer.send(value: .placeholder(media)) }
            }
        )
        switch joined {
        case .waiting(let disposable): return disposable
        case .hit(let media):
            observer.send(value: .placeholder(media))
            return nil
        }
    }

    /// Loads the media of a request into memory.
    ///
    /// - Parameter end: Runs when the media or its failure is known.
    fileprivate func preload(_ request: Request, _ end: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let asker = Asker<Media>(variant: .original, isPreload: true) { news in
            switch news {
            case .progress: break
            case .loaded, .failed: end()
            }
        }
        switch join(request, asker) {
        case .waiting(let disposable): return disposable
        case .hit:
            end()
            return nil
        }
    }
}

extension Signal.Observer {
    fileprivate func finish<Media>(with media: Media, from source: MediaSource)
    where Value == MediaEvent<Media> {
        send(value: .loaded(media, from: source))
        sendCompleted()
    }

    fileprivate func finish(failingWith error: Failure?) {
        if let error { send(error: error) } else { sendInterrupted() }
    }
}
