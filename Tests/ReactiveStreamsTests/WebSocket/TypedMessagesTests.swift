import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct TypedMessagesTests {
    private struct Quote: Codable, Sendable, Hashable {
        var lastPrice: Int
    }

    private func coded() -> Request {
        var request = Request.get("ws://chat.test/room")
        request.configuration = Network.Configuration(
            decoder: {
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                return decoder
            },
            encoder: {
                let encoder = JSONEncoder()
                encoder.keyEncodingStrategy = .convertToSnakeCase
                return encoder
            }
        )
        return request
    }

    @Test func aValueIsSentAsJSONWithTheEncoderOfTheRequest() throws {  // W13
        let virtual = VirtualSocket(.silent, coded())
        let sent = try #require(virtual.socket?.send(json: Quote(lastPrice: 3)).record(on: virtual.clock))
        #expect(sent.all == [.completed(at: .zero)])
        #expect(virtual.server.sent == [#"1 {"last_price":3}"#])
    }

    @Test func aValueThatCannotBeEncodedIsNotSent() throws {  // W13
        let virtual = VirtualSocket()
        let sent = try #require(virtual.socket?.send(json: Double.nan).record(on: virtual.clock))
        guard case .unencodable(.unencodableBody) = sent.failure else {
            Issue.record("\(sent.all)")
            return
        }
        #expect(virtual.server.sent.isEmpty)
    }

    @Test func messagesAreDecodedWithTheDecoderOfTheRequest() throws {  // W13
        let virtual = VirtualSocket(.silent, coded())
        let quotes = try #require(virtual.socket?.messages(as: Quote.self).record(on: virtual.clock))
        virtual.server.send(.text(#"{"last_price":1}"#))
        virtual.server.send(.data(Data(#"{"last_price":2}"#.utf8)))
        #expect(quotes.values == [Quote(lastPrice: 1), Quote(lastPrice: 2)])
    }

    @Test func aMessageThatDoesNotFitFailsWithItsNumberAndTheNextConsumerGoesOn() throws {  // W13
        let virtual = VirtualSocket(.silent, coded())
        let quotes = try #require(virtual.socket?.messages(as: Quote.self).record(on: virtual.clock))
        virtual.server.send(.text(#"{"last_price":1}"#))
        virtual.server.send(.text(#"{"last_price":"x"}"#))
        guard case .undecodable(let failure) = quotes.failure else {
            Issue.record("\(quotes.all)")
            return
        }
        #expect(failure.element == "message 2")
        #expect(virtual.socket?.state.value == .open)
        let next = try #require(virtual.socket?.messages(as: Quote.self).record(on: virtual.clock))
        virtual.server.send(.text(#"{"last_price":3}"#))
        #expect(next.values == [Quote(lastPrice: 3)])
    }

    @Test func anOpenSocketIsClosedWhenAllOperationsAreCanceled() throws {  // N41, W1
        let virtual = VirtualSocket()
        let messages = try #require(virtual.messages())
        virtual.network.cancelAll()
        #expect(virtual.server.closeCodes == [.goingAway])
        #expect(messages.all == [.interrupted(at: .zero)])
        #expect(virtual.opening.all == [.value(at: .zero, "open"), .interrupted(at: .zero)])
        #expect(virtual.isQuiet)
        virtual.network.cancelAll()
        #expect(virtual.opening.all.count == 2)
    }

    @Test func aSocketThatHasEndedIsForgotten() {  // N41
        let virtual = VirtualSocket()
        virtual.server.close(.normal, reason: "")
        virtual.server.end()
        #expect(virtual.opening.all.last == .completed(at: .zero))
        virtual.network.cancelAll()
        #expect(virtual.opening.all.last == .completed(at: .zero))
    }

    @Test func aSocketThatOpensDuringADrainIsClosed() {  // AD12
        let clock = TestScheduler()
        let server = ScriptedSocket(manner: .silent, clock: clock)
        let virtual = VirtualSocket(server, [.webSocket(server).delayed(by: .seconds(1))], on: clock)
        let order = Locked<[String]>([])
        virtual.network.drain().startWithValues { _ in order.withLock { $0.append("\(virtual.opening.all.count)") } }
        clock.advance(by: .seconds(1))
        #expect(server.closeCodes == [.goingAway])
        server.close(.goingAway, reason: "")
        server.end()
        #expect(virtual.opening.all.last == .completed(at: .seconds(1)))
        // The value and the completion came first.
        #expect(order.value == ["2"])
    }

    @Test func aDrainClosesSocketsAndWaitsForTheAnswer() {  // AD12
        let virtual = VirtualSocket()
        let drain = virtual.network.drain().record(on: virtual.clock)
        #expect(virtual.server.closeCodes == [.goingAway])
        #expect(drain.all.isEmpty)
        virtual.server.close(.goingAway, reason: "")
        virtual.server.end()
        #expect(virtual.opening.all.last == .completed(at: .zero))
        #expect(drain.values == [Drained(finished: 1, interrupted: 0)])
    }
}
