import Foundation

extension CacheFetch {
    /// The bounds of what is stored side by side for one URL and one identity.
    private enum Limit {
        static let variantCount = 32
        static let partCount = 256
    }

    /// Runs when the store has taken bytes, or takes no more.
    func progressed() {
        let hasFailed = state.withLock { state in
            guard case .writer(let writer, _) = state.storage, !state.isCommitting else { return false }
            return writer.writtenByteCount == nil
        }
        if hasFailed { dropStorage() } else { settle() }
        pumpAll()
    }

    /// Ends an exchange whose events are over, and stores its response if that is whole.
    func complete() {
        dropStorage { !$0.isWhole }
        let (storage, completion) = state.withLock { ($0.storage, $0.completion) }
        switch storage {
        case .none: break
        case .memory(let form): storeInMemory(form)
        case .writer(let writer, let form): commit(writer, form)
        }
        finish(.completed(completion))
    }

    private func storeInMemory(_ form: StoredAs) {
        guard let direct = core.direct else { return }
        let change = Replacement(of: form, among: direct.recordsNow(for: lead.request.key, in: lead.partitions), self)
        if change.isOutdated { noteAbandoned() }
        let isKept = !change.isOutdated && !refreshesWhole(change)
        let (pieces, reserved) = state.withLock { state -> ([Data]?, Int) in
            defer { state.reservedByteCount = 0 }
            return (isKept && !state.isDoomed ? state.log.pieces : nil, state.reservedByteCount)
        }
        guard let pieces else { return direct.releaseNow(reserved) }
        let record = direct.insertNow(
            form.metadata,
            pieces,
            for: lead.request.key,
            in: form.partition,
            replacing: change.replaced,
            releasing: reserved
        )
        note(record.map { .success($0) } ?? .failure(CacheStoreError(.tooLarge)))
    }

    /// Begins to commit. The callers do not wait for it; later requests do.
    private func commit(_ writer: RecordWriter, _ form: StoredAs) {
        state.withLock { $0.isCommitting = true }
        core.table.whenNoneCommits(before: self) { [self] in replaceStored(by: writer, form) }
    }

    private func replaceStored(by writer: RecordWriter, _ form: StoredAs) {
        core.ask(core.store.records(for: lead.request.key, in: lead.partitions.all)) { [self] result in
            let records: [CacheRecord]
            switch result {
            case .success(let found): records = found
            // Without knowing what is stored, the response would stand beside one that it replaces.
            case .failure(let error):
                writer.stop()
                note(.failure(error))
                return endCommit()
            }
            let change = Replacement(of: form, among: records, self)
            if change.isOutdated { noteAbandoned() }
            guard !change.isOutdated, !refreshesWhole(change), !state.withLock({ $0.isDoomed }) else {
                writer.stop()
                return endCommit()
            }
            writer.commit(
                RecordWriter.Commit(metadata: form.metadata, replaced: change.replaced) { [self] result in
                    note(result)
                    endCommit()
                }
            )
        }
    }

    private func note(_ result: Result<CacheRecord, CacheStoreError>) {
        switch result {
        // The store has lost bytes without a word.
        case .success(let record) where record.bodyByteCount != state.withLock({ $0.log.end }):
            core.remove([record], lead.request.key)
            noteAbandoned()
        case .success(let record):
            core.journal.note(.stored, lead.request.key) { $0.stored += 1 }
            // It became invalid while it was being stored.
            if state.withLock({ $0.isDoomed }) { core.remove([record], lead.request.key) }
        case .failure(let error):
            // It was counted when it became invalid.
            guard !state.withLock({ $0.isDoomed }) else { return }
            noteAbandoned()
            core.journal.noteFailure(error, lead.request.key)
        }
    }

    func noteAbandoned() {
        core.journal.note(.abandoned, lead.request.key) { $0.abandoned += 1 }
    }

    private func endCommit() {
        let waiters = state.withLock { state in
            state.isCommitting = false
            defer { state.commitWaiters = [] }
            return state.commitWaiters
        }
        core.table.endCommit(of: self)
        for waiter in waiters { waiter() }
    }

    /// Refreshes a whole that is stored already by one of its parts; returns `false` if there is none.
    private func refreshesWhole(_ change: Replacement) -> Bool {
        guard let whole = change.refreshed else { return false }
        let (head, times) = state.withLock { ($0.head, $0.requested) }
        guard let head, let requested = times else { return true }
        let metadata = whole.metadata.refreshed(
            by: head,
            to: lead.request,
            requested: requested,
            received: change.received
        )
        core.ask(core.store.update(whole, with: metadata)) { [core] result in
            if case .failure(let error) = result { core.journal.noteFailure(error, whole.key) }
        }
        return true
    }

    /// The effect of a new record on those that are stored.
    private struct Replacement {
        /// The records that the new one replaces.
        var replaced: [CacheRecord] = []
        /// The whole that the new part belongs to.
        var refreshed: CacheRecord?
        /// A Boolean value that indicates whether what is stored answers a request that was sent later.
        var isOutdated = false
        let received: CacheTime

        init(of form: StoredAs, among records: [CacheRecord], _ fetch: CacheFetch) {
            received = form.metadata.received
            let normalization = fetch.core.rules.varyNormalization
            let request = fetch.lead.request
            let tag = form.metadata.terms.strongETag
            var others: [CacheRecord] = []
            for record in records {
                let isSame =
                    record.metadata.matches(request, normalization)
                    || record.metadata.hasSameSelection(as: form.metadata, normalization)
                guard isSame else {
                    others.append(record)
                    continue
                }
                if record.metadata.requested.isLater(than: form.metadata.requested) { isOutdated = true }
                guard let part = form.metadata.part, record.metadata.terms.strongETag == tag else {
                    replaced.append(record)
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
        guard case .completed(let metrics) = completion, !metrics.wasCutOff, !isDoomed else { return false }
        let form: CacheFetch.StoredAs
        switch storage {
        case .none: return true
        case .memory(let stored), .writer(_, let stored): form = stored
        }
        if form.metadata.part != nil { return Storability.partByteCount(form.metadata.head) == log.end }
        guard !form.metadata.isDecoded, let length = form.metadata.terms.contentLength.flatMap({ Int64($0) }) else {
            return true
        }
        return length == log.end
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
