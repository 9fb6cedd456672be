import ReactiveNetworking

/// The outcome of one attempt to send an entry.
enum SendOutcome: Sendable {
    /// The entry has left the journal.
    case ended(Delivery)
    /// The entry is not sent until it is unparked.
    case parked(Delivery)
    /// The entry waits for the next replay.
    case kept(Delivery, Network.OperationError)
    /// The entry waits for a network.
    case offline(Delivery, Network.OperationError)
    /// The entry was not there, or was not waiting.
    case gone
    /// The journal could not be written.
    case failed(JournalError)
    /// The attempt was disposed of.
    case interrupted
}

/// The failure to read the body of an entry while it is sent.
private enum BodyFailure: Sendable {
    /// The file is missing, or not as it was written (J12).
    case lasting
    /// The system or the seal may read the file later, as once descriptors are free.
    case passing

    init(_ error: any Error) {
        switch error {
        case is BodyFileReader.Damaged, JournalError.notAJournal, JournalError.io(_, _, ENOENT),
            JournalError.io(_, _, EIO):
            self = .lasting
        default: self = .passing
        }
    }
}

// Sending one entry (J4, J10, J17, J18). Everything runs on the journal's thread, except for what the network does.
extension JournalCore {
    private typealias Completion = @Sendable (SendOutcome) -> Void

    /// Sends an entry that waits.
    func send(_ id: UInt64, completion: @escaping @Sendable (SendOutcome) -> Void) {
        guard !isClosed, let item = item(id), item.entry.state == .waiting else { return completion(.gone) }
        let request: Request
        let failure = Locked<BodyFailure?>(nil)
        do throws(JournalError) {
            if let outcome = try hindrance(for: item) { return completion(outcome) }
            let (recipe, body) = try withStore { store throws(JournalError) in try store.recipe(of: item) }
            do throws(ParkedError) {
                request = try restored(recipe, body, item, noting: failure)
            } catch {
                return completion(try park(id, for: error.reason, .requestFailure(error: error)))
            }
            try write { batch throws(JournalError) in try batch.add(.begun, Record.Change(id: id)) }
        } catch {
            if !error.isFailedSync { report(.failed(error)) }
            return completion(.failed(error))
        }
        update(id) { item in
            item.hasBegun = true
            item.entry.state = .sending
        }
        let handle = SerialDisposable()
        state.withLock { $0.sends[id] = handle }
        begin(request, item, handle) { [self] result in
            work.perform { [self] in
                state.withLock { $0.sends[id] = nil }
                completion(conclude(id, result, failure.withLock { $0 }))
            }
        }
    }

    /// Ends an entry that has expired, and parks one that may have been sent before.
    private func hindrance(for item: JournalIndex.Item) throws(JournalError) -> SendOutcome? {
        if let expires = item.expires, expires <= now() {
            try end(item, .expired)
            return .ended(.expired(item.entry))
        }
        guard configuration.uncertain == .park, item.isUncertain else { return nil }
        let error = ParkedError(reason: JournalIndex.Item.uncertainty)
        return try park(item.entry.id, for: error.reason, .requestFailure(error: error))
    }

    /// Returns the request of an entry as it is sent now.
    private func restored(
        _ recipe: Recipe,
        _ body: Data,
        _ item: JournalIndex.Item,
        noting failure: Locked<BodyFailure?>
    ) throws(ParkedError) -> Request {
        let contentType = recipe.contentType.map { HTTP.ContentType(rawValue: $0) }
        let content: Body? =
            switch recipe.body {
            case .none: nil
            case .inline: .data(body, contentType: contentType)
            case .file(let byteCount, _, _):
                .pieces(byteCount: byteCount, contentType: contentType) { [self] write in
                    try await readBody(of: item, noting: failure, write)
                }
            }
        var request: Request
        do {
            request = try configuration.restore(recipe.request(content), item.entry)
        } catch {
            throw ParkedError(reason: "it cannot be restored: \(RequestError.Cause(error))")
        }
        // An attempt without its key could be processed twice (J10).
        if let key = recipe.idempotencyKey { request.headers.set(HTTP.Headers.Name.idempotencyKey, key) }
        guard let origin = try? network.origin(of: request) else {
            throw ParkedError(reason: "its address cannot be resolved")
        }
        // What was meant for a test server must not reach the live one (J4).
        guard origin == recipe.origin else { throw ParkedError(reason: "the address has changed") }
        return request
    }

    private func readBody(
        of item: JournalIndex.Item,
        noting failure: Locked<BodyFailure?>,
        _ write: @Sendable (Data) async throws -> Void
    ) async throws {
        // The network may have tried before.
        failure.withLock { $0 = nil }
        let reader = try await reading(noting: failure) { [self] in
            let place = (item.entry.id, item.body)
            let reader = try withStore { store throws(JournalError) in try store.bodies.reader(for: place.0, place.1) }
            guard let reader else { throw BodyFileReader.Damaged() }
            return reader
        }
        let position = Locked(BodyFileReader.Position())
        while let piece = try await reading(noting: failure, { try position.withLock { try reader.next(&$0) } }) {
            try await write(piece)
        }
    }

