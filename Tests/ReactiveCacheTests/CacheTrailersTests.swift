import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache

/// Trailers pass a cache, which keeps none (AD17).
@Suite struct CacheTrailersTests {
    private static let trailers: HTTP.Headers = ["Digest": "x", "Cache-Control": "no-store"]

    private static func reply(
        _ status: HTTP.StatusCode = .ok,
        _ headers: HTTP.Headers = ["Cache-Control": "max-age=60"],
        _ body: String = "abcd"
    ) -> StubTransport.Reply {
        .events([
            .head(ResponseHead(status: status, headers: headers)), .body(Data(body.utf8)), .trailers(trailers),
            .completed(TransferMetrics(receivedByteCount: Int64(body.utf8.count))),
        ])
    }

    private func world(_ replies: StubTransport.Reply..., isWhole: Bool) -> CacheWorld {
        let clock = TestScheduler()
        let stub = StubTransport(script: replies.map { $0.delayed(by: .seconds(1)) }, clock: clock)
        return CacheWorld(stub, clock, isWhole: isWhole)
    }

    @Test(arguments: [true, false]) func aMissHasTrailersAndAHitHasNone(isWhole: Bool) {
        let world = world(Self.reply(), isWhole: isWhole)
        let answer = world.begin()
        world.at(1)
        #expect(answer.summary == "net 200 abcd")
        #expect(answer.trailers == [Self.trailers])
        #expect(answer.headers == ["Cache-Control": "max-age=60"])
        let hit = world.get()
        #expect(hit.summary == "hit 200 abcd")
        #expect(hit.trailers.isEmpty)
        #expect(!hit.headers.contains("Digest"))
        #expect(world.isQuiet)
    }

    @Test(arguments: [true, false]) func allWhoShareAnExchangeReceiveItsTrailers(isWhole: Bool) {
        let world = world(Self.reply(), isWhole: isWhole)
        let answers = (0..<3).map { _ in world.begin() }
        world.at(1)
        #expect(answers.map(\.trailers) == Array(repeating: [Self.trailers], count: 3))
        #expect(world.count == 1)
    }

    @Test(arguments: [true, false]) func aRequestThatNothingIsStoredOfHasTrailers(isWhole: Bool) {
        let world = world(Self.reply(), isWhole: isWhole)
        let answer = world.begin(.get, "http://cache.test/a", ["Cache-Control": "no-store"])
        world.at(1)
        #expect(answer.trailers == [Self.trailers])
    }

    @Test(arguments: [true, false]) func theTrailersOfAConfirmationAreDropped(isWhole: Bool) {
        let first = Self.reply(.ok, ["Cache-Control": "max-age=1", "ETag": #""a""#])
        let world = world(first, Self.reply(.notModified, ["ETag": #""a""#], ""), isWhole: isWhole)
        world.begin()
        world.at(10)
        let answer = world.begin()
        world.at(11)
        #expect(answer.summary == "304 200 abcd")
        #expect(answer.trailers.isEmpty)
    }

    @Test(arguments: [true, false]) func theTrailersOfTheRestAreNotThoseOfTheWhole(isWhole: Bool) {
        func part(_ range: String, _ body: String) -> StubTransport.Reply {
            let control = ["Cache-Control": "max-age=60", "ETag": #""a""#, "Content-Range": "bytes \(range)/4"]
            return Self.reply(.partialContent, HTTP.Headers(control), body)
        }
        let world = world(part("0-1", "ab"), part("2-3", "cd"), isWhole: isWhole)
        let first = world.begin(.get, "http://cache.test/a", ["Range": "bytes=0-1"])
        world.at(1)
        #expect(first.trailers == [Self.trailers])
        let whole = world.begin()
        world.at(2)
        #expect(whole.summary == "net 200 abcd")
        #expect(whole.trailers.isEmpty)
    }

    @Test(arguments: [true, false]) func aQueryHasItsOwnExchange(isWhole: Bool) {  // AD18
        let world = world(Self.reply(), isWhole: isWhole)
        let answers = (0..<2).map { _ in world.begin(.query) }
        world.at(1)
        #expect(answers.map(\.trailers) == [[Self.trailers], [Self.trailers]])
        #expect(world.count == 2)
        #expect(world.begin(.query).summary == "open")
    }
}
