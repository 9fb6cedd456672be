import ReactiveNetworking

/// Everything that an entry writes down (J1): the parts of the user's request, encoded, without secrets.
struct Recipe: Sendable {
    /// The place of a body.
    enum BodyPlace: Hashable, Sendable {
        /// There is no body.
        case none
        /// The body follows the text in the record.
        case inline(byteCount: Int64)
        /// The body is in a file of its own, which has `fileByteCount` bytes with this checksum.
        case file(byteCount: Int64, fileByteCount: Int64, checksum: UInt32)

        var byteCount: Int64 {
            switch self {
            case .none: 0
            case .inline(let byteCount), .file(let byteCount, _, _): byteCount
            }
        }

        var isFile: Bool { if case .file = self { true } else { false } }

        var fileByteCount: Int64 {
            if case .file(_, let byteCount, _) = self { byteCount } else { 0 }
        }
    }

    var id: UInt64 = 0
    var key = ""
    var method = HTTP.Method.get
    var url = ""
    var origin = ""
    var fields: [HTTP.Headers.Element] = []
    var contentType: String?
    var acceptedCodes: [ClosedRange<Int>]?
    var isMarkedRepeatable = false
    var idempotencyKey: String?
    var added = Milliseconds(0)
    var expires: Milliseconds?
    var body = BodyPlace.none

    var entry: RequestJournal.Entry {
        RequestJournal.Entry(
            id: id,
            key: key,
            method: method,
            url: url,
            added: added.date,
            expires: expires?.date,
            attempts: 0,
            bodyByteCount: body.byteCount,
            idempotencyKey: idempotencyKey,
            state: .waiting
        )
    }

    /// Returns the request, with `body` as its content.
    func request(_ content: Body?) -> Request {
        var headers = HTTP.Headers()
        for (name, value) in fields { headers.add(name, value) }
        if let idempotencyKey { headers.set(HTTP.Headers.Name.idempotencyKey, idempotencyKey) }
        var request = Request(
            method,
            url,
            headers: headers,
            body: content,
            acceptedCodes: acceptedCodes.map { AcceptedCodes(ranges: $0) }
        )
        request.isMarkedRepeatable = isMarkedRepeatable
        return request
    }
}

/// A time of the wall clock in whole milliseconds since 1970, so that it is the same before and after it was written.
struct Milliseconds: Hashable, Sendable, Comparable {
    var count: Int64

    init(_ count: Int64) {
        self.count = count
    }

    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        count = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    var date: Date { Date(timeIntervalSince1970: Double(count) / 1_000) }

    func advanced(by duration: Duration) -> Milliseconds {
        let (seconds, attoseconds) = duration.components
        let (thousands, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
        let (step, isTooLong) = thousands.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        let (sum, isTooLate) = count.addingReportingOverflow(step)
        return Milliseconds(overflows || isTooLong || isTooLate ? (seconds < 0 ? .min : .max) : sum)
    }

    static func < (left: Milliseconds, right: Milliseconds) -> Bool { left.count < right.count }
}
