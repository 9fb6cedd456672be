import ReactiveNetworking

/// Confirmations of what is stored: by a 304, and by the answer to a HEAD.
extension CacheFetch {
    /// Makes the stored response fresh again by a 304, and answers by it (RFC 9111 §4.3.4).
    func confirm(_ head: ResponseHead) {
        let received = core.now
        guard let selection = lead.forwarding.validated, let requested = state.withLock({ $0.requested }) else {
            return
        }
        let terms = CacheTerms(head.headers, receipt: received.wholeSeconds)
        guard Validation.confirms(terms, selection.terms) else { return restart() }
        let renewed = selection.records.map { record in
            record.metadata.refreshed(by: head, to: lead.request, requested: requested, received: received)
        }
        let wanted = lead.partitions.partition(for: renewed[0].terms.control)
        let mayStay = selection.records.allSatisfy { lead.partitions.isNoWider($0.partition, than: wanted) }
        let isKept = mayStay && Storability.isPermitted(renewed[0].head, renewed[0].terms, lead.request)
        guard isKept, !state.withLock({ $0.isStoringForbidden }) else {
            let records = zip(selection.records, renewed).map { $0.with($1) }
            return answer(by: selection.replacing(records, for: lead.request), isStored: false)
        }
        update(Array(zip(selection.records, renewed))[...], []) { [self] records in
            guard let records else { return restart() }
            core.journal.note(.validated, lead.request.key) { $0.validations += 1 }
            // A confirmation does not undo an invalidation that came meanwhile.
            let isValid = !state.withLock(\.isStoringForbidden)
            answer(by: selection.replacing(records, for: lead.request), isStored: isValid)
        }
    }

    /// Replaces the metadata of records, one after the other.
    private func update(
        _ rest: ArraySlice<(CacheRecord, CacheMetadata)>,
        _ updated: [CacheRecord],
        _ done: @escaping @Sendable ([CacheRecord]?) -> Void
    ) {
        guard let (record, metadata) = rest.first else { return done(updated) }
        core.ask(core.store.update(record, with: metadata)) { [self] result in
            switch result {
            // The record has vanished.
            case .success(nil): done(nil)
            case .success(let new?): update(rest.dropFirst(), updated + [new], done)
            case .failure(let error):
                core.journal.noteFailure(error, record.key)
                update(rest.dropFirst(), updated + [record.with(metadata)], done)
            }
        }
    }

    /// Answers those who wait by the stored response that the server has confirmed.
    private func answer(by selection: Selection, isStored: Bool) {
        let participants = dismiss()
        let confirmed = Set(selection.records.map(\.id))
        let partition = lead.partitions.partition(for: selection.terms.control)
        if participants.isEmpty, !isStored { core.remove(selection.records, lead.request.key) }
        var leaving: [FetchWaiter] = []
        for participant in participants {
            let waiter = participant.waiter
            let stored = waiter.lead.forwarding.fallback?.records.map(\.id) ?? []
            var status = CacheStatus.Values()
            status.forward = waiter.lead.reason
            status.forwardStatus = .notModified
            status.isStored = isStored
            status.isCollapsed = !participant.isLead
            status.isCurrent = true
            guard Set(stored) == confirmed,
                participant.isLead || selection.answers(waiter, confirmedIn: partition, core.rules),
                let answer = StoredAnswer(waiter.exchange.request, selection, age: nil, status)
            else {
                leaving.append(waiter)
                continue
            }
            deliver(answer, to: waiter, isShared: participants.count > 1) { [core, lead] in
                if !isStored { core.remove(selection.records, lead.request.key) }
            }
        }
        if !leaving.isEmpty { fetchAgain(leaving, isStored ? selection.terms : nil) }
    }

    /// Refreshes or doubts what is stored by an answer to the caller's own conditions, or to a HEAD (H24, H25).
    func noteOwn(_ head: ResponseHead) {
        guard lead.request.isHead || head.status == .notModified else { return }
        let (requested, isStoringForbidden) = state.withLock { ($0.requested, $0.isStoringForbidden) }
        guard let stored = lead.forwarding.described, let requested, !isStoringForbidden else { return }
        let received = core.now
        let terms = CacheTerms(head.headers, receipt: received.wholeSeconds)
        let isConfirmed: Bool
        if lead.request.isHead, head.status != .notModified {
            guard [200, 404, 410].contains(head.status.rawValue) else { return }
            isConfirmed = head.status == .ok && Validation.agrees(terms, with: stored.metadata)
        } else {
            guard lead.request.isConditional else { return }
            let isNamed =
                terms.eTag.map { EntityTag.isSame($0, stored.terms.eTag) }
                ?? Validation.names(lead.request, stored.terms)
            guard isNamed else { return }
            isConfirmed = true
        }
        for record in stored.records {
            let renewed = record.metadata.refreshed(
                by: head,
                to: lead.request,
                requested: requested,
                received: received
            )
            let isKept = isConfirmed && Storability.isPermitted(renewed.head, renewed.terms, lead.request)
            let new = isKept ? renewed : record.metadata.doubted()
            core.store.update(record, with: new).startWithResult { [self] result in
                if case .failure(let error) = result { core.journal.noteFailure(error, record.key) }
                if state.withLock(\.isStoringForbidden) { core.remove([record], record.key) }
            }
        }
    }
}

extension Selection {
    /// Returns whether a response that was confirmed for another request answers one that waited, too.
    func answers(_ waiter: FetchWaiter, confirmedIn partition: CachePartition, _ rules: CacheRules) -> Bool {
        let request = waiter.exchange.request
        return waiter.lead.partitions.admits(partition, terms.control)
            && metadata.matches(request, rules.varyNormalization)
            && (request.hasCookie || !terms.varyNames.contains("cookie"))
    }

    /// Returns the selection with other metadata for its records.
    func replacing(_ records: [CacheRecord], for request: CacheRequest) -> Selection {
        guard segments.count > 1 || metadata.part != nil || records[0].metadata.part != nil else {
            return Selection(whole: records[0], for: request)
        }
        return Selection(joining: records, for: request) ?? self
    }
}

extension CacheRecord {
    func with(_ metadata: CacheMetadata) -> CacheRecord {
        CacheRecord(id: id, key: key, partition: partition, metadata: metadata, bodyByteCount: bodyByteCount)
    }
}
