import ReactiveNetworking

/// Validation of a stored response by the server (RFC 9111 §4.3).
enum Validation {
    /// Returns the request with the validators of a stored response; unchanged if it has none (§4.3.1).
    static func conditional(_ request: PreparedRequest, _ terms: CacheTerms) -> PreparedRequest {
        var result = request
        if let tag = terms.eTag { result = (try? result.header(HTTP.Headers.Name.ifNoneMatch, tag)) ?? result }
        if let date = terms.lastModified, !date.isEmpty {
            result = (try? result.header(HTTP.Headers.Name.ifModifiedSince, date)) ?? result
        }
        return result
    }

    /// Returns whether a 304 can be about a stored response (§4.3.4): its entity tag, if it has one, is not another.
    static func confirms(_ answer: CacheTerms, _ stored: CacheTerms) -> Bool {
        guard let tag = answer.eTag else { return true }
        guard let storedTag = stored.eTag else { return !EntityTag.isStrong(tag) }
        return EntityTag.isStrong(tag) ? EntityTag.isSame(tag, storedTag) : EntityTag.matchesWeakly(tag, storedTag)
    }

    /// Returns whether the request's own conditions are about a stored response, so that a 304 that names no entity tag
    /// refreshes it.
    static func names(_ request: CacheRequest, _ stored: CacheTerms) -> Bool {
        let tags = EntityTag.list(request.ifNoneMatch)
        if !tags.isEmpty {
            guard let tag = stored.eTag else { return false }
            return tags.count == 1 && EntityTag.matchesWeakly(tags[0], tag)
        }
        return request.ifModifiedSince.map { HTTP.Headers.trimmed($0) } == stored.lastModified
            && stored.lastModified != nil
    }

    /// Returns whether a fresh stored response answers the request's own conditions with a 304 (§4.3.2).
    static func isNotModified(_ request: CacheRequest, _ stored: CacheMetadata) -> Bool {
        if !request.ifNoneMatch.isEmpty {
            let tags = EntityTag.list(request.ifNoneMatch)
            if tags == ["*"] { return true }
            guard let tag = stored.terms.eTag else { return false }
            return tags.contains { EntityTag.matchesWeakly($0, tag) }
        }
        let now = stored.received.wholeSeconds
        guard let field = request.ifModifiedSince, let since = HTTPDate.seconds(field, now: now) else { return false }
        return (stored.terms.lastModifiedDate ?? stored.terms.date) <= since
    }

    /// Returns whether the 200 to a HEAD describes a stored response (§4.3.5).
    static func agrees(_ head: CacheTerms, with stored: CacheMetadata) -> Bool {
        func isSame(_ new: String?, _ old: String?) -> Bool { new == nil || EntityTag.isSame(new, old) }
        return isSame(head.eTag, stored.terms.eTag) && isSame(head.lastModified, stored.terms.lastModified)
            && isSame(head.contentLength, stored.terms.contentLength)
    }
}

extension CacheMetadata {
    /// Returns the metadata after a 304, or after a HEAD that agrees (RFC 9111 §4.3.4).
    ///
    /// - Parameters:
    ///   - head: The head of the answer.
    ///   - request: The request that was answered.
    ///   - requested: The time at which it was sent.
    ///   - received: The time at which the answer arrived.
    func refreshed(
        by head: ResponseHead,
        to request: CacheRequest,
        requested: CacheTime,
        received: CacheTime
    ) -> CacheMetadata {
        var values = values
        let dates = head.headers.values(for: HTTP.Headers.Name.date)
        let date = dates.first.flatMap { HTTPDate.seconds($0, now: received.wholeSeconds) }
        values.head.headers = StoredFields.refreshed(values.head.headers, by: head.headers)
        values.requested = requested
        values.received = received
        values.needsValidation = false
        values.hasOldDate = date == nil
        if dates.isEmpty, head.headers.contains(HTTP.Headers.Name.expires) {
            // The new `Expires` is not to be compared with the old `Date`: without one, the time of receipt counts.
            values.head.headers.remove(HTTP.Headers.Name.date)
            values.hasOldDate = false
        }
        let new = CacheMetadata(values)
        guard new.terms.varyNames != terms.varyNames else { return new }
        values.selectingFields = request.selectingFields(new.terms)
        return CacheMetadata(values)
    }

    /// Returns the metadata of a response that must not be used before the server confirms it.
    func doubted() -> CacheMetadata {
        var values = values
        values.needsValidation = true
        return CacheMetadata(values)
    }
}
