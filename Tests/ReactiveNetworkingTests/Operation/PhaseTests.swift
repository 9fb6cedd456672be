import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Sends these events, and then nothing more.
private struct Stalling: Transport {
    var events: [TransportEvent]

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer<TransportEvent, TransportError>(events).concat(.never)
    }
}

@Suite struct PhaseTests {
    private func phase(after events: [TransportEvent]) -> TransferPhase? {
        let clock = TestScheduler()
        let network = Network(transport: Stalling(events: events), clock: clock)
        let events = network.send(.post()).record(on: clock)
        clock.run()
        guard case .failed(.timedOut(_, let phase, 1, nil))? = events.all.first?.event else { return nil }
        return phase
    }

    @Test func aTimeoutNamesThePhaseOfTheExchange() {  // N11
        #expect(phase(after: []) == .connecting)
        #expect(phase(after: [.phase(.waitingForConnection)]) == .waitingForConnection)
        #expect(phase(after: [.uploadProgress(sent: 1, total: 9)]) == .sending)
        #expect(phase(after: [.uploadProgress(sent: 1, total: nil)]) == .sending)
        #expect(phase(after: [.head(ResponseHead(status: .ok))]) == .receiving)
        #expect(phase(after: [.head(ResponseHead(status: .ok)), .body(Data([1]))]) == .receiving)
    }

    @Test func aFullySentRequestWaitsForTheHead() {  // N11
        #expect(phase(after: [.uploadProgress(sent: 9, total: 9)]) == .waitingForHead)
        let late: [TransportEvent] = [.head(ResponseHead(status: .ok)), .uploadProgress(sent: 1, total: 9)]
        #expect(phase(after: late) == .receiving)
    }

    @Test func aRedirectBeginsAgainWithConnecting() {  // N11
        let world = VirtualNetwork(
            .events([.phase(.waitingForHead), .head(ResponseHead(status: .found, headers: ["Location": "/b"]))]),
            .status(.ok).delayed(by: .seconds(60))
        )
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        guard case .failed(.timedOut(_, .connecting, 1, nil))? = events.all.first?.event else {
            Issue.record("\(events.all)")
            return
        }
        #expect(world.isQuiet)
    }

    @Test func parsingIsAPhaseOfItsOwn() {  // N11
        let world = VirtualNetwork(.text("x"))
        let clock = world.clock
        let events = world.network.send(
            .get(),
            decoding: .custom { data in
                clock.advance(by: .seconds(11))
                return data.count
            }
        ).record(on: clock)
        guard case .failed(.timedOut(_, .parsing, 1, nil))? = events.all.first?.event else {
            Issue.record("\(events.all)")
            return
        }
        #expect(events.all.count == 1)
    }
}
