import ReactiveNetworking

/// The rules by which a response is stored (RFC 9111 §3).
enum Storability {
    /// The kind of record that a response becomes.
    enum Verdict: Sendable, Hashable {
        case whole
        /// The answer to one range.
        case part(CacheMetadata.Part)
        case refused
    }

    /// Returns whether a response to a GET is stored.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - terms: Its directives.
    ///   - request: The request as the caller made it, without the conditions of the cache.
    static func verdict(on head: ResponseHead, _ terms: CacheTerms, _ request: CacheRequest) -> Verdict {
        let status = head.status
        guard isPermitted(head, terms, request) else { return .refused }
        guard !request.isConditional || status == .ok || status == .partialContent else { return .refused }
        switch status.rawValue {
        case 206: return part(head, terms, request).map { .part($0) } ?? .refused
        case ..<200, 304, 401, 407, 412, 416: return .refused
        default: if head.isDisguisedPart { return .refused }
        }
        return hasLifetime(head, terms, request) ? .whole : .refused
    }

    /// Returns whether a response to a POST is stored as the answer to a later GET (RFC 9110 §9.3.3).
    static func permitsPost(_ head: ResponseHead, _ terms: CacheTerms, _ request: CacheRequest) -> Bool {
        guard request.request.method == .post, head.status.isSuccess, head.status != .partialContent,
            !head.isDisguisedPart, isPermitted(head, terms, request), terms.hasExplicitLifetime,
            let location = head.headers.unambiguous(HTTP.Headers.Name.contentLocation)
        else { return false }
        return Invalidation.keys(of: location, against: request.request.url).contains(request.key)
    }

    /// Returns whether no directive forbids to store.
    static func isPermitted(_ head: ResponseHead, _ terms: CacheTerms, _ request: CacheRequest) -> Bool {
        guard !request.control.hasNoStore, !terms.variesByEverything else { return false }
        if terms.control.hasMustUnderstand { return head.status.reasonPhrase != nil }
        return !terms.control.hasNoStore
    }

    private static func hasLifetime(_ head: ResponseHead, _ terms: CacheTerms, _ request: CacheRequest) -> Bool {
        terms.hasExplicitLifetime || terms.control.isPublic || terms.control.isPrivate || Heuristics.covers(head.status)
            || request.override != nil && !head.status.isPassingFailure
    }

    /// Returns the part that a 206 holds, if it can be combined with others (RFC 9111 §3.3, RFC 9110 §15.3.7).
    private static func part(
        _ head: ResponseHead,
        _ terms: CacheTerms,
        _ request: CacheRequest
    ) -> CacheMetadata.Part? {
        guard let field = request.rangeField, ByteRange(field) != nil, terms.strongETag != nil,
            !head.headers.contains(HTTP.Headers.Name.contentEncoding),
            let range = head.headers.unambiguous(HTTP.Headers.Name.contentRange).flatMap({ ContentRange($0) }),
            let bytes = range.bytes, let count = range.byteCount, let total = range.total
        else { return nil }
        if let length = terms.contentLength, length != String(count) { return nil }
        return CacheMetadata.Part(offset: bytes.lowerBound, total: total)
    }

    /// Returns the number of bytes that a 206 announces in its `Content-Range`.
    static func partByteCount(_ head: ResponseHead) -> Int64? {
        head.headers.unambiguous(HTTP.Headers.Name.contentRange).flatMap { ContentRange($0)?.byteCount }
    }
}

extension ContentRange {
    /// The number of bytes of the part; `nil` if there is no part, or if no number is as large.
    fileprivate var byteCount: Int64? {
        guard let bytes else { return nil }
        let (count, isTooLarge) = (bytes.upperBound - bytes.lowerBound).addingReportingOverflow(1)
        return isTooLarge ? nil : count
    }
}

extension HTTP.StatusCode {
    /// A Boolean value that indicates whether the status tells a failure that may be over at the next attempt.
    ///
    /// A lifetime of the user's does not apply to it: it would make later operations fail although the server has
    /// recovered, and without an attempt of their own.
    var isPassingFailure: Bool {
        switch rawValue {
        case 408, 425, 429, 500...599: true
        default: false
        }
    }
}
