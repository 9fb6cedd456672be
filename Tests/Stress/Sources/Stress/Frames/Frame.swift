/// One frame of HTTP/2, or what a server makes of it.
struct Frame: Sendable {
    enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let priority: UInt8 = 2
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
        static let goaway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
        static let continuation: UInt8 = 9
    }

    static let headByteCount = 9
    static let endStream: UInt8 = 1
    static let acknowledgment: UInt8 = 1
    static let endHeaders: UInt8 = 4
    static let padded: UInt8 = 8

    var kind: UInt8
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    init(_ kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        (self.kind, self.flags, self.stream, self.payload) = (kind, flags, stream, payload)
    }

    /// Removes a frame from the beginning of bytes, or returns `nil` if there is no whole one.
    init?(removedFrom bytes: inout ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count >= Self.headByteCount else { return nil }
        let count = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        guard bytes.count >= Self.headByteCount + count else { return nil }
        kind = bytes[start + 3]
        flags = bytes[start + 4]
        stream = bytes[(start + 5)..<(start + 9)].reduce(0) { $0 << 8 | UInt32($1) }
        payload = Array(bytes[(start + 9)..<(start + 9 + count)])
        bytes = bytes[(start + 9 + count)...]
    }

    var endsStream: Bool { flags & Self.endStream != 0 }

    var bytes: [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255), kind, flags]
            + Self.number(stream) + payload
    }

    static func number(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

    /// Fields as literals without a table (RFC 7541 §6.2.2), each of fewer than 127 bytes.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes.append(0)
            for text in [name, value] {
                bytes.append(UInt8(text.utf8.count))
                bytes += Array(text.utf8)
            }
        }
        return bytes
    }

    static func head(_ stream: UInt32, _ fields: [(String, String)], isEnd: Bool = false) -> Frame {
        Frame(Kind.headers, flags: endHeaders | (isEnd ? endStream : 0), stream: stream, block(fields))
    }
}
