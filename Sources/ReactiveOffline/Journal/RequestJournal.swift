import ReactiveNetworking

/// A durable outbox: requests that must arrive though the network, the process or the machine go away first.
///
/// ```swift
/// let journal = try RequestJournal(directory, over: network)
/// journal.send(request).start()                        // written down, then sent; sent again after a crash
/// network.send(request).stored(in: journal, request)   // written down only if there is no network
/// journal.replay().startWithValues { print($0) }       // now; completes at the end
/// ```
///
/// An entry that was acknowledged is in the journal until its end is written down, whatever happens. Every attempt of
/// an entry carries the same `Idempotency-Key`, so that a server which honors keys processes it once. Secrets are never
/// written. See <doc:SendingLater>.
///
/// A directory is open once at a time. The journal stays open until ``close()`` is called, or until nobody refers to it
/// and none of its producers runs. It waits for the disk on a thread of its own, and only ``init(_:over:_:)``,
/// ``inspect(_:)`` and ``close()`` wait on the caller's. Events arrive on a queue of the journal's own, one at a time;
/// with a network on a virtual clock, everything happens on the calling thread.
public final class RequestJournal: Sendable {
    /// The extent of a replay.
    public struct Progress: Hashable, Sendable {
        /// The number of entries that do not wait any more.
        public let done: Int
        /// The number of entries that waited when the replay began.
        public let total: Int

        /// Creates a progress.
        ///
        /// - Parameters:
        ///   - done: The number of entries that do not wait any more.
        ///   - total: The number of entries that waited when the replay began.
        public init(done: Int = 0, total: Int = 0) {
            self.done = done
            self.total = total
        }
    }

    let core: JournalCore

    /// Opens the journal in a directory, which is made if it is missing, and repairs what a crash has left.
    ///
    /// The directory belongs to the journal alone: its permissions become 0700. Network file systems are not supported.
    ///
    /// - Parameters:
    ///   - directory: The file URL of the directory.
    ///   - network: The network that sends the requests. Its clock counts.
    ///   - configuration: The settings.
    /// - Throws: ``JournalError/inUse`` if the directory is open, ``JournalError/notAJournal`` if it is not safe or has
    ///   other files, ``JournalError/newerVersion(_:)``, ``JournalError/sealFailed(_:)``, or the failure of a system
    ///   call.
    public convenience init(
        _ directory: URL,
        over network: Network,
        _ configuration: Configuration = .init()
    ) throws(JournalError) {
        try self.init(directory, over: network, configuration, system: KernelSystem())
    }

    /// Opens the journal in a directory of a system.
    package init(
        _ directory: URL,
        over network: Network,
        _ configuration: Configuration,
        system: any JournalSystem
    ) throws(JournalError) {
        let path = try Self.path(of: directory)
        core = try JournalCore(path: path, network: network, configuration: configuration, system: system)
        count = Property(capturing: core.count)
        progress = Property(capturing: core.progress)
    }

    private static func path(of directory: URL) throws(JournalError) -> String {
        let path = directory.path
        guard directory.isFileURL, !path.isEmpty, !path.utf8.contains(0) else { throw .notAJournal }
        // With a slash or a point at its end, a path leads through a link.
        var place = path[...]
        while place.count > 1, place.hasSuffix("/") || place.hasSuffix("/.") {
            place = place.dropLast()
        }
        return String(place)
    }

    /// The entries, in the order of addition.
    public var entries: [Entry] { core.entries }

    /// The number of entries.
    public let count: Property<Int>

    /// The extent of the replay under way, or of the last one.
    public let progress: Property<Progress>

    /// A signal of everything that happens. What was found on opening is sent to the first observer.
    public var events: Signal<JournalEvent, Never> { core.reporter.events }

    /// Returns the entries of a journal that may be open, up to the first record that is not right.
    ///
    /// It takes no lock and changes nothing. It waits for the disk on the calling thread.
    ///
    /// - Parameter directory: The file URL of the directory.
    /// - Returns: The entries, in the order of addition.
    /// - Throws: ``JournalError/notAJournal`` if there is none, ``JournalError/newerVersion(_:)``,
    ///   ``JournalError/sealFailed(_:)`` if the journal is sealed, or the failure of a system call.
    public static func inspect(_ directory: URL) throws(JournalError) -> [Entry] {
        try inspect(directory, system: KernelSystem())
    }

    /// Returns the entries of a journal in a directory of a system.
    package static func inspect(
        _ directory: URL,
        system: any JournalSystem
    ) throws(JournalError) -> [Entry] {
        let folder = try Folder.opening(path: path(of: directory), system)
        guard let file = try folder.file(JournalStore.fileName, .reading) else { throw .notAJournal }
        return try Contents(file, sealedBy: nil, searching: false).index.items.map(\.entry)
    }

    /// Closes the journal.
    ///
    /// It waits for the write that is under way, and then gives the directory free. Requests that are being sent are
    /// disposed of; their entries wait for the next opening. Later calls fail with ``JournalError/closed``, and replays
    /// complete at once.
    public func close() { core.close() }
}

