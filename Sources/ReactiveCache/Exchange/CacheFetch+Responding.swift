import ReactiveNetworking

extension CacheFetch {
    /// Decides what a response means for those who wait for it, and for what is stored.
    func respond(_ head: ResponseHead) {
        guard !isConfirmation(head) else { return }
        if head.status.isServerError { answerStale(insteadOf: head) }
        // Those who take the stale response are gone.
        guard state.withLock({ !$0.phase.isEnded }) else { return }
        invalidate(by: head)
        if lead.forwarding.isCompletion, state.withLock({ $0.exchange == 0 }) { return complete(by: head) }
        noteOwn(head)
        let requested = state.withLock { $0.isStoringForbidden ? nil : $0.requested }
        let form = requested.flatMap { storedForm(of: head, requested: $0) }
        // The background downloads neither a response that would not be kept, nor an error in place of what is stored.
        guard !isInBackground || form != nil && !head.status.isServerError else {
            forgetStored(insteadOf: head)
            return finish(.interrupted)
        }
        stream(head, storedAs: form)
    }

    /// Keeps a 304 to the cache's own conditions until its exchange is over.
    private func isConfirmation(_ head: ResponseHead) -> Bool {
        guard head.status == .notModified, lead.forwarding.isValidation else { return false }
        return state.withLock { state in
            // The repeated, unconditional request cannot be confirmed by a 304.
            guard state.exchange == 0 else { return false }
            state.phase = .confirming(head)
            return true
        }
    }

    /// Begins to deliver a response, and to store it.
    func stream(_ head: ResponseHead, storedAs form: StoredAs?) {
        let writer =
            form != nil && !core.store.isImmediate ? RecordWriter(core) { [weak self] in self?.progressed() } : nil
        let (leaving, isUnused, isStored) = state.withLock { state -> ([FetchWaiter], Bool, Bool) in
            let form = state.isStoringForbidden ? nil : form
            state.phase = .streaming(head)
            if let form { state.storage = writer.map { .writer($0, form) } ?? .memory(form, reservedByteCount: 0) }
            var leaving: [FetchWaiter] = []
            for index in state.participants.indices {
                guard let waiter = state.participants[index].waiter else { continue }
                let isLead = state.participants[index].isLead
                guard isLead || form.map({ $0.answers(waiter, core.rules) && admits(waiter, to: $0) }) == true else {
                    leaving.append(waiter)
                    _ = state.take(index)
                    continue
                }
                let status = stamped(head, waiter.lead, isStored: form != nil, isCollapsed: !isLead)
                state.participants[index].head = status
                state.participants[index].isStreaming = true
            }
            return (leaving, state.participantCount == 0 && !isInBackground && !state.isHeld, form != nil)
        }
        if let writer, let form, isStored {
            writer.begin(
                lead.request.key,
                form.partition,
                expecting: form.metadata.terms.contentLength.flatMap { Int64($0) }
            )
        }
        if !leaving.isEmpty { fetchAgain(leaving, isStored && form?.metadata.part == nil ? form?.metadata.terms : nil) }
        // The caller whose request was sent may have left, and nobody else can use its response.
        if isUnused { cancel() }
        deliverAll()
    }

    /// Returns the head with the part that the cache has in the response.
    func stamped(
        _ head: ResponseHead,
        _ lead: FetchLead,
        isStored: Bool,
        isCollapsed: Bool = false
    ) -> ResponseHead {
        var status = CacheStatus.Values()
        status.forward = lead.reason
        status.forwardStatus = head.status
        status.isStored = isStored
        status.isCollapsed = isCollapsed
        status.isCurrent = true
        var head = head
        head.cacheStatus = CacheStatus(status)
        return head
    }

    // Storing

    /// Returns the form in which a response is stored, or `nil` if it is not.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - requested: The time at which the request was sent.
    ///   - rangedRequest: The request for the rest of a part, if that was sent in place of the caller's.
    func storedForm(
        of head: ResponseHead,
        requested: CacheTime,
        to rangedRequest: CacheRequest? = nil
    ) -> StoredAs? {
        guard lead.mayStore else { return nil }
        let request = rangedRequest ?? lead.request
        let received = core.now
        let terms = CacheTerms(head.headers, receipt: received.wholeSeconds)
        var part: CacheMetadata.Part?
        switch request.request.method {
        case .get:
            switch Storability.verdict(on: head, terms, request) {
            case .whole: break
            case .part(let found): part = found
            case .refused: return nil
            }
        case .post:
            guard lead.partitions != .unknown, Storability.permitsPost(head, terms, request) else { return nil }
        default: return nil
        }
        if let length = terms.contentLength.flatMap({ Int64($0) }), length > core.store.maxBodyByteCount {
            noteAbandoned()
            return nil
        }
        guard head.headers.allSatisfy({ HTTP.isToken($0.name) && HTTP.Headers.isStorableValue($0.value) }) else {
            return nil
        }
        var kept = head
        kept.headers = StoredFields.kept(of: head.headers, terms.control)
        let values = CacheMetadata.Values(
            head: kept,
            selectingFields: request.selectingFields(terms),
            requested: requested,
            received: received,
            part: part,
            isDecoded: head.headers.contains(HTTP.Headers.Name.contentEncoding) && request.acceptEncoding == nil
        )
        let partition = lead.partitions.partition(for: terms.control)
        // Without the fields that are left out, the directives may be others.
        let isSame = kept.headers.count == head.headers.count
        return StoredAs(metadata: isSame ? CacheMetadata(values, terms) : CacheMetadata(values), partition: partition)
    }

