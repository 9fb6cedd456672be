import ReactiveNetworking

/// The answer to a request out of storage, or the reason why there is none (RFC 9111 §4).
enum Reuse: Sendable {
    /// The stored response answers.
    case answer(Selection, Freshness, Style)
    /// The request is sent.
    case forward(CacheStatus.Forward, Forwarding)
    /// The request is sent, and its response is not stored.
    case bypass
    /// The request must not be sent, and nothing stored answers it.
    case unavailable

    /// A Boolean value that indicates whether the request is sent, and its response may be stored.
    var isForwarding: Bool { if case .forward = self { true } else { false } }

    enum Style: Sendable, Hashable {
        case fresh
        /// A stale response that the request or the response permits.
        case stale
        /// A stale response, while it is validated in the background.
        case revalidated
        /// A 304 to the request's own conditions.
        case notModified
    }
}

/// The use that a request which is sent makes of a stored response.
struct Forwarding: Sendable {
    enum Use: Sendable {
        /// It is described by the answer to a HEAD, or to the request's own conditions.
        case described
        /// It also answers in place of a failure.
        case fallback
        /// Its validators are sent, too.
        case validated
        /// It is a part whose rest is fetched.
        case completed
    }

    private let selection: Selection?
    private let use: Use

    /// Creates the use of nothing.
    init() {
        selection = nil
        use = .described
    }

    init(_ selection: Selection, _ use: Use) {
        self.selection = selection
        self.use = use
    }

    /// The response that an answer without content may be about.
    var described: Selection? { use == .completed ? nil : selection }

    /// The response that would answer in place of a failure.
    var fallback: Selection? { use == .fallback || use == .validated ? selection : nil }

    /// The response whose validators are sent.
    var validated: Selection? { use == .validated ? selection : nil }

    /// The part whose rest is fetched.
    var completed: Selection? { use == .completed ? selection : nil }

    var isValidation: Bool { use == .validated }
    var isCompletion: Bool { use == .completed }
}

extension Reuse {
    /// Decides about a GET or a HEAD.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - records: The records of its URL that it may see.
    ///   - now: The current time.
    ///   - options: The settings of the cache.
    static func decide(
        _ request: CacheRequest,
        _ records: [CacheRecord],
        at now: CacheTime,
        _ options: CacheRules
    ) -> Reuse {
        // One question per line.
        let decision = unlimited(request, records, at: now, options)
        guard request.isStoredOnly else { return decision }
        switch decision {
        // The network is not asked in the background, either.
        case .answer(let selection, let freshness, .revalidated): return .answer(selection, freshness, .stale)
        case .answer: return decision
        case .forward, .bypass, .unavailable: return .unavailable
        }
    }

    private static func unlimited(
        _ request: CacheRequest,
        _ records: [CacheRecord],
        at now: CacheTime,
        _ options: CacheRules
    ) -> Reuse {
        guard !request.control.hasNoStore else { return .bypass }
        guard !request.ignoresStored else { return .forward(.request, unread(request, records, options)) }
        guard !records.isEmpty else { return .forward(.uriMiss, Forwarding()) }
        guard !request.hasPreconditions else { return .forward(.request, Forwarding()) }
        guard let selection = Selection(request, from: records, options.varyNormalization) else {
            return .forward(.varyMiss, Forwarding())
        }
        // A retry asks whether the failure is over; a stored one, such as that of the attempt before, does not know.
        guard !request.request.isRetry || !selection.isError else { return .forward(.request, Forwarding()) }
        let freshness = selection.metadata.freshness(at: now, options.heuristics, request.override)
        if request.takesAnyStored {
            guard selection.canAnswer(request) else { return .forward(.partial, Forwarding()) }
            return .answer(selection, freshness, freshness.isFresh ? .fresh : .stale)
        }
        let isCurrent = freshness.isFresh && !selection.needsValidation && request.pass != .network
        guard isCurrent, request.accepts(freshness, isImmutable: selection.terms.control.isImmutable) else {
            return stale(request, selection, freshness, because: isCurrent ? .request : .stale)
        }
        return fresh(request, selection, freshness)
    }

    /// Returns the use of what is stored by a request that must not read it: the answer to a HEAD may still say that
    /// it is out of date.
    private static func unread(
        _ request: CacheRequest,
        _ records: [CacheRecord],
        _ options: CacheRules
    ) -> Forwarding {
        guard request.isHead, let selection = Selection(request, from: records, options.varyNormalization) else {
            return Forwarding()
        }
        return Forwarding(selection, .described)
    }

    private static func fresh(_ request: CacheRequest, _ selection: Selection, _ freshness: Freshness) -> Reuse {
        if request.hasValidators, selection.isWhole, selection.metadata.head.status == .ok,
            Validation.isNotModified(request, selection.metadata)
        {
            return .answer(selection, freshness, .notModified)
        }
        guard !selection.canAnswer(request) else { return .answer(selection, freshness, .fresh) }
        let isCompleted =
            request.rangeField == nil && !request.isHead && !request.isConditional && selection.prefixByteCount > 0
        return .forward(
            selection.isWhole ? .request : .partial,
            isCompleted ? Forwarding(selection, .completed) : Forwarding()
        )
    }

