import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct TypedEventTests {
    private struct Item: Decodable, Sendable, Hashable {
        var n: Int
    }

    @Test func theLastEventCompletesAndCancelsTheRest() {  // E16, EC-37
        let world = LiveWorld([
            .open, .text("data: {\"n\":1}\n\ndata: [DONE]\n\ndata: {\"n\":2}\n\n"), .wait(.seconds(1)), .end,
        ])
        let events = world.network.eventSource(.get(), as: Item.self, ending: .openAI).record(on: world.clock)
        #expect(events.all.map { $0.map(\.value.n) } == [.value(at: .zero, 1), .completed(at: .zero)])
        #expect(world.isQuiet)
    }

    @Test func typedEventsAndChangesOfTheConnectionComeInOneStream() {  // E3, E11, E16
        let world = LiveWorld(
            [.open, .text(": hi\nid: 4\ndata: {\"n\":1}\n\n"), .end],
            [.open, .text("data: {\"n\":2}\n\ndata: [DONE]\n\n")]
        )
        let updates = world.network.eventSourceUpdates(.get(), as: Item.self, ending: .openAI).record(on: world.clock)
        world.clock.advance(by: .seconds(10))
        let texts = updates.values.map { update in
            switch update {
            case .opened: "opened"
            case .event(let event): "\(event.value.n)"
            case .comment(let text): "comment\(text)"
            case .reconnecting(let delay, let cause): "again after \(delay), \(cause == nil)"
            }
        }
        #expect(texts == ["opened", "commenthi", "1", "again after 3.0 seconds, true", "opened", "2"])
        #expect(updates.all.last == .completed(at: .seconds(3)))
        #expect(world.isQuiet)
    }

    @Test func anEventKeepsItsTypeAndID() {  // E16
        let world = LiveWorld([.open, .text("event: add\nid: 4\ndata: {\"n\":1}\n\n")])
        let events = world.network.eventSource(.get(), as: Item.self).record(on: world.clock)
        #expect(events.values == [TypedServerSentEvent(value: Item(n: 1), type: "add", id: "4")])
    }

    @Test func anEventThatDoesNotFitFailsWithItsNumber() {  // E16
        let world = LiveWorld([.open, .text("data: {\"n\":1}\n\n:\n\ndata: {\"n\":\"x\"}\n\ndata: {\"n\":3}\n\n")])
        let events = world.network.eventSource(.get(), as: Item.self).record(on: world.clock)
        #expect(events.values.map(\.value.n) == [1])
        #expect(events.failure?.cause(as: DecodingFailure.self)?.element == "event 2")
        #expect(events.failure?.cause(as: DecodingFailure.self)?.excerpt?.contains("x") == true)
        #expect(events.failure?.ownText.contains("event 2: ") == true)
        #expect(world.isQuiet)
    }

    @Test func anEventThatDoesNotFitCanBeSkipped() {  // E16
        let world = LiveWorld([.open, .text("data: {\"n\":1}\n\ndata: nope\n\ndata: {\"n\":3}\n\n")])
        let events = world.network.eventSource(.get(), as: Item.self, options: .skippingUndecodable)
            .record(on: world.clock)
        #expect(events.values.map(\.value.n) == [1, 3])
        let skipped = world.log.value.compactMap { if case .skippedElement(let failure) = $0 { failure } else { nil } }
        #expect(skipped.map(\.element) == ["event 2"])
    }

    @Test func eventNumbersContinueAcrossConnections() {  // E16
        let world = LiveWorld([.open, .text("data: {\"n\":1}\n\n"), .end], [.open, .text("data: nope\n\n")])
        let events = world.network.eventSource(.get(), as: Item.self).record(on: world.clock)
        world.clock.run()
        #expect(events.failure?.cause(as: DecodingFailure.self)?.element == "event 2")
    }

    @Test func anErrorOfAnInitializerNamesTheEvent() {  // E16
        struct Picky: Decodable, Sendable {
            struct Refusal: Error, CustomStringConvertible { var description: String { "I refuse" } }
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        let world = LiveWorld([.open, .text("data: 1\n\n")])
        let failure = world.network.eventSource(.get(), as: Picky.self).record(on: world.clock).failure
        #expect(failure?.cause(as: DecodingFailure.self)?.element == "event 1")
        #expect(failure?.cause(as: DecodingFailure.self)?.reason == .unusable("I refuse"))
    }

    @Test func dataIsDecodedOffTheMainThread() async throws {  // E16
        struct Witness: Decodable, Sendable {
            var isMain: Bool
            init(from decoder: any Decoder) throws { isMain = Thread.isMainThread }
        }
        let stub = StubTransport(.text("data: 1\n\ndata: 2\n\n", headers: ["Content-Type": "text/event-stream"]))
        let network = Network(configuration: .patient, transport: stub)
        let options = EventSourceOptions(reconnection: .never)
        let events = try await withCheckedThrowingContinuation { continuation in
            Task { @MainActor in
                network.eventSource(.get(), as: Witness.self, options: options, scheduler: ImmediateScheduler())
                    .collect().startWithResult { continuation.resume(with: $0) }
            }
        }
        #expect(events.map(\.value.isMain) == [false, false])
    }
}
