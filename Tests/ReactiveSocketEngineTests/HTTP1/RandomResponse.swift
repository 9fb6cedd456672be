import Foundation
import ReactiveTestSupport

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// A response made of random parts, and mutations of it.
struct RandomResponse {
    private(set) var wire = ResponseBytes(bytes: [])
    /// The result of the response as made, before mutations.
    private(set) var body: [UInt8] = []
    private(set) var surplusByteCount = 0
    private(set) var informationalCount = 0
    private(set) var verdict = ParsedResponse.Verdict.reusable
    private var random: SplitMix

    private enum Framing: CaseIterable {
        case length, lengths, chunks, chunksAndLength, end, nothing
    }

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        let framing = one(of: Framing.allCases)
        let status = framing == .nothing ? one(of: [204, 304, 200, 404]) : one(of: [200, 206, 302, 404, 500, 999])
        wire.method = framing == .nothing && status != 204 && status != 304 ? .head : one(of: [.get, .post])
        while chance(1, of: 6) { addInformational() }
        add("HTTP/1.\(one(of: [1, 1, 1, 2, 9])) \(status)\(one(of: ["", " ", " OK", " a b: c", " é"]))")
        let fields = fields(for: framing, status: status)
        for field in fields.shuffled(using: &random) { add(field) }
        add("")
        addBody(framing)
        if framing == .end {
            wire.ends = true
            verdict = .closed
        } else if chance(1, of: 4) {
            surplusByteCount = number(1...40)
            wire.bytes += bytes(surplusByteCount)
            verdict = .closed
        }
        if chance(1, of: 8) { wire.ends = true }
    }

    private mutating func fields(for framing: Framing, status: Int) -> [String] {
        let length = number(0...300)
        body = framing == .nothing ? [] : bytes(length)
        var fields = (0..<number(0...6)).map { _ in harmlessField() }
        switch framing {
        case .length: fields.append("Content-Length: \(length)")
        case .lengths: fields += ["content-length:00\(length)", "CONTENT-LENGTH: \(length) ,\t\(length) "]
        case .chunks: fields.append("Transfer-Encoding: \(one(of: ["chunked", "Chunked"]))")
        case .chunksAndLength:
            fields += ["Transfer-Encoding: chunked", "Content-Length: \(number(0...300))"]
            verdict = .closed
        case .end: break
        case .nothing: if status != 204, chance(1, of: 2) { fields.append("Content-Length: \(length)") }
        }
        if chance(1, of: 5) {
            fields.append(
                one(of: ["Connection: close", "connection: a,Close", "Keep-Alive: timeout=1", "Keep-Alive: max=0"])
            )
            verdict = .closed
        }
        return fields
    }

    private mutating func harmlessField() -> String {
        one(of: [
            "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Server: nginx", "Set-Cookie: a=b", "ETag:\"x\"", "X-Empty:",
            "X-Blank: \t",
            "X-Fold: a\r\n b\n\tc", "X-Latin: é", "X: \u{7F}\u{1}", "x!#$%&'*+-.^_`|~9: y", "Connection: keep-alive",
            "Keep-Alive: timeout=5, max=100", "Content-Type: text/html; charset=utf-8",
        ])
    }

    private mutating func addInformational() {
        informationalCount += 1
        add("HTTP/1.1 \(one(of: [100, 102, 103, 199]))")
        if chance(1, of: 2) { add(one(of: ["Link: </a>", "Content-Length: x", "Transfer-Encoding: gzip"])) }
        add("")
    }

    private mutating func addBody(_ framing: Framing) {
        guard framing == .chunks || framing == .chunksAndLength else {
            wire.bytes += body
            return
        }
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(number(1...100))
            rest = rest.dropFirst(chunk.count)
            addChunkLine(size: chunk.count)
            wire.bytes += chunk + [0x0D, 0x0A]
        }
        addChunkLine(size: 0)
        while chance(1, of: 4) { add(one(of: ["X: y", "Content-Length: 9", "Set-Cookie: a=b", "X: a\r\n b"])) }
        add("")
    }

    private mutating func addChunkLine(size: Int) {
        let zeros = one(of: ["", "", "00"])
        let digits = String(size, radix: 16, uppercase: chance(1, of: 2))
        let rest = one(of: ["", "", " ", "\t ", ";a", " ;a=\"b\""])
        wire.bytes += Array("\(zeros)\(digits)\(rest)\r\n".utf8)
    }

    /// Adds a line of a head, which may end in a line feed alone.
    private mutating func add(_ line: String) {
        wire.bytes += Array(line.utf8) + (chance(1, of: 5) ? [0x0A] : [0x0D, 0x0A])
    }
}

/// Mutations.
extension RandomResponse {
    private static let alphabet = Array("HTTP/1.1 0059aFx:;,=\t\r\n\r\n\0\u{7F}é".utf8)
    private static let fragments = [
        "Content-Length: 3\r\n", "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", " folded\r\n", "\r\n", "\r\n\r\n", "0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n",
        "7fffffffffffffff\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 101\r\n\r\n", "HTTP/1.1 100\r\n\r\n", "X", "\0", "\r",
    ]

    mutating func mutate() {
        for _ in 0..<number(1...4) {
            let start = number(0...wire.bytes.count)
            let end = min(wire.bytes.count, start + number(0...12))
            switch number(0...7) {
            case 0: wire.bytes.removeSubrange(start..<end)
            case 1: wire.bytes.replaceSubrange(start..<end, with: wire.bytes[start..<end].shuffled(using: &random))
            case 2: wire.bytes.insert(contentsOf: wire.bytes[start..<end], at: number(0...wire.bytes.count))
            case 3: wire.bytes.insert(contentsOf: Array(one(of: Self.fragments).utf8), at: start)
            case 4: insertAtLine(Array(one(of: Self.fragments).utf8))
            case 5: wire.bytes.insert(one(of: Self.alphabet), at: start)
            case 6 where start < end: wire.bytes[start] = one(of: Self.alphabet)
            case 7 where chance(1, of: 3): wire.bytes.removeSubrange(start...)
            default: if start < end { wire.bytes[start] ^= 1 << UInt8(number(0...7)) }
            }
        }
        wire.ends = wire.ends || chance(1, of: 2)
        if chance(1, of: 8) { wire.maxHeadByteCount = number(0...300) }
    }

    private mutating func insertAtLine(_ fragment: [UInt8]) {
        let starts = wire.bytes.indices.filter { wire.bytes[$0] == 0x0A }.map { $0 + 1 }
        guard !starts.isEmpty else { return }
        wire.bytes.insert(contentsOf: fragment, at: one(of: starts))
    }

    /// Positions at which to cut the bytes, in order.
    mutating func cuts() -> [Int] {
        if chance(1, of: 8) { return Array(wire.bytes.indices) }
        return (0..<number(1...6)).map { _ in number(0...wire.bytes.count) }.sorted()
    }

    private mutating func chance(_ part: Int, of whole: Int) -> Bool { number(1...whole) <= part }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func one<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }

    private mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in one(of: Self.alphabet) } }
}
