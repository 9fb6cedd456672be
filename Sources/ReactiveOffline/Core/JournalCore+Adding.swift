import ReactiveNetworking

// Adding entries (J1 to J3, J9, J21).
extension JournalCore {
    /// Writes a request down.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The key of its lane.
    ///   - reply: Is called on the journal's thread, after the entry is on the disk.
    /// - Returns: A disposable that stops the copy of a stream.
    func add(_ request: Request, key: String, then reply: @escaping Reply<RequestJournal.Entry>) -> (any Disposable)? {
        let draft: Draft
        do throws(JournalError) {
            guard !isClosed else { throw .closed }
            draft = try makeDraft(of: request, key: key)
        } catch {
            work.perform { reply(.failure(error)) }
            return nil
        }
        switch draft.content {
        case .data(let data):
            work.perform { [self] in add(draft.recipe, data, then: reply) }
            return nil
        case .stream(let stream):
            if let file = stream.file {
                work.perform { [self] in copy(file, stream.byteCount, draft.recipe, then: reply) }
                return nil
            }
            return copy(stream, draft.recipe, then: reply)
        }
    }

    /// The number of additions that share a sync at most, however many more wait.
    private static let maxWaitingCount = 256

    private struct Draft: Sendable {
        var recipe: Recipe
        var content: BodyContent
    }

    private func makeDraft(of request: Request, key: String) throws(JournalError) -> Draft {
        if let name = Redaction.standard.secret(inURL: request.url) { throw .secret(name) }
        let parts: RequestParts
        do throws(RequestError) {
            parts = try network.parts(of: request)
        } catch {
            throw .unstorable(error)
        }
        if let name = Redaction.standard.secret(in: parts.headers) { throw .secret(name) }
        if parts.url != request.url, let name = Redaction.standard.secret(inURL: parts.url) { throw .secret(name) }
        let now = now()
        var recipe = Recipe(key: key, method: parts.method, url: parts.url, origin: parts.origin)
        recipe.fields = Array(parts.headers)
        recipe.idempotencyKey = parts.headers[HTTP.Headers.Name.idempotencyKey]
        recipe.contentType = parts.contentType?.rawValue
        recipe.acceptedCodes = parts.acceptedCodes?.closedRanges
        recipe.isMarkedRepeatable = parts.isMarkedRepeatable
        recipe.added = now
        recipe.expires = configuration.expiresAfter.map { now.advanced(by: $0) }
        if recipe.idempotencyKey == nil, !parts.method.isIdempotent {
            recipe.idempotencyKey = configuration.makeKey()
        }
        if let content = parts.content { recipe.body = .inline(byteCount: content.byteCount ?? 0) }
        return Draft(recipe: recipe, content: parts.content ?? .data(Data()))
    }

    // What follows runs on the journal's thread.

    private func add(_ recipe: Recipe, _ body: Data, then reply: @escaping Reply<RequestJournal.Entry>) {
        let threshold = min(max(0, configuration.inlineBodyByteCount), Record.maxPayloadByteCount / 2)
        guard body.count > threshold else { return append(recipe, body, then: reply) }
        var isStored = recipe
        do throws(JournalError) {
            try checkRoom(forBody: Int64(body.count))
            var writer = try bodyWriter(&isStored)
            isStored.body = try finishing(isStored.id) { () throws(JournalError) in
                try writer.write(body)
                return try writer.finish()
            }
        } catch {
            return reply(.failure(error))
        }
        append(isStored, Data(), then: reply)
    }

