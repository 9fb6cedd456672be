import ReactiveNetworking

/// The records of a journal's file (J6).
///
/// | Offset | Bytes | Content |
/// |---|---|---|
/// | 0 | 4 | the CRC-32C of all that follows |
/// | 4 | 4 | the length of the payload |
/// | 8 | 8 | the number of the record |
/// | 16 | 1 | the kind |
/// | 17 | | the payload: the length of the JSON in four bytes, the JSON, and the inline body |
///
/// With a seal, the payload is sealed as a whole.
enum Record {
    enum Kind: UInt8, Sendable {
        case added = 1
        case begun
        case ended
        case kept
        case unparked
    }

    /// The reasons for which an entry leaves the journal.
    enum End: String, Sendable {
        case delivered, refused, expired, cancelled, dropped
    }

    /// The text of a record that concerns an entry which was added before.
    struct Change: Sendable {
        var id: UInt64 = 0
        var attempts = 0
        var reason: String?
    }

    static let headByteCount = 17
    static let maxPayloadByteCount = 16 << 20
    static let fileHeadByteCount = 16
    static let version: UInt32 = 1
    static let magic = Array("RNJOURNL".utf8)

    /// The beginning of a file.
    static var fileHead: [UInt8] {
        var head = magic
        head.append(littleEndian: version)
        head.append(littleEndian: CRC32C.checksum(head))
        return head
    }

    /// Returns the version of a file, or `nil` if its beginning is damaged or that of another file.
    static func version(ofFileHead head: [UInt8]) -> UInt32? {
        guard head.count >= fileHeadByteCount, head.starts(with: magic),
            head.number(UInt32.self, at: 12) == CRC32C.checksum(head[..<12])
        else { return nil }
        return head.number(UInt32.self, at: 8)
    }

    /// Returns the context of a seal: the number and the kind of a record.
    static func context(_ number: UInt64, _ kind: UInt8) -> Data {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        bytes.append(kind)
        return Data(bytes)
    }
}

/// Builds records one behind the other.
struct RecordBatch: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The number of the last record.
    private(set) var number: UInt64
    private let seal: Seal?

    init(after number: UInt64, sealedBy seal: Seal?) {
        self.number = number
        self.seal = seal
    }

    /// Adds the record of a new entry; returns its range in ``bytes``.
    @discardableResult
    mutating func add(_ recipe: Recipe, body: Data) throws(JournalError) -> Range<Int> {
        var text = RecordText()
        text.reserve(256 + recipe.url.utf8.count)
        recipe.write(to: &text)
        return try add(.added, text.bytes, body)
    }

    /// Adds a record of an entry that was added before.
    mutating func add(_ kind: Record.Kind, _ change: Record.Change, end: Record.End? = nil) throws(JournalError) {
        var text = RecordText()
        text.open("{")
        if kind == .kept {
            text.name("attempts")
            text.number(Int64(change.attempts))
        }
        if let end {
            text.name("how")
            text.string(end.rawValue)
        }
        text.name("id")
        text.number(Int64(bitPattern: change.id))
        if let reason = change.reason {
            text.name("parked")
            text.string(reason)
        }
        text.close("}")
        try add(kind, text.bytes, Data())
    }

    @discardableResult
    private mutating func add(_ kind: Record.Kind, _ text: [UInt8], _ body: Data) throws(JournalError) -> Range<Int> {
        let next = number + 1
        let start = bytes.count
        bytes.reserveCapacity(start + Record.headByteCount + 4 + text.count + body.count)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: next)
        bytes.append(kind.rawValue)
        if let seal {
            var payload: [UInt8] = []
            payload.append(littleEndian: UInt32(text.count))
            payload += text
            payload += body
            do {
                bytes += try seal.seal(Data(payload), Record.context(next, kind.rawValue))
            } catch {
                bytes.removeSubrange(start...)
                throw .sealFailed(RequestError.Cause(error))
            }
        } else {
            bytes.append(littleEndian: UInt32(text.count))
            bytes += text
            bytes += body
        }
        let payloadByteCount = bytes.count - start - Record.headByteCount
        guard payloadByteCount <= Record.maxPayloadByteCount else {
            bytes.removeSubrange(start...)
            throw .unstorable(.unencodableBody(path: "", reason: "the request does not fit into a record"))
        }
        bytes.set(UInt32(payloadByteCount), at: start + 4)
        bytes.set(CRC32C.checksum(bytes[(start + 4)...]), at: start)
        number = next
        return start..<bytes.count
    }
}

extension [UInt8] {
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(littleEndian number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func set(_ number: UInt32, at index: Int) {
        for offset in 0..<4 { self[index + offset] = UInt8(truncatingIfNeeded: number >> (8 * offset)) }
    }

    func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type, at index: Int) -> Number {
        var number: Number = 0
        for offset in 0..<(Number.bitWidth / 8) { number |= Number(self[index + offset]) << (8 * offset) }
        return number
    }
}

extension Record.Change {
    /// Reads the text of a record; `nil` if it is none.
    init?(_ text: inout RecordTextReader) {
        var hasID = false
        guard text.open("{") else { return nil }
        while let name = text.nextName() {
            switch name {
            case .attempts: attempts = Int(clamping: max(0, text.number()))
            case .id:
                let number = text.number()
                id = UInt64(clamping: number)
                hasID = number >= 0
            case .parked: reason = text.string()
            default: text.skip()
            }
        }
        guard text.isWhole, hasID else { return nil }
    }
}
