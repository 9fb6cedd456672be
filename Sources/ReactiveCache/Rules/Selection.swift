import ReactiveNetworking

/// The stored response that a request selects (RFC 9111 §4.1): a whole one, or parts that belong together; out of line,
/// because decisions are copied often.
final class Selection: Sendable {
    /// A record and the bytes of the representation that it holds.
    struct Segment: Sendable {
        let record: CacheRecord
        let bytes: Range<Int64>
    }

    /// The metadata that counts: that of the latest record.
    let metadata: CacheMetadata
    /// The records in the order of their first bytes.
    let segments: [Segment]
    /// The size of the representation.
    let total: Int64
    /// A Boolean value that indicates whether the segments hold the whole representation.
    let isWhole: Bool
    /// A Boolean value that indicates whether the response was selected by a cookie that the cache cannot see.
    let dependsOnHiddenCookie: Bool

    var records: [CacheRecord] { segments.map(\.record) }

    var terms: CacheTerms { metadata.terms }

    /// Returns the selected response, or `nil` if no record matches.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - records: The records of the URL that the request may see.
    ///   - normalization: The treatment of the fields that select.
    convenience init?(_ request: CacheRequest, from records: [CacheRecord], _ normalization: VaryNormalization) {
        if records.count == 1, records[0].metadata.part == nil {
            guard records[0].metadata.matches(request, normalization) else { return nil }
            self.init(whole: records[0], for: request)
            return
        }
        let matching = records.filter { $0.metadata.matches(request, normalization) }
        if let whole = matching.filter({ $0.metadata.part == nil }).max(by: { $0.isOlder(than: $1) }) {
            self.init(whole: whole, for: request)
            return
        }
        self.init(joining: matching, for: request)
    }

    /// Creates a selection of the parts that belong to the same representation as the latest one.
    convenience init?(joining records: [CacheRecord], for request: CacheRequest) {
        guard let latest = records.max(by: { $0.isOlder(than: $1) }), let tag = latest.metadata.terms.strongETag,
            let total = latest.metadata.part?.total
        else { return nil }
        let parts = records.filter {
            EntityTag.isSame($0.metadata.terms.strongETag, tag) && $0.metadata.part?.total == total
        }
        let segments = Self.joined(parts)
        let isWhole = Self.end(of: segments, from: 0) == total
        let metadata = parts.count > 1 ? Self.merged(parts, latest) : latest.metadata
        self.init(isWhole ? metadata.completed(total) : metadata, segments, total, isWhole, request)
    }

    private init(
        _ metadata: CacheMetadata,
        _ segments: [Segment],
        _ total: Int64,
        _ isWhole: Bool,
        _ request: CacheRequest
    ) {
        self.metadata = metadata
        self.segments = segments
        self.total = total
        self.isWhole = isWhole
        dependsOnHiddenCookie = !request.hasCookie && metadata.terms.varyNames.contains("cookie")
    }

    /// Creates a selection of one record that holds the whole.
    convenience init(whole record: CacheRecord, for request: CacheRequest) {
        // A store of the user's may return anything.
        let byteCount = max(record.bodyByteCount, 0)
        self.init(record.metadata, [Segment(record: record, bytes: 0..<byteCount)], byteCount, true, request)
    }

    /// Returns the records that together hold a range, each with its share in terms of its own body; `nil` if a byte
    /// is missing.
    func slices(of range: Range<Int64>) -> [BodySlice]? {
        if segments.count == 1, segments[0].bytes == 0..<total, range.upperBound <= total {
            return [BodySlice(record: segments[0].record, bytes: range)]
        }
        var slices: [BodySlice] = []
        var position = range.lowerBound
        for segment in segments where position < range.upperBound {
            guard segment.bytes.contains(position) else { continue }
            let end = min(segment.bytes.upperBound, range.upperBound)
            let start = segment.bytes.lowerBound
            slices.append(BodySlice(record: segment.record, bytes: (position - start)..<(end - start)))
            position = end
        }
        return position >= range.upperBound ? slices : nil
    }

    /// The number of bytes that are there without a gap, from the first byte on.
    var prefixByteCount: Int64 { Self.end(of: segments, from: 0) }

    /// Returns the parts in order, without those that others cover.
    private static func joined(_ parts: [CacheRecord]) -> [Segment] {
        let all = parts.compactMap { record in
            record.partBytes.map { Segment(record: record, bytes: $0) }
        }
        var result: [Segment] = []
        var end: Int64 = 0
        for segment in all.sorted(by: {
            ($0.bytes.lowerBound, $1.bytes.upperBound) < ($1.bytes.lowerBound, $0.bytes.upperBound)
        })
        where segment.bytes.upperBound > end {
            result.append(segment)
            end = segment.bytes.upperBound
        }
        return result
    }

    /// Returns the metadata of the latest part, with fields that only earlier ones have (RFC 9111 §3.4).
    private static func merged(_ parts: [CacheRecord], _ latest: CacheRecord) -> CacheMetadata {
        var values = latest.metadata.values
        let earlier = parts.filter { $0.id != latest.id }.sorted { $0.isOlder(than: $1) }
        var headers = earlier.reduce(HTTP.Headers()) { $0.merging($1.metadata.head.headers) }
        headers.remove(HTTP.Headers.Name.age)
        values.head.headers = headers.merging(values.head.headers)
        return CacheMetadata(values)
    }

    private static func end(of segments: [Segment], from start: Int64) -> Int64 {
        segments.reduce(start) { $1.bytes.lowerBound <= $0 ? max($0, $1.bytes.upperBound) : $0 }
    }
}

/// A part of the body of a record.
struct BodySlice: Sendable {
    let record: CacheRecord
    let bytes: Range<Int64>

    var isWhole: Bool { bytes == 0..<record.bodyByteCount }
}

extension CacheMetadata {
    /// Returns whether the fields that `Vary` names are those of the request.
    func matches(_ request: CacheRequest, _ normalization: VaryNormalization) -> Bool {
        guard !terms.variesByEverything else { return false }
        return selectingFields.allSatisfy { field in
            let lines = request.lines(field.name)
            return normalization.isSame(field.name, lines, field.values)
                || field.name == "accept-language" && normalization.prefersLanguage(of: head.headers, lines)
        }
    }

    /// Returns the metadata of the whole that parts have become: a 200 without the fields and the age of the part.
    func completed(_ total: Int64) -> CacheMetadata {
        var values = values
        values.part = nil
        values.head.status = .ok
        values.head.headers.remove(HTTP.Headers.Name.contentRange)
        values.head.headers.set(HTTP.Headers.Name.contentLength, String(total))
        return CacheMetadata(values)
    }
}

extension CacheRecord {
    /// The bytes of the representation that the record holds; `nil` if it is no part, or if they do not fit.
    var partBytes: Range<Int64>? {
        guard let part = metadata.part, part.offset >= 0, bodyByteCount >= 0 else { return nil }
        let (end, isTooLarge) = part.offset.addingReportingOverflow(bodyByteCount)
        return isTooLarge || end > part.total ? nil : part.offset..<end
    }

    /// Returns whether another record is later by `Date`, or else by its receipt.
    func isOlder(than other: CacheRecord) -> Bool {
        let (date, otherDate) = (metadata.terms.ageDate, other.metadata.terms.ageDate)
        if date != otherDate { return date < otherDate }
        if let elapsed = other.metadata.received.elapsed(since: metadata.received) { return elapsed > .zero }
        return false
    }
}
