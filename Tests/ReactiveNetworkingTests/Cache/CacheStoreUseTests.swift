import Foundation
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

/// The use of a store that answers later, and of one that misbehaves.
@Suite struct CacheStoreUseTests {
    private func world(
        _ script: StubTransport.Reply...,
        maxByteCount: Int = 16 << 20
    ) -> (CacheWorld, SlowStore) {
        let clock = TestScheduler()
        let store = SlowStore(clock, maxByteCount: maxByteCount)
        return (CacheWorld(StubTransport(script: script, clock: clock), clock, store: store), store)
    }

    @Test func aStoreThatAnswersLaterServesLikeOneInMemory() {  // H42
        let (world, store) = world(
            .cached("max-age=10", "1", ["ETag": #""a""#]),
            .status(.notModified, headers: ["Cache-Control": "max-age=60"])
        )
        let miss = world.begin()
        #expect(world.count == 0)
        world.at(1)
        #expect(miss.summary == "net 200 1")
        #expect(store.records.count == 1)
        let hit = world.begin()
        world.at(2)
        #expect(hit.summary == "hit 200 1")
        #expect(hit.metrics?.wireByteCount == 0)
        world.at(20)
        let confirmed = world.begin()
        world.at(21)
        #expect(confirmed.summary == "304 200 1")
        #expect(world.isQuiet)
    }

    @Test func theCallerDoesNotWaitForTheStoreButTheNextRequestDoes() {  // H15, H35
        let (world, store) = world(.cached("max-age=60", "1"))
        let miss = world.begin()
        world.at(0.011)
        #expect(miss.isComplete)
        #expect(store.records.isEmpty)
        let next = world.begin()
        world.at(1)
        #expect(next.summary == "hit 200 1")
        #expect(world.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aLargeBodyIsReadInPiecesAtTheCallersPace() {  // H35
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let (world, _) = world(.status(.ok, headers: ["Cache-Control": "max-age=60"], body: body))
        world.begin()
        world.at(1)
        let flow = Backpressure(limit: 65_536)
        guard let request = try? RequestBuilder(.get, "http://cache.test/a").build().prepared() else { return }
        let answer = CacheAnswer()
        answer.keep(
            world.cache.exchange(request.paused(by: flow)).start { event in
                if case .value(.body(let data)) = event { flow.enqueue(data.count) }
                answer.receive(event)
            }
        )
        world.at(2)
        #expect(answer.pieces.map(\.count) == [65_536])
        for second in 3..<10 {
            flow.take(65_536)
            world.at(Double(second))
        }
        #expect(answer.pieces.map(\.count) == [65_536, 65_536, 65_536, 65_536, 37_856])
        #expect(answer.data == body)
        #expect(answer.isComplete)
    }

    @Test func aCallerThatIsBehindReadsWhatTheStoreHas() {  // H35, H36
        let pieces = (0..<20).map { Data(repeating: UInt8($0), count: 100_000) }
        let (world, store) = world(
            .chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]),
            maxByteCount: 32 << 20
        )
        let flow = Backpressure()
        guard let request = try? RequestBuilder(.get, "http://cache.test/a").build().prepared() else { return }
        let slow = CacheAnswer()
        slow.keep(
            world.cache.exchange(request.paused(by: flow)).start { event in
                if case .value(.body(let data)) = event { flow.enqueue(data.count) }
                slow.receive(event)
            }
        )
        world.at(0.1)
        let fast = world.begin()
        world.at(30)
        #expect(fast.data == Data(pieces.joined()))
        #expect(store.records.count == 1)
        #expect(slow.data.count == 300_000)
        var second = 30.0
        while !slow.hasEnded, flow.waitingByteCount > 0 {
            flow.take(flow.waitingByteCount)
            second += 1
            world.at(second)
        }
        #expect(slow.data == Data(pieces.joined()))
        #expect(slow.isComplete)
        #expect(world.count == 1)
    }

