import ReactiveNetworking

/// A transport decorator that stores responses and answers requests from storage, as RFC 9111 describes it for private
/// caches.
///
/// ```swift
/// let network = Network(transport: CachingTransport())
/// ```
///
/// GET and HEAD requests are answered by fresh stored responses. A stale one is validated with its `ETag` and
/// `Last-Modified`; a 304 makes it fresh again, and the caller receives the stored status and body. Other methods
/// pass, and remove what they make invalid. Equal requests under way share one exchange. See <doc:HTTPCache>.
///
/// A defect of the store fails no request: the request goes on without the cache. Events of stored responses arrive
/// on the calling thread if the store is in memory, and otherwise on a thread pool.
public struct CachingTransport: Transport {
    let core: CacheCore

    /// Creates a decorator of a transport.
    ///
    /// - Parameters:
    ///   - base: The transport to use, or `nil` for the platform's default transport.
    ///   - store: The place for the responses; the memory of the process by default.
    ///   - options: The settings.
    ///   - clock: The clock on which responses age.
    public init(
        _ base: (any Transport)? = nil,
        store: any CacheStore = MemoryCacheStore(),
        options: Options = Options(),
        clock: any TimedScheduler = QueueScheduler.shared
    ) {
        // Virtual time may pass while a store in another thread is at work.
        let storeClock: any TimedScheduler = clock.isVirtual ? QueueScheduler.shared : clock
        self.init(base ?? PlatformTransport.shared, store.storage.store, options, clock, timingStoreOn: storeClock)
    }

    /// Creates a decorator whose store has its time on a clock of its own.
    init(
        _ base: any Transport,
        _ store: any RecordStore,
        _ options: Options,
        _ clock: any TimedScheduler,
        timingStoreOn storeClock: any TimedScheduler
    ) {
        core = CacheCore(base, store, options, clock, storeClock)
    }

    /// Returns an exchange that the storage or the network answers.
    ///
    /// - Parameter request: The request.
    /// - Returns: A producer of the exchange's events.
    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        // From a disk come pieces (H35); only a receiver of whole responses takes a body in one.
        producer(of: !core.store.sendsOnPool ? request : request.paused(by: request.flow ?? Backpressure()))
    }

    /// A signal of hits, misses, validations, and changes of the store, with URLs redacted.
    ///
    /// The signal reports everything from the moment at which this property was first read. The events arrive on the
    /// thread where they happen, one at a time.
    public var events: Signal<CacheEvent, Never> { core.journal.events }

    /// The counts since the cache was created.
    public var statistics: Property<CacheStatistics> { core.journal.statistics }

    /// Returns the stored responses, the most recently used first.
    ///
    /// Responses that are complete and being stored are awaited.
    ///
    /// - Returns: A producer of one array.
    public func entries() -> SignalProducer<[CacheEntry], CacheStoreError> {
        let records = SignalProducer.deferred { [core] in core.store.allRecords() }
        return core.pendingCommits().promoteError(CacheStoreError.self).then(records).map { [core] records in
            let now = core.now
            return records.compactMap { $0.entry(at: now, core.rules.heuristics) }
        }
    }

    /// Removes all stored responses of a URL, for all identities. Responses under way are not stored.
    ///
    /// - Parameter url: The URL.
    /// - Returns: A producer of the number of removed responses.
    public func remove(_ url: URL) -> SignalProducer<Int, CacheStoreError> {
        .deferred { [core] in
            let key = CacheKey(url)
            core.table.forbidStoring(of: key)
            return core.store.removeRecords(for: key)
        }
    }

    /// Removes all stored responses. Responses under way are not stored.
    ///
    /// - Returns: A producer of the number of removed responses.
    public func clear() -> SignalProducer<Int, CacheStoreError> {
        .deferred { [core] in
            core.table.forbidAllStoring()
            return core.store.removeAll()
        }
    }
}

extension CachingTransport: DirectTransport {
    /// Those who share an exchange receive its end on threads of their own. What comes out of the storage of a cache
    /// below this one arrives on the thread that asks, and looks like a response of the server.
    package var toleratesSlowEnds: Bool { core.base.toleratesSlowObservers }

    package func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
        // The response of an event stream is never stored, but its request may make stored responses invalid (H31).
        if request.isLive, request.method.isSafe {
            core.passBy(request, output)
        } else {
            core.begin(request, output)
        }
    }
}

extension CacheRecord {
    fileprivate func entry(at now: CacheTime, _ heuristics: Heuristics) -> CacheEntry? {
        guard let url = URL(string: key.url, encodingInvalidCharacters: false) else { return nil }
        let freshness = metadata.freshness(at: now, heuristics)
        return CacheEntry(
            url: url,
            status: metadata.head.status,
            headers: metadata.head.headers,
            varyingNames: metadata.selectingFields.map(\.name),
            byteCount: bodyByteCount,
            receivedAt: metadata.received.wall,
            age: freshness.age,
            lifetime: freshness.lifetime
        )
    }
}
