import ReactiveNetworking

/// A valid response made of random parts, as bytes.
struct RandomResponse {
    /// The result that a client must come to.
    struct Meaning: Equatable, Sendable, CustomStringConvertible {
        var status = 0
        var body: [UInt8] = []
        var informationalCount = 0

        var description: String {
            let start = String(decoding: body.prefix(80), as: UTF8.self).debugDescription
            return "\(status), \(body.count) bytes \(start), \(informationalCount) informational"
        }
    }

    private enum Framing: CaseIterable {
        case length, lengths, chunks, chunksAndLength, end, nothing
    }

    private(set) var method = HTTP.Method.get
    private(set) var meaning = Meaning()
    var bytes: [UInt8] = []
    /// A Boolean value that indicates whether the body lasts until the connection ends.
    private(set) var lastsUntilTheEnd = false
    var random: Seeded

    static let alphabet = Array("HTTP/1.1 0059aFx:;,=\t\r\n\r\n\0\u{7F}é".utf8)

    init(_ random: Seeded) {
        self.random = random
        let framing = one(of: Framing.allCases)
        meaning.status = framing == .nothing ? one(of: [204, 304, 200, 404]) : one(of: [200, 206, 404, 500, 999])
        method = framing == .nothing && ![204, 304].contains(meaning.status) ? .head : one(of: [.get, .get, .post])
        lastsUntilTheEnd = framing == .end
        while chance(1, of: 6) { addInformational() }
        add("HTTP/1.\(one(of: [1, 1, 1, 2, 9])) \(meaning.status)\(one(of: ["", " ", " OK", " a b: c", " é"]))")
        let (fields, content) = fields(for: framing)
        for field in fields.shuffled(using: &self.random) { add(field) }
        add("")
        switch framing {
        case .chunks, .chunksAndLength: addChunks(content)
        case .length, .lengths, .end: bytes += content
        case .nothing: break
        }
        if framing != .end, chance(1, of: 6) { bytes += self.random.bytes(number(1...40), of: Self.alphabet) }
    }

    /// - Returns: The fields of the head, and the body in its codings.
    private mutating func fields(for framing: Framing) -> ([String], [UInt8]) {
        var fields = (0..<number(0...6)).map { _ in harmlessField() }
        guard framing != .nothing else {
            if meaning.status != 204, chance(1, of: 2) { fields.append("Content-Length: \(number(0...300))") }
            return (fields, [])
        }
        meaning.body = random.bytes(one(of: [0, 1, number(2...300), number(2...300), 20_000]), of: Self.alphabet)
        let codings = codings()
        let content = codings.reduce(meaning.body) { $1.encoded($0) }
        if !codings.isEmpty {
            fields.append("Content-Encoding: \(codings.map(\.rawValue).joined(separator: ", "))")
        }
        switch framing {
        case .length: fields.append("Content-Length: \(content.count)")
        case .lengths:
            fields += ["content-length:00\(content.count)", "CONTENT-LENGTH: \(content.count) ,\t\(content.count) "]
        case .chunks: fields.append("Transfer-Encoding: \(one(of: ["chunked", "Chunked"]))")
        case .chunksAndLength: fields += ["Transfer-Encoding: chunked", "Content-Length: \(number(0...300))"]
        case .end, .nothing: break
        }
        if chance(1, of: 5) {
            fields.append(
                one(of: ["Connection: close", "connection: a,Close", "Keep-Alive: timeout=1", "Keep-Alive: max=0"])
            )
        }
        return (fields, content)
    }

    private mutating func codings() -> [ContentCoding] {
        one(of: [[], [], [], [], [.gzip], [.deflate], [.gzip, .gzip], [.gzip, .deflate]])
    }

    private mutating func harmlessField() -> String {
        one(of: [
            "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Server: x", "Set-Cookie: a=b", "ETag:\"x\"", "X-Empty:",
            "X-Blank: \t", "X-Latin: é", "X: \u{7F}\u{1}", "x!#$%&'*+-.^_`|~9: y", "Connection: keep-alive",
            "Keep-Alive: timeout=5, max=100", "Content-Type: text/html; charset=utf-8",
            "X-Fold: a\r\n b\n\tc",
        ])
    }

    private mutating func addInformational() {
        meaning.informationalCount += 1
        add("HTTP/1.1 \(one(of: [100, 102, 103, 199]))")
        if chance(1, of: 2) { add(one(of: ["Link: </a>", "Content-Length: x", "Transfer-Encoding: gzip"])) }
        add("")
    }

    private mutating func addChunks(_ content: [UInt8]) {
        var rest = content[...]
        let most = content.count > 1_000 ? 5_000 : 100
        while !rest.isEmpty {
            let chunk = rest.prefix(number(1...most))
            rest = rest.dropFirst(chunk.count)
            addChunkLine(size: chunk.count)
            bytes += chunk + [0x0D, 0x0A]
        }
        addChunkLine(size: 0)
        while chance(1, of: 4) { add(one(of: ["X: y", "Content-Length: 9", "Set-Cookie: a=b", "X: a\r\n b"])) }
        add("")
    }

    private mutating func addChunkLine(size: Int) {
        let zeros = one(of: ["", "", "00"])
        let digits = String(size, radix: 16, uppercase: chance(1, of: 2))
        let rest = one(of: ["", "", " ", "\t ", ";a", " ;a=\"b\""])
        bytes += Array("\(zeros)\(digits)\(rest)\r\n".utf8)
    }

    /// Adds a line of a head, which may end in a line feed alone.
    private mutating func add(_ line: String) {
        bytes += Array(line.utf8) + (chance(1, of: 5) ? [0x0A] : [0x0D, 0x0A])
    }

    mutating func chance(_ part: Int, of whole: Int) -> Bool { random.chance(part, of: whole) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }

    mutating func one<Value>(of values: [Value]) -> Value { random.one(of: values) }
}