    /// Reads a body on the journal's thread. Its failure says nothing about the request, and must not end the entry.
    private func reading<Value: Sendable>(
        noting failure: Locked<BodyFailure?>,
        _ read: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await onThread {
            do {
                return try read()
            } catch {
                failure.withLock { $0 = BodyFailure(error) }
                throw error
            }
        }
    }

    private func begin(
        _ request: Request,
        _ item: JournalIndex.Item,
        _ handle: SerialDisposable,
        then reply: @escaping @Sendable (Result<Network.DataResponse<Data>, Network.OperationError>?) -> Void
    ) {
        // A server that knows no keys must not get a request twice in one attempt either.
        let maxRetries = configuration.uncertain == .park && !item.isIdempotent ? 0 : nil
        let outcome = Locked<Result<Network.DataResponse<Data>, Network.OperationError>?>(nil)
        replies.schedule { [self] in
            guard !handle.isDisposed else { return reply(nil) }
            handle.inner = network.send(request, decoding: .data, scheduler: replies, maxRetries: maxRetries)
                .start { event in
                    switch event {
                    case .value(let response): outcome.withLock { $0 = .success(response) }
                    case .failed(let error): reply(.failure(error))
                    case .completed, .interrupted: reply(outcome.withLock { $0 })
                    }
                }
        }
    }

    /// Writes down what became of an attempt; `nil` if it was interrupted.
    private func conclude(
        _ id: UInt64,
        _ result: Result<Network.DataResponse<Data>, Network.OperationError>?,
        _ failure: BodyFailure?
    ) -> SendOutcome {
        guard !isClosed else { return .interrupted }
        guard let item = item(id), item.entry.state == .sending else { return .gone }
        do throws(JournalError) {
            switch result {
            case nil:
                update(id) { $0.entry.state = .waiting }
                return .interrupted
            case .success(let response):
                try end(item, .delivered)
                return .ended(.delivered(item.entry, response))
            case .failure(let error): return try conclude(item, error, failure)
            }
        } catch {
            // It is sent again under the same key, by this process or another.
            update(id) { $0.entry.state = .waiting }
            if !error.isFailedSync { report(.failed(error)) }
            return .failed(error)
        }
    }

    private func conclude(
        _ item: JournalIndex.Item,
        _ error: Network.OperationError,
        _ failure: BodyFailure?
    ) throws(JournalError) -> SendOutcome {
        let id = item.entry.id
        if failure == .lasting { return try park(id, for: "its body cannot be read", error) }
        switch failure == .passing ? .keep : configuration.judge(error) {
        case .discard:
            try end(item, .refused)
            return .ended(.refused(item.entry, error))
        case .offline:
            return .offline(.kept(try keep(id, attempts: item.entry.attempts), error), error)
        case .keep:
            let attempts = item.entry.attempts + 1
            if attempts >= configuration.maxAttempts {
                return try park(id, for: "\(attempts) attempts have failed", error, attempts: attempts)
            }
            if configuration.uncertain == .park, item.isUncertain, error.mayHaveBeenProcessed {
                return try park(id, for: JournalIndex.Item.uncertainty, error, attempts: attempts)
            }
            return .kept(.kept(try keep(id, attempts: attempts), error), error)
        }
    }

    // Changes of one entry, each on the disk before it is told.

    /// Removes an entry.
    func end(_ item: JournalIndex.Item, _ reason: Record.End) throws(JournalError) {
        let id = item.entry.id
        try write { batch throws(JournalError) in try batch.add(.ended, Record.Change(id: id), end: reason) }
        index.withLock { _ = $0.remove(id) }
        removeBody(of: item)
        compactIfDue()
    }

    private func keep(_ id: UInt64, attempts: Int) throws(JournalError) -> RequestJournal.Entry {
        try write { batch throws(JournalError) in
            try batch.add(.kept, Record.Change(id: id, attempts: attempts))
        }
        return update(id) { $0.keep(attempts: attempts, parked: nil) }
    }

    private func park(
        _ id: UInt64,
        for reason: String,
        _ error: Network.OperationError,
        attempts: Int? = nil
    ) throws(JournalError) -> SendOutcome {
        let attempts = attempts ?? item(id)?.entry.attempts ?? 0
        try write { batch throws(JournalError) in
            try batch.add(.kept, Record.Change(id: id, attempts: attempts, reason: reason))
        }
        return .parked(.parked(update(id) { $0.keep(attempts: attempts, parked: reason) }, error))
    }

    @discardableResult
    private func update(_ id: UInt64, _ change: (inout JournalIndex.Item) -> Void) -> RequestJournal.Entry {
        index.withLock { index in
            index.update(id, change)
            return index[id]?.entry ?? Recipe(id: id).entry
        }
    }
}