// Adding and removing.
extension RequestJournal {
    /// Writes a request down.
    ///
    /// The body is encoded, and a file or stream copied, when the producer is started. What the layers of the network
    /// add, authorization included, is added when the request is sent.
    ///
    /// - Parameters:
    ///   - request: The request. If its method is not idempotent, it gets an `Idempotency-Key` unless it has one.
    ///   - key: The key of its lane. The entries of one lane are sent in the order of addition, each after the end or
    ///     parking of the one before.
    /// - Returns: A producer of the entry, which is sent when it is on the disk.
    public func add(_ request: Request, key: String = "") -> SignalProducer<Entry, JournalError> {
        SignalProducer { [core] observer, lifetime in
            lifetime += core.add(request, key: key) { result in
                if case .success(let entry) = result { core.tell(.added(entry)) }
                core.replies.schedule { observer.finish(with: result) }
            }
        }
    }

    /// Writes a request down, and sends it when it is its turn.
    ///
    /// ``Delivery/added(_:)`` comes first. The entries before it in its lane are sent before it. If they, or the entry
    /// itself, must wait for a replay, ``Delivery/kept(_:_:)`` is the last value. Disposing of the producer leaves the
    /// entry in the journal; ``cancel(_:)`` removes it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The key of its lane.
    /// - Returns: A producer of the entry and its outcome.
    public func send(_ request: Request, key: String = "") -> SignalProducer<Delivery, JournalError> {
        SignalProducer { [core] observer, lifetime in
            lifetime += core.add(request, key: key) { result in
                switch result {
                case .failure(let error): core.replies.schedule { observer.send(error: error) }
                case .success(let entry):
                    core.tell(.added(entry)) { observer.send(value: $0) }
                    if let turn = core.awaitTurn(of: entry, observer) { lifetime += turn }
                }
            }
        }
    }

    /// Removes an entry. Its request is disposed of if it is being sent.
    ///
    /// - Parameter id: The number of the entry.
    /// - Returns: A producer of one value, sent when the removal is on the disk. It fails with
    ///   ``JournalError/unknownEntry`` if the journal has no such entry.
    public func cancel(_ id: Entry.ID) -> SignalProducer<Void, JournalError> {
        SignalProducer { [core] observer, _ in core.cancel(id) { observer.finish(with: $0) } }
    }

    /// Removes all entries, at once.
    ///
    /// - Returns: A producer of the outcome, which need not be started.
    @discardableResult
    public func removeAll() -> SignalProducer<Void, JournalError> {
        outcome { core.removeAll(then: $0) }
    }

    /// Lets a parked entry wait again, at once. Its attempts are counted anew.
    ///
    /// - Parameter id: The number of the entry.
    /// - Returns: A producer of the outcome, which need not be started. It fails with ``JournalError/unknownEntry`` if
    ///   the journal has no such entry.
    @discardableResult
    public func unpark(_ id: Entry.ID) -> SignalProducer<Void, JournalError> {
        outcome { core.unpark(id, then: $0) }
    }

    /// Returns a producer of the outcome of work that has begun.
    private func outcome(_ begin: (@escaping JournalCore.Reply<Void>) -> Void) -> SignalProducer<Void, JournalError> {
        let outcome = MutableProperty<Result<Void, JournalError>?>(nil)
        begin { outcome.value = $0 }
        return outcome.producer.skipNil().take(first: 1).promoteError(JournalError.self)
            .attemptMap { (result: Result<Void, JournalError>) in result }
    }
}

extension Signal.Observer {
    /// Sends the value and the completion, or the failure.
    func finish(with result: Result<Value, Failure>) {
        switch result {
        case .success(let value):
            send(value: value)
            sendCompleted()
        case .failure(let error): send(error: error)
        }
    }
}

extension JournalCore {
    /// Sends a new entry when it is its turn; returns a disposable that gives up the turn.
    fileprivate func awaitTurn(
        of entry: RequestJournal.Entry,
        _ observer: Signal<Delivery, JournalError>.Observer
    ) -> (any Disposable)? {
        guard !isClosed else {
            replies.schedule { observer.sendInterrupted() }
            return nil
        }
        let id = entry.id
        let watcher = Watcher(
            delivered: { delivery in
                observer.send(value: delivery)
                observer.sendCompleted()
            },
            removed: { observer.sendCompleted() },
            interrupted: { observer.sendInterrupted() }
        )
        state.withLock { $0.watchers[id] = watcher }
        let lane = Pass.Lane(key: entry.key) { [self] in
            index.withLock { $0.waiting(in: entry.key, upTo: id) }
        }
        let pass = Pass(self, [lane], width: 1) { [self] end, hold in
            // If it had an outcome, nobody watches the entry any more.
            guard let watcher = state.withLock({ $0.watchers.removeValue(forKey: id) }) else { return }
            switch end {
            case .failed(let error): replies.schedule { observer.send(error: error) }
            case .stopped: replies.schedule { watcher.interrupted() }
            case .completed, .offline:
                guard let item = item(id) else { return replies.schedule { watcher.removed() }.ignored }
                replies.schedule {
                    // Without a failure, the user's own code has swallowed the response.
                    guard let hold else { return watcher.interrupted() }
                    watcher.delivered(.kept(item.entry, hold))
                }
            }
        }
        work.perform { pass.begin() }
        return AnyDisposable { [self] in
            pass.cancel()
            work.perform { [self] in
                state.withLock { _ = $0.watchers.removeValue(forKey: id) }
                pass.stop()
            }
        }
    }
}
