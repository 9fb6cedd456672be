import ReactiveNetworking

extension CacheFetch {
    /// The bounds of what is stored side by side for one URL and one identity.
    private enum Limit {
        static let variantCount = 32
        static let partCount = 256
    }

    /// Runs when the store has taken bytes, or takes no more.
    func progressed() {
        let hasFailed = state.withLock { state in
            guard case .writer(let writer, _) = state.storage, state.commit == nil else { return false }
            return writer.writtenByteCount == nil
        }
        if hasFailed { dropStorage() } else { releaseConsumed() }
        deliverAll()
    }

    /// Ends an exchange whose events are over, and stores its response if that is whole.
    func complete() {
        let (storage, end) = state.withLock { state -> (Storage, End) in
            let end = End.completed(trailers: state.isRest ? nil : state.trailers, state.completion)
            guard state.isWhole else { return (.none, end) }
            // From now on, the last caller that leaves does not end the exchange.
            if state.storage.isInUse { state.commit = Commit() }
            return (state.storage, end)
        }
        switch storage {
        case .none, .abandoned:
            dropStorage()
            if let head = state.withLock({ $0.phase.streamedHead }) { forgetStored(insteadOf: head) }
        case .memory(let form, _):
            storeInMemory(form)
            state.withLock { $0.commit = nil }
        case .writer(let writer, let form): commit(writer, form)
        }
        finish(end)
    }

    private func storeInMemory(_ form: StoredAs) {
        let (log, reserved) = state.withLock { state -> (PieceLog?, Int) in
            guard case .memory(let form, let reserved) = state.storage else { return (nil, 0) }
            state.storage = .memory(form, reservedByteCount: 0)
            return (state.isStoringForbidden ? nil : state.log, reserved)
        }
        guard let log else { return core.store.releaseNow(reserved) }
        var whole: CacheRecord?
        do throws(CacheStoreError) {
            let record = try core.store.insertNow(
                form.metadata,
                log.pieces,
                for: lead.request.key,
                in: form.partition,
                among: lead.partitions.all,
                releasing: reserved
            ) { current in
                let change = Replacement(of: form, among: current, self)
                whole = change.refreshed
                return change.isWanted && !state.withLock(\.isStoringForbidden) ? change.replaced : nil
            }
            if let record { return note(.success(record), log.end) }
            // A response that must not be stored is counted already.
            guard !state.withLock(\.isStoringForbidden) else { return }
            if let whole {
                refresh(whole, by: state.withLock { $0.phase.streamedHead }, of: form)
            } else {
                noteAbandoned()
            }
        } catch {
            note(.failure(error), log.end)
        }
    }

    /// Begins to commit. The callers do not wait for it; later requests do.
    private func commit(_ writer: RecordWriter, _ form: StoredAs) {
        core.table.beginCommit(of: self)
        let head = state.withLock { $0.phase.streamedHead }
        let whole = Locked<CacheRecord?>(nil)
        let commit = RecordWriter.Commit(metadata: form.metadata, partitions: lead.partitions.all) { [self] current in
            let latest = Replacement(of: form, among: current, self)
            whole.withLock { $0 = latest.refreshed }
            return latest.isWanted && !state.withLock(\.isStoringForbidden) ? latest.replaced : nil
        } done: { [self] result in
            let byteCount = state.withLock { $0.log.end }
            switch result {
            case .success(let record?): note(.success(record), byteCount)
            case .success(nil):
                if let whole = whole.withLock({ $0 }) {
                    refresh(whole, by: head, of: form)
                } else if !state.withLock(\.isStoringForbidden) {
                    noteAbandoned()
                }
            case .failure(let error): note(.failure(error), byteCount)
            }
            endCommit()
        }
        writer.commit(commit)
    }

    private func note(_ result: Result<CacheRecord, CacheStoreError>, _ byteCount: Int64) {
        switch result {
        // The store has lost bytes without a word.
        case .success(let record) where record.bodyByteCount != byteCount:
            core.remove([record], lead.request.key)
            noteAbandoned()
        case .success(let record):
            core.journal.note(.stored, lead.request.key) { $0.stored += 1 }
            // It became invalid while it was being stored.
            if state.withLock({ $0.isStoringForbidden }) { core.remove([record], lead.request.key) }
        case .failure(let error):
            // It was counted when it became invalid.
            guard !state.withLock({ $0.isStoringForbidden }) else { return }
            noteAbandoned()
            core.journal.noteFailure(error, lead.request.key)
        }
    }

    func noteAbandoned() {
        core.journal.note(.abandoned, lead.request.key) { $0.abandoned += 1 }
    }

