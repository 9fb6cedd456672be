/// The name of a member in a record, as numbers: comparing texts would be most of the work of opening a file.
struct RecordName: Hashable, Sendable {
    /// The first eight bytes, and the last eight. Together they are all bytes of any name that is known.
    private let head: UInt64
    private let tail: UInt64
    private let count: Int

    init(_ bytes: some RandomAccessCollection<UInt8>) {
        count = bytes.count
        head = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        tail = count > 8 ? bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } : 0
    }

    static let accepted: RecordName = "accepted"
    static let added: RecordName = "added"
    static let attempts: RecordName = "attempts"
    static let body: RecordName = "body"
    static let checksum: RecordName = "checksum"
    static let file: RecordName = "file"
    static let headers: RecordName = "headers"
    static let id: RecordName = "id"
    static let idempotency: RecordName = "idempotency"
    static let key: RecordName = "key"
    static let method: RecordName = "method"
    static let origin: RecordName = "origin"
    static let parked: RecordName = "parked"
    static let repeatable: RecordName = "repeatable"
    static let type: RecordName = "type"
    static let until: RecordName = "until"
    static let url: RecordName = "url"
}

extension RecordName: ExpressibleByStringLiteral {
    init(stringLiteral text: StaticString) {
        self = text.withUTF8Buffer { RecordName($0) }
    }
}
