/// A defect of a request, with the status to reply.
struct RequestDefect: Error, Equatable {
    var status = 400
    let reason: String
}

/// A request line and header fields, validated by the grammar of RFC 9112.
struct RequestHead {
    enum Framing: Equatable {
        case none
        case length(Int)
        case chunked
    }

    let method: String
    let target: String
    let minorVersion: Int
    let headers: [LoopbackServer.HeaderField]
    let framing: Framing
    let bytes: [UInt8]

    /// Parses a head, including the empty line.
    init(parsing bytes: [UInt8]) throws(RequestDefect) {
        self.bytes = bytes
        var lines = try Self.lines(of: bytes)[...]
        let requestLine = lines.removeFirst().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard requestLine.count == 3 else { throw RequestDefect(reason: "the request line does not have three parts") }
        guard requestLine[0].isToken else { throw RequestDefect(reason: "the method is not a token") }
        guard !requestLine[1].isEmpty, requestLine[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw RequestDefect(reason: "the target is empty or has control characters")
        }
        guard
            let minorVersion = ["HTTP/1.0", "HTTP/1.1"].firstIndex(of: String(decoding: requestLine[2], as: UTF8.self))
        else { throw RequestDefect(reason: "the version is neither HTTP/1.0 nor HTTP/1.1") }
        method = String(decoding: requestLine[0], as: UTF8.self)
        target = String(decoding: requestLine[1], as: UTF8.self)
        self.minorVersion = minorVersion
        headers = try Self.fields(in: lines)
        framing = try Self.framing(of: headers)
    }

    /// Parses header or trailer lines.
    static func fields(in lines: some Sequence<ArraySlice<UInt8>>) throws(RequestDefect) -> [LoopbackServer.HeaderField]
    {
        var fields: [LoopbackServer.HeaderField] = []
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isToken else {
                throw RequestDefect(reason: "header line \(fields.count + 1) does not begin with a token and a colon")
            }
            let value = line[(colon + 1)...].trimmingBlanks
            guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw RequestDefect(reason: "header line \(fields.count + 1) has control characters in its value")
            }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            fields.append(LoopbackServer.HeaderField(name, String(decoding: value, as: UTF8.self)))
        }
        return fields
    }

    private static func lines(of bytes: [UInt8]) throws(RequestDefect) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard feed > start, bytes[feed - 1] == UInt8(ascii: "\r") else {
                throw RequestDefect(reason: "a line ends without a carriage return")
            }
            lines.append(bytes[start..<(feed - 1)])
            start = feed + 1
        }
        guard lines.count >= 2, lines.removeLast().isEmpty else {
            throw RequestDefect(reason: "the head is not complete")
        }
        return lines
    }

    private static func framing(of headers: [LoopbackServer.HeaderField]) throws(RequestDefect) -> Framing {
        let codings = headers.tokens(of: "Transfer-Encoding")
        let lengths = headers.values(of: "Content-Length")
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw RequestDefect(reason: "both Transfer-Encoding and Content-Length") }
            guard codings == ["chunked"] else { throw RequestDefect(reason: "a transfer coding other than chunked") }
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length) else {
            throw RequestDefect(reason: "Content-Length is repeated or not a decimal number")
        }
        return count == 0 ? .none : .length(count)
    }
}

extension ArraySlice<UInt8> {
    var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }

    var trimmingBlanks: ArraySlice<UInt8> {
        var trimmed = drop { $0 == 0x20 || $0 == 0x09 }
        while let last = trimmed.last, last == 0x20 || last == 0x09 { trimmed.removeLast() }
        return trimmed
    }
}

extension UInt8 {
    /// A Boolean value that indicates whether the byte is a `tchar` of RFC 9110.
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
