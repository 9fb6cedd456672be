import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// Random responses. `FUZZ_RESPONSES=1000000` in the environment runs more of them, and `FUZZ_SEED` others; a failure
/// names the seed of its response.
@Suite struct ResponseParserFuzzTests {
    private static let shardCount = 4
    private static let count = number("FUZZ_RESPONSES") ?? 20_000
    private static let seed = UInt64(number("FUZZ_SEED") ?? 1) << 32

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    @Test(arguments: 0..<shardCount) func randomResponsesAreParsedByTheRules(shard: Int) {  // EN1, EN18 to EN22, EN24
        var validCount = 0
        var invalidCount = 0
        for number in stride(from: shard, to: Self.count, by: Self.shardCount) {
            let seed = Self.seed &+ UInt64(number)
            var response = RandomResponse(seed: seed)
            let isMutated = number % 8 >= Self.shardCount
            if isMutated { response.mutate() }
            let whole = response.wire.parsed(inspect: Self.inspect(response.wire, seed))
            let cut = response.wire.parsed(cutAt: response.cuts(), inspect: Self.inspect(response.wire, seed))
            guard whole == cut, Self.isSound(whole, of: response.wire), isMutated || Self.isRight(whole, response)
            else {
                let text = String(decoding: response.wire.bytes, as: UTF8.self)
                Issue.record("seed \(seed): \(whole) and \(cut) of \(text.debugDescription)")
                return
            }
            if case .failed(.invalidResponse) = whole.verdict { invalidCount += 1 } else { validCount += 1 }
        }
        #expect(Self.count < 1_000 || validCount > Self.count / 16 && invalidCount > Self.count / 64)
    }

    /// The parser keeps no more than it has had, and no more than it may.
    private static func inspect(_ wire: ResponseBytes, _ seed: UInt64) -> (ResponseParser, Int) -> Void {
        { parser, position in
            guard parser.pendingByteCount > min(position, wire.maxHeadByteCount) else { return }
            Issue.record("seed \(seed): \(parser.pendingByteCount) bytes kept of \(position)")
        }
    }

    /// Any bytes yield one end, the events in order, and no body that the head did not announce.
    private static func isSound(_ parsed: ParsedResponse, of wire: ResponseBytes) -> Bool {
        guard !parsed.isDisordered, parsed.end != nil || !wire.ends else { return false }
        guard let head = parsed.head else { return parsed.body.isEmpty && !parsed.verdict.isComplete }
        let isComplete = parsed.verdict.isComplete
        if wire.method == .head || head.status == 204 || head.status == 304 { return parsed.body.isEmpty && isComplete }
        guard parsed.body.count + parsed.surplusByteCount < wire.bytes.count else { return false }
        guard !head.headers.contains("Transfer-Encoding") else { return !head.headers.contains("Content-Length") }
        guard let field = head.headers.values(for: "Content-Length").first else { return parsed.verdict != .reusable }
        guard let text = field.split(separator: ",").first, let length = Int(text.filter(\.isNumber)) else {
            return false
        }
        return isComplete ? parsed.body.count == length : parsed.body.count < length
    }

    /// A response that was not mutated has the result that it was made with.
    private static func isRight(_ parsed: ParsedResponse, _ response: RandomResponse) -> Bool {
        parsed.verdict == response.verdict && parsed.body == response.body
            && parsed.surplusByteCount == response.surplusByteCount
            && parsed.informational.count == response.informationalCount
    }

    /// The time of a thread grows with the bytes, not with their square, even if they arrive one by one.
    @Test(arguments: [
        "HTTP/1.1 200 OK⏎X: ", "HTTP/1.1 200 OK⏎", "200 Transfer-Encoding: chunked⏎⏎", "200 Content-Length: 9999999⏎⏎",
    ])
    func theParserTakesLinearTimeForEveryCut(start: String) {  // EN1
        let unit =
            start.contains("X: ")
            ? "x" : start.contains("chunked") ? "1;a⏎x⏎" : "X: yyyyyyyyyyyyyyyy⏎ zzzzzzzzzzzzzzzz⏎"
        func seconds(_ count: Int) -> Double {
            let wire = ResponseBytes(start + String(repeating: unit, count: count / unit.utf8.count) + "⏎⏎")
            let cuts = Array(wire.bytes.indices)
            let begin = Self.secondsOfThread
            _ = wire.parsed(cutAt: cuts)
            return Self.secondsOfThread - begin
        }
        _ = seconds(4_000)
        // A square would take 256 times the time.
        #expect(seconds(64_000) < 64 * seconds(4_000))
    }

    private static var secondsOfThread: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
