#if os(Linux)
    import Foundation

    /// A response's head as it came over the wire.
    struct WireHead: Sendable {
        var bytes: [UInt8] = []

        /// The status, if the first line has one: three digits after the version (RFC 9112 §4).
        var statusCode: Int? {
            let line = bytes.prefix { $0 != 0x0A }
            guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: UInt8(ascii: " ")) else {
                return nil
            }
            let digits = line[(space + 1)...].prefix { $0 > 0x20 }
            guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return number < 100 ? nil : number
        }
    }

    extension ResponseHead {
        /// What is wrong with a head.
        struct Flaw: Error {
            let text: String
        }

        /// Reads a head by RFC 9112: bare line feeds pass, folded lines are joined, bytes outside UTF-8 count as Latin-1;
        /// a name that is no token, a blank before a colon, a NUL and a bare carriage return do not pass.
        init(_ wire: WireHead, url: URL) throws(Flaw) {
            guard let code = wire.statusCode else { throw Flaw(text: "the status line has no status of three digits") }
            var lines = HeadLines(wire.bytes)
            _ = lines.nextPhysicalLine()
            var headers = HTTP.Headers()
            while let line = lines.next() {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                    throw Flaw(text: "a header line has no colon")
                }
                let name = line[..<colon]
                guard !name.isEmpty, name.allSatisfy(HTTP.isTokenByte) else {
                    throw Flaw(text: "a header's name is not a token")
                }
                headers.add(String(decoding: name, as: UTF8.self), try Self.value(line[(colon + 1)...]))
            }
            self.init(status: HTTP.StatusCode(rawValue: code), headers: headers, url: url)
        }

        private static func value(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> String {
            guard !bytes.contains(where: { $0 == 0 || $0 == 0x0D }) else {
                throw Flaw(text: "a header's value has a NUL or a carriage return")
            }
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
            let head = bytes.drop(while: isBlank)
            let end = head.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? head.startIndex
            let value = head[..<end]
            return String(validating: value, as: UTF8.self) ?? String(value.map { Character(Unicode.Scalar($0)) })
        }
    }

    /// The lines of a head, without their ends, and with what was folded joined by a blank.
    private struct HeadLines {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
        }

        /// The next line; `nil` after the last.
        mutating func next() -> ArraySlice<UInt8>? {
            guard var line = nextPhysicalLine(), !line.isEmpty else { return nil }
            while let first = rest.first, first == 0x20 || first == 0x09, let more = nextPhysicalLine() {
                line = line + [0x20] + more.drop { $0 == 0x20 || $0 == 0x09 }
            }
            return line
        }

        /// The next line as it came, folded or not; `nil` after the last.
        mutating func nextPhysicalLine() -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            var line = rest[..<end]
            if line.last == 0x0D { line.removeLast() }
            rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
            return line
        }
    }
#endif
