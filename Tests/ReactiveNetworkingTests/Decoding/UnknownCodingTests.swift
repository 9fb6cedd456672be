import Foundation
import ReactiveNetworking
import ReactiveStreams
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Content codings that nobody undoes (EN42).
@Suite struct UnknownCodingTests {
    private static let names = ["UTF-8", "aws-chunked", "none", "ape", "gzip, ape"]

    private func reply(_ coding: String, _ text: String = #"{"a":1}"#) -> StubTransport.Reply {
        .status(.ok, headers: ["Content-Encoding": coding, "Content-Type": "text/plain"], body: Data(text.utf8))
    }

    private func unknown(_ names: String) -> String { names == "gzip, ape" ? "ape" : names }

    @Test(arguments: names) func bytesWithAnUnknownContentCodingAreDeliveredUnchanged(coding: String) throws {  // EN42
        let bytes = Data(#"{"a":1}"#.utf8)
        #expect(decoded(reply(coding), by: .data) == .success(bytes))
        #expect(decoded(reply(coding), by: .custom { $0.count }) == .success(bytes.count))
        let world = VirtualNetwork(reply(coding))
        let events = world.network.send(.get(), decoding: .data).record(on: world.clock)
        world.clock.run()
        #expect(events.values.first?.responseHeaders["Content-Encoding"] == coding)
    }

    @Test(arguments: names) func decodingJSONOrTextWithAnUnknownContentCodingFailsWithItsName(coding: String) {  // EN42
        let reason = DecodingFailure.Reason.unknownCoding(unknown(coding))
        #expect(failure(of: reply(coding), by: .json([String: Int].self))?.reason == reason)
        #expect(failure(of: reply(coding), by: .json(Int.self, at: "a"))?.reason == reason)
        #expect(failure(of: reply(coding), by: .jsonValue)?.reason == reason)
        #expect(failure(of: reply(coding), by: .dictionary)?.reason == reason)
        #expect(failure(of: reply(coding), by: .array)?.reason == reason)
        #expect(failure(of: reply(coding), by: .text())?.reason == reason)
        #expect(failure(of: reply(coding), by: .text(.utf8))?.reason == reason)
    }

    @Test(arguments: names) func linesAndEventsWithAnUnknownContentCodingFailWithItsName(coding: String) {  // EN42
        let error = OperationError.requestFailure(error: EventSourceError.contentCoding(unknown(coding)))
        let world = VirtualNetwork(reply(coding))
        let lines = world.network.lines(.get()).record(on: world.clock)
        world.clock.run()
        #expect(lines.values.isEmpty)
        #expect(lines.failure == error)
        let headers: HTTP.Headers = ["Content-Encoding": coding, "Content-Type": "text/event-stream"]
        let stream = VirtualNetwork(.status(.ok, headers: headers, body: Data("data: 1\n\n".utf8)))
        let events = stream.network.eventSource(.get()).record(on: stream.clock)
        stream.clock.run()
        #expect(events.failure == error)
        #expect(stream.stub.requests.count == 1)
    }

    @Test(arguments: ["identity", "", "IDENTITY", "identity, identity", "gzip", "x-gzip", "deflate"])
    func knownContentCodingsAreNoFailure(coding: String) {  // EN42
        // The stub, like a transport, has undone the coding.
        #expect(decoded(reply(coding), by: .json([String: Int].self)) == .success(["a": 1]))
        #expect(decoded(reply(coding, "é"), by: .text()) == .success("é"))
    }

    @Test func anEmptyBodyWithAnUnknownContentCodingIsNoFailure() {  // EN42
        #expect(decoded(reply("ape", ""), by: .text().emptyBody(.allowed)) == .success(""))
        #expect(decoded(.status(.noContent, headers: ["Content-Encoding": "ape"]), by: .jsonValue) == .success(.null))
    }
}
