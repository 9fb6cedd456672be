import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct LastEventIDTests {
    private static let final: [LiveStub.Step] = [.status(.noContent), .end]

    @Test func theLastEventIDIsSentOnlyToTheOriginItCameFrom() {  // E13
        let world = LiveWorld { request, number in
            switch (request.url.host, number) {
            case ("api.test", 6): Self.final
            case ("api.test", _): [.status(.temporaryRedirect, ["Location": "http://other.test/b"]), .end]
            default: [.open, .text("id: \(number)\ndata: x\n\n"), .end]
            }
        }
        let events = world.events()
        world.clock.run()
        #expect(events.values.map(\.id) == ["1", "3", "5"])
        #expect(
            zip(world.stub.requests, world.sent("Last-Event-ID")).map { "\($0.url.host ?? "") \($1)" } == [
                "api.test ", "other.test ", "api.test ", "other.test 1", "api.test ", "other.test 3", "api.test ",
            ]
        )
    }

    @Test func theLastEventIDIsNotSentToTheTargetOfACrossOriginRedirect() {  // E13
        let world = LiveWorld { request, number in
            switch number {
            case 0: [.open, .text("id: 7\ndata: x\n\n"), .end]
            case 1: [.status(.temporaryRedirect, ["Location": "http://api.test/b"]), .end]
            case 2: [.status(.temporaryRedirect, ["Location": "http://other.test/b"]), .end]
            default: Self.final
            }
        }
        _ = world.events()
        world.clock.run()
        #expect(world.sent("Last-Event-ID") == ["", "7", "7", ""])
    }

    @Test func anIDIsBoundToTheLastOriginThatSentIt() {  // E13
        let world = LiveWorld { request, number in
            switch (request.url.host, number) {
            case ("api.test", 4): Self.final
            case ("api.test", _): [.status(.temporaryRedirect, ["Location": "http://other.test/b"]), .end]
            default: [.open, .text("id: 5\ndata: x\n\n"), .end]
            }
        }
        _ = world.events(.get(), EventSourceOptions(lastEventID: "5"))
        world.clock.run()
        #expect(world.sent("Last-Event-ID") == ["5", "", "", "5", ""])
    }

    @Test func anEmptyIDClearsTheIDOfAnEarlierStream() {  // E4, E13
        let world = LiveWorld([.open, .text("id\ndata: x\n\n"), .end], Self.final)
        _ = world.events(RequestBuilder(.get, "http://api.test/a").header("Last-Event-ID", "7").build())
        world.clock.run()
        #expect(world.sent("Last-Event-ID") == ["7", ""])
    }

    @Test func theLastEventIDIsSentAsUTF8() {  // E13
        let world = LiveWorld([.open, .text("id: né 日\ndata: x\n\n"), .end], Self.final)
        _ = world.events()
        world.clock.run()
        #expect(world.sent("Last-Event-ID") == ["", "né 日"])
    }

    @Test func anIDThatNoHeaderCanCarryIsLeftOut() {  // E13
        for id in ["a\u{1}b", "a\u{7F}", "\u{B}"] {
            let world = LiveWorld([.open, .text("id: \(id)\ndata: x\n\n"), .end], Self.final)
            let events = world.events()
            world.clock.run()
            #expect(events.values.map(\.id) == [id])
            #expect(world.sent("Last-Event-ID") == ["", ""])
        }
    }

    @Test func anEmptyLastEventIDIsNotSent() {  // E13
        let world = LiveWorld([.open, .text("id: 7\ndata: x\n\nid\n\n"), .end], Self.final)
        _ = world.events()
        world.clock.run()
        #expect(world.sent("Last-Event-ID") == ["", ""])
    }

    @Test func aStreamCanContinueAnEarlierOne() {  // E13
        let world = LiveWorld([.open, .text("data: x\n\nid: 8\ndata: y\n\n"), .end], Self.final)
        let events = world.events(.get(), EventSourceOptions(lastEventID: "7"))
        world.clock.run()
        #expect(events.values.map(\.id) == ["7", "8"])
        #expect(world.sent("Last-Event-ID") == ["7", "8"])
        let header = LiveWorld(
            [.open, .text("data: x\n\n"), .end],
            [.open, .text("id: 8\ndata: y\n\n"), .end],
            Self.final
        )
        _ = header.events(RequestBuilder(.get, "http://api.test/a").header("Last-Event-ID", "6").build())
        header.clock.run()
        #expect(header.sent("Last-Event-ID") == ["6", "6", "8"])
    }
}
