import ReactiveNetworking

/// The answer to a request out of storage: a head, and the bytes that follow it.
struct StoredAnswer: Sendable {
    let head: ResponseHead
    /// The bytes of the body, in order.
    let slices: [BodySlice]

    var byteCount: Int64 { slices.reduce(0) { $0 + Int64($1.bytes.count) } }

    /// Creates the answer of a stored response that was not validated now.
    init?(_ request: CacheRequest, _ selection: Selection, _ freshness: Freshness, _ style: Reuse.Style) {
        var status = CacheStatus.Values()
        status.isHit = true
        status.ttl = freshness.timeToLive
        status.isCurrent = freshness.isFresh && !selection.needsValidation
        self.init(request, selection, age: freshness.age, isNotModified: style == .notModified, status)
    }

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - selection: The stored response.
    ///   - age: The age to state; `nil` if the response was validated now.
    ///   - isNotModified: Whether the answer is a 304 to the request's own conditions.
    ///   - status: The part of the cache.
    init?(
        _ request: CacheRequest,
        _ selection: Selection,
        age: Duration?,
        isNotModified: Bool = false,
        _ status: CacheStatus.Values
    ) {
        var head = selection.metadata.head
        head.cacheStatus = CacheStatus(status)
        if let age { head.headers.set(HTTP.Headers.Name.age, String(age.flooredSeconds)) }
        guard !isNotModified else {
            head.status = .notModified
            for name in Self.contentNames { head.headers.remove(name) }
            self.init(head: head, slices: [])
            return
        }
        guard !request.isHead else {
            self.init(head: head, slices: [])
            return
        }
        switch selection.answeredRange(request) {
        case nil: return nil
        case .whole: self.init(head: head, slices: selection.slices(of: 0..<selection.total) ?? [])
        case .part(let bytes):
            head.status = .partialContent
            let range = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(selection.total)"
            head.headers.set(HTTP.Headers.Name.contentRange, range)
            head.headers.set(HTTP.Headers.Name.contentLength, String(bytes.count))
            self.init(head: head, slices: selection.slices(of: bytes) ?? [])
        }
    }

    private init(head: ResponseHead, slices: [BodySlice]) {
        self.head = head
        self.slices = slices
    }

    /// The fields that describe content, which a 304 does not have (RFC 9110 §15.4.5).
    private static let contentNames = [
        HTTP.Headers.Name.contentLength, HTTP.Headers.Name.contentType, HTTP.Headers.Name.contentEncoding,
        HTTP.Headers.Name.contentLanguage, HTTP.Headers.Name.contentRange,
    ]
}

extension RecordStore {
    /// Returns the body of an answer, or `nil` if a part of it is gone, or has to be read from a disk.
    func data(of answer: StoredAnswer) -> Data? {
        if answer.slices.count == 1, let pieces = bodyNow(of: answer.slices[0].record) {
            return pieces.bytes(in: answer.slices[0].bytes)
        }
        var data = Data()
        for slice in answer.slices {
            guard let pieces = bodyNow(of: slice.record), let bytes = pieces.bytes(in: slice.bytes) else { return nil }
            data += bytes
        }
        return data
    }
}

extension [Data] {
    /// Returns bytes of the concatenation; `nil` if it is shorter.
    func bytes(in range: Range<Int64>) -> Data? {
        guard !range.isEmpty else { return Data() }
        if count == 1, range == 0..<Int64(self[0].count) { return self[0] }
        var result = Data()
        var start: Int64 = 0
        for piece in self {
            let end = start + Int64(piece.count)
            let lower = Swift.max(range.lowerBound, start)
            let upper = Swift.min(range.upperBound, end)
            if lower < upper {
                result += piece[(piece.startIndex + Int(lower - start))..<(piece.startIndex + Int(upper - start))]
            }
            start = end
        }
        return result.count == range.upperBound - range.lowerBound ? result : nil
    }
}

extension TransportEvent {
    /// The completion of a stored response: nothing came over a connection.
    static func hit(byteCount: Int) -> TransportEvent {
        .completed(TransferMetrics(receivedByteCount: Int64(byteCount), wireByteCount: 0))
    }
}