    private static func stale(
        _ request: CacheRequest,
        _ selection: Selection,
        _ freshness: Freshness,
        because reason: CacheStatus.Forward
    ) -> Reuse {
        let canAnswer = selection.canAnswer(request)
        if canAnswer, selection.mayBeStale, !request.demandsValidation, request.pass != .network {
            // Only what is fresh answers the request's own conditions (H24).
            if !request.hasValidators, request.acceptsStale(freshness) {
                return .answer(selection, freshness, .stale)
            }
            if let limit = selection.terms.control.staleWhileRevalidate, freshness.isWithin(limit), !freshness.isFresh,
                !request.isConditional, request.rangeField == nil, request.acceptsAge(freshness.age),
                request.control.minFresh == nil
            {
                return .answer(selection, freshness, .revalidated)
            }
        }
        guard canAnswer, selection.isWhole else { return .forward(reason, Forwarding()) }
        let isValidated = !request.isConditional && !request.isHead && selection.terms.hasValidator
        return .forward(reason, Forwarding(selection, isValidated ? .validated : .fallback))
    }

    /// Returns whether a stored response may answer in place of a failure or of a 5xx (RFC 5861 §4, H26).
    ///
    /// - Parameter isDisconnected: Whether no response came, in contrast to one with an error status.
    static func permitsOnError(
        _ selection: Selection,
        _ freshness: Freshness,
        _ request: CacheRequest,
        _ staleOnFailure: StaleOnFailure,
        isDisconnected: Bool
    ) -> Bool {
        guard staleOnFailure != .never, request.pass == nil else { return false }
        guard selection.mayBeStale, !request.demandsValidation else { return false }
        if staleOnFailure == .whenDisconnected, isDisconnected { return true }
        let limits = [selection.terms.control.staleIfError, request.control.staleIfError].compactMap(\.self)
        return limits.contains { freshness.isWithin($0) }
    }
}

/// The settings of a cache that its decisions depend on.
struct CacheRules: Sendable {
    var varyNormalization = VaryNormalization.standard
    var heuristics = Heuristics(fraction: 0.1, maxLifetime: .seconds(24 * 3_600))
}

extension Selection {
    /// A Boolean value that indicates whether the server must confirm the response even if it is fresh.
    var needsValidation: Bool {
        metadata.needsValidation || terms.control.hasNoCache || dependsOnHiddenCookie
    }

    fileprivate var isError: Bool { metadata.head.status.isClientError || metadata.head.status.isServerError }

    /// A Boolean value that indicates whether anything can permit a stale answer.
    var mayBeStale: Bool { !needsValidation && !terms.control.hasMustRevalidate }

    /// Returns whether the bytes are there that the request asks for.
    func canAnswer(_ request: CacheRequest) -> Bool {
        guard !request.isHead else { return isWhole }
        return answeredRange(request) != nil
    }

    /// The bytes that answer a GET, or `nil` if they are not all there or cannot be told.
    func answeredRange(_ request: CacheRequest) -> AnsweredRange? {
        guard let field = request.rangeField else { return isWhole ? .whole : nil }
        if let condition = request.ifRange, !EntityTag.isSame(condition, terms.strongETag) {
            return isWhole ? .whole : nil
        }
        // Only a 200 has ranges (RFC 9110 §14.2).
        guard metadata.head.status == .ok || metadata.part != nil else { return isWhole ? .whole : nil }
        guard !metadata.isDecoded, let bytes = ByteRange(field)?.offsets(in: total), slices(of: bytes) != nil
        else { return nil }
        return .part(bytes)
    }

    enum AnsweredRange: Sendable, Hashable {
        case whole
        case part(Range<Int64>)
    }
}

extension CacheRequest {
    /// A Boolean value that indicates whether the request has `If-None-Match` or `If-Modified-Since`.
    fileprivate var hasValidators: Bool { !ifNoneMatch.isEmpty || ifModifiedSince != nil }

    /// Returns whether the request's directives accept a fresh response (RFC 9111 §5.2.1).
    func accepts(_ freshness: Freshness, isImmutable: Bool) -> Bool {
        guard !demandsValidation else { return false }
        if let minFresh = control.minFresh, freshness.remaining < .seconds(minFresh) { return false }
        return isImmutable || acceptsAge(freshness.age)
    }

    /// Returns whether `max-age` accepts an age. Zero accepts none: it asks for a validation.
    fileprivate func acceptsAge(_ age: Duration) -> Bool {
        guard let maxAge = control.maxAge else { return true }
        return maxAge > 0 && age <= .seconds(maxAge)
    }

    /// Returns whether `max-stale` accepts a stale response.
    fileprivate func acceptsStale(_ freshness: Freshness) -> Bool {
        guard let maxStale = control.maxStale, !freshness.isFresh, control.minFresh == nil else { return false }
        let isOpen = maxStale == CacheControl.maxDelta
        return acceptsAge(freshness.age) && (isOpen || freshness.isWithin(maxStale))
    }
}
