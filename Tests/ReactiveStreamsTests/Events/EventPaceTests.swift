import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite(.timeLimit(.minutes(20))) struct EventPaceTests {
    private static let event = Data("data: 0123456789012345678901234567890123456789\n\n".utf8)
    private static let piece = (0..<200).reduce(into: Data()) { data, _ in data.append(event) }

    @Test func aBusyLoopHoldsUpTheConnectionAndMissesNothing() async throws {  // E14, L5
        let count = 200
        let world = LiveWorld([.open] + Array(repeating: .bytes(Self.piece), count: count) + [.end])
        let options = EventSourceOptions(idleTimeout: nil, reconnection: .never)
        var iterator = world.network.eventSequence(.get(), options: options).makeAsyncIterator()
        var received = 0
        var most = 0
        while let event = try await iterator.next() {
            received += 1
            #expect(event.data.utf8.count == 40)
            most = max(most, world.stub.sentByteCount - received * Self.event.count)
        }
        #expect(received == count * 200)
        #expect(most <= Backpressure.standardLimit + Self.piece.count)
        #expect(most > Backpressure.standardLimit / 2)
    }

    @Test func aPostEventStreamThroughACacheIsBufferedOnce() async throws {  // E14, H31
        let clock = TestScheduler()
        let stub = LiveStub(on: clock) { _, _ in [.open] + Array(repeating: .bytes(Self.piece), count: 200) }
        let network = Network(transport: CachingTransport(stub, clock: clock), clock: clock)
        let request = RequestBuilder(.post, "http://api.test/a").build()
        var iterator = network.eventSequence(request).makeAsyncIterator()
        _ = try await iterator.next()
        #expect(stub.sentByteCount <= Backpressure.standardLimit + 2 * Self.piece.count)
    }

    @Test func timeInWhichTheLoopHoldsUpTheTransferIsNotIdle() async throws {  // E10
        let count = 30
        let pieces = [LiveStub.Step](repeating: .bytes(Self.piece), count: count)
        let rest: [LiveStub.Step] = [.wait(.seconds(14)), .text(":"), .wait(.seconds(60))]
        let world = LiveWorld([.open] + pieces + rest, [.status(.noContent), .end])
        let options = EventSourceOptions(idleTimeout: .seconds(15))
        var iterator = world.network.eventSequence(.get(), options: options).makeAsyncIterator()
        #expect(world.stub.sentByteCount < count * Self.piece.count)
        await world.clock.advance(by: .seconds(3_600))
        #expect(world.stub.times.count == 1)
        var received = 0
        while received < count * 200, try await iterator.next() != nil { received += 1 }
        #expect(received == count * 200)
        // From now on the time counts: a byte after 14 seconds, and 15 seconds of silence.
        await world.clock.advance(by: .milliseconds(28_999))
        #expect(world.log.value.contains { if case .reconnecting = $0 { true } else { false } } == false)
        await world.clock.advance(by: .milliseconds(1))
        #expect(world.log.value.contains { if case .reconnecting = $0 { true } else { false } })
        await world.clock.advance(by: .seconds(3))
        #expect(try await iterator.next() == nil)
        #expect(world.isQuiet)
    }

    @Test func leavingTheLoopClosesTheStream() async throws {  // E14, N3
        let world = LiveWorld([.open, .bytes(Self.piece)])
        for try await _ in world.network.eventSequence(.get()) { break }
        #expect(world.isQuiet)
        #expect(world.stub.times.count == 1)
    }

    @Test func theSequenceThrowsTheFinalFailure() async throws {  // E14
        let world = LiveWorld([.status(.notFound), .end])
        await #expect(throws: OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)) {
            for try await _ in world.network.eventSequence(.get()) {}
        }
    }

    @Test func loopsOverEventProducersDropNoEvents() async throws {  // L5
        let count = 100_000
        let text = Data((0..<count).map { "\($0)\n" }.joined().utf8)
        let world = LiveWorld([.head(.ok, [:]), .bytes(text), .end])
        var iterator = world.network.lines(.get()).map { Int($0) }.values().makeAsyncIterator()
        var expected = 0
        while let number = try await iterator.next() {
            #expect(number == expected)
            expected += 1
        }
        #expect(expected == count)
        var bytes = world.network.stream(.get()).compactMap(\.bytes).values().makeAsyncIterator()
        #expect(try await bytes.next()?.count == text.count)
    }

    @Test func aSlowSchedulerHoldsUpTheConnection() {  // E14, N16
        let slow = TestScheduler()
        let world = LiveWorld([.open] + Array(repeating: .bytes(Self.piece), count: 100) + [.end])
        let options = EventSourceOptions(idleTimeout: nil, reconnection: .never)
        let events = world.network.eventSource(.get(), options: options, scheduler: slow).record()
        #expect(world.stub.sentByteCount <= Backpressure.standardLimit + Self.piece.count)
        slow.run()
        #expect(events.values.count == 20_000)
        #expect(events.isTerminated)
    }
}