    private func endCommit() {
        // The count comes first: a request that sees the end must see the count, too.
        core.table.countEnd(of: lead.request.key)
        let actions = state.withLock { state in
            // A response whose commit is over is not counted as abandoned afterwards.
            if case .writer = state.storage { _ = state.abandonStorage() }
            return state.commit.take()?.actions ?? []
        }
        core.table.endCommit(of: self)
        for action in actions { action() }
    }

    /// Refreshes a whole that is stored already by one of its parts.
    private func refresh(_ whole: CacheRecord, by head: ResponseHead?, of form: StoredAs) {
        guard let head else { return }
        let metadata = whole.metadata.refreshed(
            by: head,
            to: lead.request,
            requested: form.metadata.requested,
            received: form.metadata.received
        )
        core.ask(core.store.update(whole, with: metadata)) { [core] result in
            if case .failure(let error) = result { core.journal.noteFailure(error, whole.key) }
        }
    }

    /// The effect of a new record on those that are stored.
    private struct Replacement {
        /// The records that the new one replaces.
        var replaced: [CacheRecord] = []
        /// The whole that the new part belongs to.
        var refreshed: CacheRecord?
        /// A Boolean value that indicates whether a response to a later request is stored already.
        var isOutdated = false

        /// A Boolean value that indicates whether the new record is to be stored.
        var isWanted: Bool { refreshed == nil && !isOutdated }

        init(of form: StoredAs, among records: [CacheRecord], _ fetch: CacheFetch) {
            let normalization = fetch.core.rules.varyNormalization
            let request = fetch.lead.request
            let tag = form.metadata.terms.strongETag
            let admitted = fetch.lead.partitions.admitted(records)
            var others: [CacheRecord] = []
            for record in admitted {
                let isSame =
                    record.metadata.matches(request, normalization)
                    || record.metadata.hasSameSelection(as: form.metadata, normalization)
                guard isSame else {
                    others.append(record)
                    continue
                }
                guard let part = form.metadata.part, EntityTag.isSame(record.metadata.terms.strongETag, tag) else {
                    if admitted.count == 1 { replaced = admitted } else { replaced.append(record) }
                    continue
                }
                guard let old = record.metadata.part else {
                    if record.bodyByteCount == part.total { refreshed = record } else { replaced.append(record) }
                    continue
                }
                let count = Storability.partByteCount(form.metadata.head) ?? 0
                let isCovered =
                    old.total != part.total
                    || record.partBytes.map { old.offset >= part.offset && $0.upperBound - part.offset <= count }
                        ?? true
                if isCovered { replaced.append(record) } else { others.append(record) }
            }
            isOutdated = replaced.contains { record in
                let requested = record.metadata.requested
                guard requested.elapsed(since: form.metadata.requested) ?? .zero > .zero else { return false }
                // A time in the future comes from another process whose clock was wrong.
                return fetch.core.now.elapsed(since: requested) != nil
            }
            guard others.count >= Limit.variantCount else { return }
            for (isPart, limit) in [(false, Limit.variantCount), (true, Limit.partCount)] {
                let kind = others.filter { ($0.metadata.part != nil) == isPart }
                guard kind.count >= limit else { continue }
                replaced += kind.sorted { $0.isOlder(than: $1) }.prefix(kind.count - limit + 1)
            }
        }
    }
}

extension CacheFetch.State {
    /// A Boolean value that indicates whether everything arrived that belongs to the response, as far as it says.
    fileprivate var isWhole: Bool {
        guard !isStoringForbidden else { return false }
        return switch storage {
        case .none, .abandoned: true
        case .memory(let form, _), .writer(_, let form): form.isWhole(log.end, completion)
        }
    }
}

extension CacheFetch.StoredAs {
    /// Returns whether everything arrived that belongs to the response, as far as it says.
    fileprivate func isWhole(_ byteCount: Int64, _ completion: TransportEvent?) -> Bool {
        guard case .completed(let metrics) = completion, !metrics.wasCutOff else { return false }
        if metadata.part != nil { return Storability.partByteCount(metadata.head) == byteCount }
        guard !metadata.isDecoded, let length = metadata.terms.contentLength.flatMap({ Int64($0) }) else { return true }
        return length == byteCount
    }
}

extension CacheMetadata {
    /// Returns whether two responses are selected by the same values of the same fields.
    fileprivate func hasSameSelection(as other: CacheMetadata, _ normalization: VaryNormalization) -> Bool {
        guard selectingFields.count == other.selectingFields.count else { return false }
        return zip(selectingFields, other.selectingFields).allSatisfy { own, new in
            own.name == new.name && normalization.isSame(own.name, own.values, new.values)
        }
    }
}