    @Test(arguments: SlowStore.Operation.allCases)
    func aRequestSucceedsWhateverIsWrongWithTheStore(operation: SlowStore.Operation) {  // H34
        for fault: SlowStore.Fault in [
            .fails(CacheStoreError(.unavailable)), .fails(CacheStoreError(.corrupt)), .hangs, .completesWithoutValue,
        ] {
            let (world, store) = world(.cached("max-age=60", "1"))
            let first = world.begin(.get, "http://cache.test/a", ["Authorization": "A"])
            world.at(10)
            store.faults.withLock { $0[operation] = fault }
            let answers = [
                first, world.begin(.get, "http://cache.test/a", ["Authorization": "A"]),
                world.begin(.get, "http://cache.test/b"), world.begin(.put, "http://cache.test/c"),
            ]
            world.at(30)
            let later = world.begin(.get, "http://cache.test/b")
            world.at(100)
            for answer in answers + [later] { #expect(answer.text == "1", "\(operation) \(fault)") }
            #expect(world.stub.liveCount == 0)
        }
    }

    @Test func aDamagedBodyIsAMissAndRemoved() {  // H41
        let (world, store) = world(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        world.begin()
        world.at(1)
        store.faults.withLock { $0[.bytes] = .fails(CacheStoreError(.corrupt)) }
        let answer = world.begin()
        world.at(2)
        #expect(answer.summary == "net 200 2")
        #expect(world.cache.statistics.value.corrupt == 1)
        #expect(store.records.count == 1)
        let only = world.begin(.get, "http://cache.test/a", ["Cache-Control": "only-if-cached"])
        world.at(3)
        #expect(only.status == 504)
        #expect(world.count == 2)
    }

    @Test func damageAfterTheHeadIsATruncatedResponseThatARetryMends() {  // H41
        let body = Data(repeating: 7, count: 200_000)
        let (world, store) = world(.status(.ok, headers: ["Cache-Control": "max-age=60"], body: body))
        world.begin()
        world.at(1)
        let events = world.network.send(.get("http://cache.test/a"), decoding: .data).record(on: world.clock)
        // The lookup, the opening, and the first piece take ten milliseconds each.
        world.at(1.035)
        store.faults.withLock { $0[.bytes] = .fails(CacheStoreError(.corrupt)) }
        world.at(10)
        #expect(events.values.map(\.rawData) == [body])
        #expect(events.values.first?.cacheStatus?.isHit == false)
        #expect(world.count == 2)
    }

    @Test func aCanceledLookupAsksNobody() {  // H36
        let (world, _) = world(.cached("max-age=60"))
        world.begin().dispose()
        world.at(5)
        #expect(world.count == 0)
        #expect(world.isQuiet)
    }

    @Test func invalidationCoversACommitInProgress() {  // H31
        let (world, store) = world(.cached("max-age=60", "1"))
        let miss = world.begin()
        world.at(0.015)
        #expect(miss.isComplete)
        world.cache.clear().start()
        world.at(5)
        #expect(store.records.isEmpty)
    }

    @Test(arguments: [true, false])
    func theResponseToALaterRequestIsNotReplacedByAnEarlierOne(isSlow: Bool) {  // H15
        let clock = TestScheduler()
        let early = StubTransport.Reply.chunks(
            [Data("1".utf8), Data("1".utf8)],
            every: .seconds(5),
            headers: ["Cache-Control": "max-age=60"]
        )
        let stub = StubTransport(script: [early, .cached("max-age=60", "2")], clock: clock)
        let slow = SlowStore(clock)
        let memory = MemoryCacheStore()
        let world = CacheWorld(stub, clock, store: isSlow ? slow as any CacheStore : memory)
        let first = world.begin()
        world.at(1)
        let second = world.begin(.get, "http://cache.test/a", ["Cache-Control": "no-cache"])
        world.at(2)
        #expect(second.text == "2")
        world.at(20)
        #expect(first.text == "11")
        let hit = world.begin()
        world.at(21)
        #expect(hit.summary == "hit 200 2")
        #expect((isSlow ? slow.records : memory.allRecords().resultAtOnce()?.success ?? []).count == 1)
        #expect(world.cache.statistics.value.abandoned == 1)
    }
}