    /// Removes what is stored if its successor must not be.
    func forgetStored(insteadOf head: ResponseHead) {
        guard lead.mayStore, lead.request.request.method == .get, head.status.isSuccess,
            head.status != .partialContent, let stored = lead.forwarding.fallback
        else { return }
        let terms = CacheTerms(head.headers, receipt: core.now.wholeSeconds)
        guard !Storability.isPermitted(head, terms, lead.request) else { return }
        core.remove(stored.records, lead.request.key)
    }

    /// Removes what a response to an unsafe method makes invalid.
    private func invalidate(by head: ResponseHead) {
        guard !lead.request.request.method.isSafe else { return }
        let keys = Invalidation.keys(after: head, to: lead.request.request, lead.request.key)
        core.invalidate(keys, by: self)
    }

    // Completing a part

    /// Delivers a stored part and the rest of it as one response (RFC 9111 §3.3).
    private func complete(by head: ResponseHead) {
        guard let stored = lead.forwarding.completed, let requested = state.withLock({ $0.requested }) else { return }
        guard !head.isDisguisedPart else { return restart() }
        guard head.status == .partialContent || head.status == .rangeNotSatisfiable else {
            state.withLock { $0.participants[0].prefix = nil }
            return stream(head, storedAs: storedForm(of: head, requested: requested))
        }
        let ranged = CacheRequest(wireRequest, lead.request.key)
        guard let form = storedForm(of: head, requested: requested, to: ranged), let part = form.metadata.part,
            part.offset == stored.prefixByteCount, part.total == stored.total,
            Storability.partByteCount(head) == part.total - part.offset,
            EntityTag.isSame(form.metadata.terms.strongETag, stored.terms.strongETag)
        else { return restart() }
        var whole = head
        whole.headers = StoredFields.refreshed(stored.metadata.head.headers, by: head.headers)
        whole.status = .ok
        whole.headers.remove(HTTP.Headers.Name.contentRange)
        whole.headers.set(HTTP.Headers.Name.contentLength, String(part.total))
        state.withLock { $0.isRest = true }
        stream(whole, storedAs: form)
    }

    // Failures

    /// Ends an exchange that failed before a head came: everyone who may not have a stale response fails.
    func failBeforeHead(_ error: TransportError) {
        if error.isTransient {
            answerStale(detail: error.ownText, forwardStatus: nil, isDisconnected: true)
        }
        if !lead.request.request.method.isSafe, error.mayHaveReachedServer { core.doubt(lead.request.key) }
        finish(.failed(error))
    }

    private func answerStale(insteadOf head: ResponseHead) {
        guard [500, 502, 503, 504].contains(head.status.rawValue) else { return }
        answerStale(detail: "\(head.status)", forwardStatus: head.status, isDisconnected: false)
    }

    /// Answers those by a stale response who may have one in place of a failure. Each one's own directives decide.
    private func answerStale(detail: String, forwardStatus: HTTP.StatusCode?, isDisconnected: Bool) {
        let now = core.now
        let (takers, isShared) = state.withLock { state in
            let isShared = state.participantCount > 1
            let takers = state.participants.indices.compactMap { index -> (FetchWaiter, Selection, Freshness)? in
                guard let waiter = state.participants[index].waiter, let stored = waiter.lead.forwarding.fallback else {
                    return nil
                }
                let request = waiter.exchange.request
                let freshness = stored.metadata.freshness(at: now, core.rules.heuristics, request.override)
                let option = core.options.staleOnFailure
                guard Reuse.permitsOnError(stored, freshness, request, option, isDisconnected: isDisconnected) else {
                    return nil
                }
                _ = state.take(index)
                return (waiter, stored, freshness)
            }
            return (takers, isShared)
        }
        guard !takers.isEmpty else { return }
        cancel()
        for (waiter, stored, freshness) in takers {
            var status = CacheStatus.Values()
            status.forward = waiter.lead.reason
            status.forwardStatus = forwardStatus
            status.ttl = freshness.timeToLive
            status.detail = detail
            guard let answer = StoredAnswer(waiter.exchange.request, stored, age: freshness.age, status) else {
                waiter.exchange.fetchAnew(waiter)
                continue
            }
            deliver(answer, to: waiter, isShared: isShared) { [core, lead] in
                core.journal.note(.staleHit, lead.request.key) { $0.staleAnswers += 1 }
            }
        }
    }
}
