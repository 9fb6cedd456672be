import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct StreamTests {
    private static let pieces = [Data("ab".utf8), Data("cd".utf8), Data("e".utf8)]

    @Test func theHeadPrecedesTheBytesWhichArriveImmediately() {  // F-14
        let world = VirtualNetwork(.chunks(Self.pieces, every: .seconds(1), headers: ["X-A": "1"]))
        let events = world.network.stream(.get()).record(on: world.clock)
        world.clock.run()
        #expect(events.values.first?.head?.headers["X-A"] == "1")
        #expect(
            Array(events.all.dropFirst()) == [
                .value(at: .seconds(1), .bytes(Self.pieces[0])), .value(at: .seconds(2), .bytes(Self.pieces[1])),
                .value(at: .seconds(3), .bytes(Self.pieces[2])), .completed(at: .seconds(3)),
            ]
        )
        #expect(world.isQuiet)
    }

    @Test func aStreamCanSendOnlyItsBytes() {  // F-14
        let world = VirtualNetwork(.chunks(Self.pieces))
        #expect(world.network.stream(.get()).compactMap(\.bytes).record(on: world.clock).values == Self.pieces)
    }

    @Test func anErrorResponseFailsWithItsBodyBeforeAnythingIsDelivered() {  // N4, N16
        let world = VirtualNetwork(.text("gone", status: .notFound))
        let events = world.network.stream(.get()).record(on: world.clock)
        world.clock.run()
        #expect(
            events.all == [
                .failed(at: .zero, .unexpectedResponseCode(httpCode: .notFound, data: Data("gone".utf8)))
            ]
        )
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(3).build()
        #expect(
            world.network.stream(request).record(on: world.clock).failure?.cause(as: TransportError.self)?.kind
                == .bodyTooLarge
        )
    }

    @Test func retriesEndWhenTheHeadIsDelivered() {  // N6, N7
        let world = VirtualNetwork(.failure(.connectionLost), .cut(afterSending: [Data("ab".utf8)]))
        let log = world.log()
        let events = world.network.stream(.get()).record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(1)])
        #expect(events.values.compactMap(\.bytes) == [Data("ab".utf8)])
        #expect(events.failure?.cause(as: TransportError.self)?.kind == .truncatedResponse)
        #expect(log.stopReason == .partiallyDelivered)
    }

    @Test func thereIsNoDeadlineUnlessOneIsGiven() {  // N11
        let world = VirtualNetwork(.chunks(Self.pieces, every: .seconds(3_600)))
        let endless = world.network.stream(.get()).compactMap(\.bytes).record(on: world.clock)
        let limited = world.network.stream(.get(), abortAfter: .seconds(5_000)).compactMap(\.bytes).record(
            on: world.clock
        )
        world.clock.run()
        #expect(endless.values == Self.pieces)
        #expect(endless.failure == nil)
        #expect(limited.values == [Self.pieces[0]])
        #expect(
            limited.failure == .timedOut(after: .seconds(5_000), phase: .receiving, attempts: 1, lastFailure: nil)
        )
        #expect(world.isQuiet)
    }

    @Test func aStreamIsNotLimitedByTheBodySize() {  // N16
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(4).build()
        let world = VirtualNetwork(.chunks(Array(repeating: Data(count: 3), count: 100)))
        let events = world.network.stream(request).compactMap(\.bytes).record(on: world.clock)
        #expect(events.values.count == 100)
        #expect(events.failure == nil)
    }

    @Test func bufferedBytesAreLimitedEvenIfTheTransportCannotPause() {  // N16
        let scheduler = TestScheduler()
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(10).build()
        let world = VirtualNetwork(.chunks(Array(repeating: Data(count: 64 * 1_024), count: 100)))
        let events = world.network.stream(request, scheduler: scheduler).compactMap(\.bytes).record(on: world.clock)
        scheduler.run()
        // The gate has closed at 256 KiB; one more piece may have been on its way.
        #expect(events.values.count == 5)
        #expect(events.failure?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
    }

    @Test func disposalCancelsTheTransfer() {  // N3
        let world = VirtualNetwork(.chunks(Self.pieces, every: .seconds(1)))
        let events = world.network.stream(.get()).compactMap(\.bytes).record(on: world.clock)
        world.clock.advance(by: .milliseconds(1_500))
        #expect(world.network.activity.count.value == 1)
        events.dispose()
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func aLoopReceivesHeadAndBytes() async throws {  // F-14, F-62
        let network = Network(transport: StubTransport(.chunks(Self.pieces, headers: ["X-A": "1"])))
        let stream = try await network.byteStream(.get())
        #expect(stream.head.headers["X-A"] == "1")
        var received: [Data] = []
        for try await piece in stream { received.append(piece) }
        #expect(received == Self.pieces)
        #expect(network.activity.count.value == 0)
    }

    @Test func aLoopOverAStreamThrowsItsFailure() async throws {  // F-62
        let network = Network(transport: StubTransport(.cut(afterSending: Self.pieces)))
        let stream = try await network.byteStream(.get())
        var count = 0
        let error = await #expect(throws: OperationError.self) {
            for try await piece in stream { count += piece.count }
        }
        #expect(count == 5)
        #expect(error?.cause(as: TransportError.self)?.kind == .truncatedResponse)
        await #expect(throws: OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)) {
            _ = try await Network(transport: StubTransport(.status(.notFound))).byteStream(.get())
        }
    }

    @Test func releasingTheStreamCancelsTheTransfer() async throws {  // N3
        let stub = StubTransport(.stall())
        let network = Network(transport: stub)
        do {
            let stream = try await network.byteStream(.get())
            #expect(stream.head.status == .ok)
            #expect(stub.liveCount == 1)
        }
        #expect(stub.liveCount == 0)
        #expect(stub.cancelledCount == 1)
        #expect(network.activity.count.value == 0)
    }

    @Test func cancelingTheTaskCancelsTheTransfer() async throws {  // N3, F-44
        let stub = StubTransport(.never)
        let network = Network(transport: stub)
        let task = Task { _ = try await network.byteStream(.get()) }
        while stub.liveCount == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.liveCount == 0)
    }
}