    /// Writes the record of an entry. The reply follows when it is on the disk, together with others.
    private func append(_ recipe: Recipe, _ body: Data, then reply: @escaping Reply<RequestJournal.Entry>) {
        var recipe = recipe
        let dropped: [JournalIndex.Item]
        do throws(JournalError) {
            guard !isClosed else { throw .closed }
            if recipe.id == 0 { recipe.id = state.withLock { $0.lastID + 1 } }
            dropped = try append(recipe, body)
        } catch {
            reportFailure()
            let id = recipe.id
            if recipe.body.isFile { try? withStore { store throws(JournalError) in try store.bodies.remove(id) } }
            return reply(.failure(error))
        }
        let id = recipe.id
        state.withLock { $0.lastID = max($0.lastID, id) }
        let entry = recipe.entry
        let waitingCount = state.withLock { state in
            state.pending.append { [self] result in
                guard case .success = result else { return reply(result.map { entry }) }
                for item in dropped { leave(item, .dropped(item.entry)) }
                reply(.success(entry))
            }
            return state.pending.count
        }
        if waitingCount == 1 { work.performWhenIdle { [self] in commit() } }
        if waitingCount == Self.maxWaitingCount { commit() }
    }

    private func append(_ recipe: Recipe, _ body: Data) throws(JournalError) -> [JournalIndex.Item] {
        try withStore { store throws(JournalError) in
            var batch = store.batch
            // The size of the record decides what has to be dropped, whose records come first.
            let byteCount = try batch.add(recipe, body: body).count
            let cost = Int64(byteCount) + recipe.body.fileByteCount
            let dropped = try index.withLock { index throws(JournalError) in
                try index.room(for: cost, configuration)
            }
            if !dropped.isEmpty {
                batch = store.batch
                for item in dropped { try batch.add(.ended, Record.Change(id: item.entry.id), end: .dropped) }
                try batch.add(recipe, body: body)
            }
            let offset = try store.append(batch)
            let start = offset + Int64(batch.bytes.count - byteCount)
            index.withLock { index in
                for item in dropped { index.remove(item.entry.id) }
                index.insert(
                    JournalIndex.Item(recipe, number: batch.number, offset: start, byteCount: Int64(byteCount))
                )
            }
            return dropped
        }
    }

    /// Tells that an entry has left the journal for another reason than its outcome.
    func leave(_ item: JournalIndex.Item, _ event: JournalEvent) {
        removeBody(of: item)
        let watcher = state.withLock { $0.watchers.removeValue(forKey: item.entry.id) }
        report(event)
        if let watcher { replies.schedule { watcher.removed() } }
    }
}

// Bodies in files of their own.
extension JournalCore {
    private func checkRoom(forBody byteCount: Int64) throws(JournalError) {
        guard byteCount > configuration.maxByteCount else { return }
        let (entries, bytes) = index.withLock { ($0.count, $0.cost) }
        throw .full(entries: entries, bytes: bytes)
    }

    /// Gives an entry its number, and creates the file of its body.
    private func bodyWriter(_ recipe: inout Recipe) throws(JournalError) -> BodyFileWriter {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        recipe.id = id
        return try withStore { store throws(JournalError) in
            if let failure = store.failure { throw failure }
            return try store.bodies.writer(for: id)
        }
    }

    /// Completes the file of a body. If that fails, the file is removed; if its sync fails, the journal has failed.
    private func finishing(
        _ id: UInt64,
        _ finish: () throws(JournalError) -> Recipe.BodyPlace
    ) throws(JournalError) -> Recipe.BodyPlace {
        do throws(JournalError) {
            let place = try finish()
            try withStore { store throws(JournalError) in try store.bodies.synchronize() }
            return place
        } catch {
            try? withStore { store throws(JournalError) in
                try? store.bodies.remove(id)
                if error.isFailedSync { store.fail(error) }
            }
            reportFailure()
            throw error
        }
    }

