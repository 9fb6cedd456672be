import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The trailers of a response in the layers above a transport (AD17).
@Suite struct TrailersTests {
    private static let trailers: HTTP.Headers = ["Digest": "x", "Set-Cookie": "a=canary"]

    /// A response that ends with trailers.
    private func reply(
        _ status: HTTP.StatusCode = .ok,
        _ headers: HTTP.Headers = [:],
        _ trailers: HTTP.Headers = trailers
    ) -> StubTransport.Reply {
        .events([
            .head(ResponseHead(status: status, headers: headers)), .body(Data("ab".utf8)), .body(Data("cd".utf8)),
            .trailers(trailers), .completed(TransferMetrics(receivedByteCount: 4)),
        ])
    }

    private func responses(_ world: VirtualNetwork) -> [Network.DataResponse<Data>] {
        let record = world.network.send(.get(), decoding: .custom { $0 }).record(on: world.clock)
        world.clock.run()
        return record.values
    }

    @Test func aResponseHasItsTrailersBesideItsHead() throws {
        let world = VirtualNetwork(reply(.ok, ["X": "1"]), .text("ab"))
        let response = try #require(responses(world).first)
        #expect(response.trailers == Self.trailers)
        #expect(response.responseHeaders == ["X": "1"])
        #expect(response.parsedData == Data("abcd".utf8))
        #expect(try #require(responses(world).first).trailers.isEmpty)
    }

    @Test func theTrailersOfAnEarlierAttemptOrOfARedirectAreDropped() {
        let world = VirtualNetwork(
            reply(.serviceUnavailable),
            reply(.found, ["Location": "/b"]),
            reply(.serviceUnavailable),
            .text("ab")
        )
        #expect(responses(world).map(\.trailers) == [[:]])
        #expect(world.stub.requests.count == 4)
    }

    @Test func trailersAreTheLastEventOfAStream() {
        let world = VirtualNetwork(reply(.ok, ["X": "1"]))
        let events = world.network.stream(.get()).record(on: world.clock)
        world.clock.run()
        #expect(
            Array(events.values.dropFirst()) == [
                .bytes(Data("ab".utf8)), .bytes(Data("cd".utf8)), .trailers(Self.trailers),
            ]
        )
        #expect(events.values.map(\.trailers) == [nil, nil, nil, Self.trailers])
        #expect(!"\(events.values)".contains("canary"))
    }

    @Test func aLoopOverBytesHasTrailersAtItsEnd() async throws {
        let stream = try await Network(transport: StubTransport(reply())).byteStream(.get())
        var iterator = stream.makeAsyncIterator()
        for text in ["ab", "cd"] {
            #expect(try await iterator.next() == Data(text.utf8))
            #expect(stream.trailers.isEmpty)
        }
        #expect(try await iterator.next() == nil)
        #expect(stream.trailers == Self.trailers)
    }

    @Test func trailersFollowABodyThatAHookChangesAsAWhole() {
        let hooks = Hooks().transform(body: { body, _ in body + Data("!".utf8) })
        let world = VirtualNetwork(script: [reply()], hooks: hooks)
        let events = world.network.stream(.get()).record(on: world.clock)
        world.clock.run()
        #expect(
            Array(events.values.dropFirst()) == [.bytes(Data("abcd!".utf8)), .trailers(Self.trailers)],
            "\(events.all)"
        )
    }

    @Test func everyRequestOfASharedExchangeHasItsTrailers() {
        let clock = TestScheduler()
        let stub = StubTransport(script: [reply().delayed(by: .seconds(1))], clock: clock)
        let network = Network(transport: CoalescingTransport(stub), clock: clock)
        let records = (0..<2).map { _ in network.send(.get(), decoding: .custom { $0 }).record(on: clock) }
        clock.run()
        #expect(records.map { $0.values.first?.trailers } == [Self.trailers, Self.trailers])
        #expect(stub.requests.count == 1)
    }

    @Test func neitherTheLogNorTheTextOfAResponseShowsASecretTrailer() throws {  // N18
        let world = VirtualNetwork(reply())
        let log = world.log()
        let response = try #require(responses(world).first)
        var dumped = ""
        dump(response, to: &dumped)
        let lines = log.withLock { $0.map(\.description) }
        for text in ["\(response)", dumped, lines.joined(separator: "\n")] {
            #expect(text.contains("Digest") && !text.contains("canary"), "\(text)")
        }
        #expect(lines.count { $0.contains("trailers") } == 1)
    }

    @Test func aDownloadIsTheBodyAlone() throws {
        let folder = try Folder()
        let world = VirtualNetwork(reply())
        let events = world.network.download(.get(), to: .file(folder.file("a"))).onlyValue().record(on: world.clock)
        world.clock.run()
        #expect(events.values.map(\.byteCount) == [4])
        #expect(try Data(contentsOf: folder.file("a")) == Data("abcd".utf8))
    }
}