    private func copy(
        _ file: URL,
        _ byteCount: Int64?,
        _ recipe: Recipe,
        then reply: @escaping Reply<RequestJournal.Entry>
    ) {
        var recipe = recipe
        do throws(JournalError) {
            guard !isClosed else { throw .closed }
            try checkRoom(forBody: byteCount ?? 0)
            var writer = try bodyWriter(&recipe)
            recipe.body = try finishing(recipe.id) { () throws(JournalError) in
                do {
                    let open = try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK)
                    while case let piece = try open.read(atMost: BodyFolder.pieceByteCount), !piece.isEmpty {
                        try writer.write(piece)
                        try checkRoom(forBody: writer.byteCount)
                    }
                } catch let error as JournalError {
                    throw error
                } catch {
                    let cause = (error as? SystemError)?.readError ?? error
                    throw .unstorable(.unreadableFile(path: file.path, cause: RequestError.Cause(cause)))
                }
                return try writer.finish()
            }
        } catch {
            return reply(.failure(error))
        }
        append(recipe, Data(), then: reply)
    }

    /// Copies a stream. The task waits for the disk, never for a thread.
    private func copy(
        _ stream: BodyStream,
        _ recipe: Recipe,
        then reply: @escaping Reply<RequestJournal.Entry>
    ) -> any Disposable {
        let task = Task { [self] in
            let copy = Locked<(recipe: Recipe, writer: BodyFileWriter)?>(nil)
            var result: Result<Void, JournalError> = .success(())
            do {
                try await onThread { [self] in
                    var recipe = recipe
                    let writer = try bodyWriter(&recipe)
                    copy.withLock { [recipe] in $0 = (recipe, writer) }
                }
                try await stream.write { [self] piece in
                    try await onThread { [self] in
                        try copy.withLock { copy throws(JournalError) in try copy?.writer.write(piece) }
                        try checkRoom(forBody: copy.withLock { $0?.writer.byteCount } ?? 0)
                    }
                }
                try Task.checkCancellation()
                let written = copy.withLock { $0?.writer.byteCount }
                if let expected = stream.byteCount, expected != written {
                    throw RequestError.unencodableBody(path: "", reason: "the stream has another length")
                }
            } catch let error as JournalError {
                result = .failure(error)
            } catch let error as RequestError {
                result = .failure(.unstorable(error))
            } catch {
                let reason = "the source of the bytes failed"
                let cause = RequestError.Cause(error)
                result = .failure(.unstorable(.unencodableBody(path: "", reason: reason, cause: cause)))
            }
            work.perform { [self, result] in finish(copy.withLock { $0 }, result, then: reply) }
        }
        return AnyDisposable { task.cancel() }
    }

    private func finish(
        _ copy: (recipe: Recipe, writer: BodyFileWriter)?,
        _ result: Result<Void, JournalError>,
        then reply: @escaping Reply<RequestJournal.Entry>
    ) {
        guard var (recipe, writer) = copy else { return reply(result.flatMap { .failure(.closed) }) }
        do throws(JournalError) {
            recipe.body = try finishing(recipe.id) { () throws(JournalError) in
                try result.get()
                return try writer.finish()
            }
        } catch {
            return reply(.failure(error))
        }
        append(recipe, Data(), then: reply)
    }

    /// Runs work on the journal's thread.
    func onThread<Value: Sendable>(_ job: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            work.perform { [self] in
                continuation.resume(with: Result { try isClosed ? { throw JournalError.closed }() : job() })
            }
        }
    }
}

extension JournalIndex {
    /// Returns the entries to drop so that there is room for another.
    ///
    /// - Throws: ``JournalError/full(entries:bytes:)``.
    fileprivate func room(
        for newCost: Int64,
        _ configuration: RequestJournal.Configuration
    ) throws(JournalError) -> [Item] {
        let maxCost = Int64(configuration.maxByteCount)
        var (newCount, newTotal) = (count + 1, cost + newCost)
        guard newCount > configuration.maxEntries || newTotal > maxCost else { return [] }
        var dropped: [Item] = []
        if configuration.overflow == .dropOldest, newCost <= maxCost, configuration.maxEntries > 0 {
            for item in items where item.entry.state != .sending {
                dropped.append(item)
                newCount -= 1
                newTotal -= item.cost
                if newCount <= configuration.maxEntries, newTotal <= maxCost { return dropped }
            }
        }
        throw .full(entries: count, bytes: cost)
    }
}

extension JournalError {
    /// A Boolean value that indicates whether a sync failed, after which nothing can be relied on.
    var isFailedSync: Bool {
        if case .io(let call, _, _) = self { ["fdatasync", "fsync", "fcntl"].contains(call) } else { false }
    }
}
