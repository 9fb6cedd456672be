import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
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

    @Test func anAsynchronousStoreServesLikeOneInMemory() {  // H42
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

    @Test func theNextRequestWaitsForTheStoreAndTheFirstDoesNot() {  // H15, H35
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
        let caller = PacedCaller(world, accepting: 65_536)
        world.at(2)
        #expect(caller.answer.pieces.map(\.count) == [65_536])
        for _ in 0..<7 { caller.take(65_536) }
        #expect(caller.answer.pieces.map(\.count) == [65_536, 65_536, 65_536, 65_536, 37_856])
        #expect(caller.answer.data == body)
        #expect(caller.answer.isComplete)
    }

    @Test func aSlowCallerReadsTheBodyFromTheStore() {  // H35, H36
        let pieces = (0..<20).map { Data(repeating: UInt8($0), count: 100_000) }
        let (world, store) = world(
            .chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]),
            maxByteCount: 32 << 20
        )
        let slow = PacedCaller(world)
        world.at(0.1)
        let fast = world.begin()
        world.at(30)
        #expect(fast.data == Data(pieces.joined()))
        #expect(store.records.count == 1)
        #expect(slow.answer.data.count == 300_000)
        slow.takeAll()
        #expect(slow.answer.data == Data(pieces.joined()))
        #expect(slow.answer.isComplete)
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

    @Test func damageThatTwoRequestsFindCountsOnce() {  // H38, H41
        let (world, store) = world(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        world.begin()
        world.at(1)
        store.faults.withLock { $0[.bytes] = .fails(CacheStoreError(.corrupt)) }
        let answers = [world.begin(), world.begin()]
        world.at(2)
        #expect(answers.map(\.text) == ["2", "2"])
        #expect(world.cache.statistics.value.corrupt == 1)
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

    @Test(arguments: [CacheStoreError.Kind.corrupt, .unavailable, .missing, .other])
    func damageAfterTheHeadIsATruncatedResponseThatARetryMends(kind: CacheStoreError.Kind) {  // H41
        let body = Data(repeating: 7, count: 200_000)
        let (world, store) = world(.status(.ok, headers: ["Cache-Control": "max-age=60"], body: body))
        world.begin()
        world.at(1)
        let events = world.network.send(.get("http://cache.test/a"), decoding: .data).record(on: world.clock)
        // The lookup, the opening, and the first piece take ten milliseconds each.
        world.at(1.035)
        store.faults.withLock {
            $0 = [.bytes: .fails(CacheStoreError(kind)), .remove: .fails(CacheStoreError(.other))]
        }
        world.at(10)
        #expect(events.values.map(\.rawData) == [body])
        #expect(events.values.first?.cacheStatus?.isHit == false)
        #expect(world.count == 2)
    }

    @Test func aCallerThatLeavesDuringTheLookUpSendsNoRequest() {  // H36
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

    @Test func aCallerThatCannotReadWhatItMissedDoesNotJoinAgain() {  // H36, H41
        let pieces = (0..<8).map { Data(repeating: UInt8($0), count: 100_000) }
        let (world, store) = world(
            .chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]),
            .cached("max-age=60", "new")
        )
        let first = world.begin()
        world.at(4.5)
        store.faults.withLock { $0[.bytes] = .fails(CacheStoreError(.other)) }
        let late = world.begin()
        world.at(5)
        #expect(late.error?.kind == .truncatedResponse)
        let again = world.begin()
        world.at(6)
        #expect(again.summary == "net 200 new")
        world.at(20)
        #expect(first.data == Data(pieces.joined()))
        #expect(world.isQuiet)
    }

    @Test func aCallerThatReplacesALeavingReaderReadsFromTheBeginning() {  // H36
        let pieces = (0..<8).map { Data(repeating: UInt8($0), count: 100_000) }
        let (world, _) = world(.chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]))
        let first = world.begin()
        world.at(4.5)
        let left = world.begin()
        // The look-up takes ten milliseconds, and so does each piece.
        world.at(4.525)
        left.dispose()
        let next = world.begin()
        world.at(20)
        #expect(left.data.count == 65_536)
        #expect([first, next].map(\.data) == [Data(pieces.joined()), Data(pieces.joined())])
        #expect(world.count == 1)
        #expect(world.isQuiet)
    }

    @Test func anInvalidationDoesNotHoldUpAFastCallerBehindASlowOne() {  // H31, H36
        let pieces = (0..<20).map { Data(repeating: UInt8($0), count: 100_000) }
        let (world, store) = world(
            .chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]),
            .status(.noContent),
            maxByteCount: 32 << 20
        )
        let slow = PacedCaller(world)
        world.at(0.1)
        let fast = world.begin()
        world.at(6)
        world.begin(.put)
        world.at(30)
        #expect(fast.data == Data(pieces.joined()))
        #expect(store.records.isEmpty)
        slow.takeAll()
        #expect(slow.answer.data == Data(pieces.joined()))
        #expect(world.cache.statistics.value.abandoned == 1)
        #expect(world.isQuiet)
    }

    @Test func responsesOfOneURLThatEndTogetherLeaveOneRecord() {  // H15
        let (world, store) = world(.cached("max-age=60"))
        for _ in 0..<5 { world.begin(.get, "http://cache.test/a", ["Cache-Control": "no-cache"]) }
        world.at(5)
        #expect(world.count == 5)
        #expect(store.records.count == 1)
        #expect(world.cache.statistics.value.stored == 5)
    }

    @Test func aCommitNobodyWaitsForIsStillCoveredByAnInvalidation() {  // H31
        let (world, store) = world(.cached("max-age=60", "1"), .cached("max-age=60", "2"), .status(.noContent))
        store.faults.withLock { $0[.commit] = .lasts(.seconds(5)) }
        world.begin()
        world.at(1)
        let next = world.begin()
        world.at(3.9)
        #expect(next.summary == "net 200 2")
        world.begin(.put)
        world.at(30)
        #expect(store.records.isEmpty)
        #expect(world.isQuiet)
    }

    @Test func aCallerThatLeavesDuringAConfirmationCausesNoSecondRequest() {  // H23, H36
        let (world, store) = world(.cached("max-age=1", "1", ["ETag": #""a""#]), .status(.notModified))
        world.begin()
        world.at(5)
        let answer = world.begin()
        world.at(5.015)
        #expect(world.count == 2)
        answer.dispose()
        store.base.removeAll().start()
        world.at(10)
        #expect(world.count == 2)
        #expect(world.isQuiet)
    }

    @Test(arguments: [Network.CachePolicy.reloadIgnoringLocal, .reloadIgnoringLocalAndRemote])
    func aRequestThatReadsNothingDoesNotWaitForTheStore(policy: Network.CachePolicy) {  // H32
        let (world, _) = world(.cached("max-age=60", "1"))
        #expect(world.get([:], policy).text == "1")
        #expect(world.get(["Cache-Control": "no-store"]).text == "1")
    }

    @Test func aStoreThatDoesNotAnswerIsNotAskedForAWhile() {  // H34
        let (world, store) = world(.cached("max-age=60", "1"))
        store.faults.withLock { $0[.records] = .hangs }
        let first = world.begin()
        world.at(1.9)
        #expect(!first.hasEnded)
        world.at(2.1)
        #expect(first.text == "1")
        #expect(world.get().text == "1")
        store.faults.withLock { $0 = [:] }
        world.at(13)
        world.begin()
        world.at(14)
        #expect(store.records.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aValidationInTheBackgroundEndsIfItsResponseIsNotStored() {  // H27
        let (world, store) = world(
            .cached("max-age=1, stale-while-revalidate=60", "1"),
            .chunks([Data("2".utf8), Data("2".utf8)], every: .seconds(1), headers: ["Cache-Control": "max-age=60"])
        )
        world.begin()
        world.at(5)
        store.faults.withLock { $0[.write] = .fails(CacheStoreError(.noSpace)) }
        let stale = world.begin()
        world.at(6.5)
        #expect(stale.summary == "hit 200 1")
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func aRequestForStoredResponsesOnlyIsNotValidatedInTheBackground() {  // H21, H27
        let world = CacheWorld(.cached("max-age=1, stale-while-revalidate=60", "1"))
        world.get()
        world.at(5)
        #expect(world.get(["Cache-Control": "only-if-cached"]).summary == "hit 200 1")
        #expect(world.count == 1)
    }

    @Test func bodiesOnTheirWayCountInTheBudget() {  // H39
        let pieces = [Data(repeating: 1, count: 50_000), Data(repeating: 2, count: 40_000)]
        let world = CacheWorld(
            .chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]),
            store: MemoryCacheStore(maxByteCount: 800_000)
        )
        let answers = (0..<20).map { world.begin(.get, "http://cache.test/\($0)") }
        world.at(5)
        #expect(answers.allSatisfy { $0.data == Data(pieces.joined()) })
        let counts = world.cache.statistics.value
        #expect(counts.stored + counts.abandoned == 20)
        #expect(counts.abandoned > 0)
        #expect(counts.bytes <= 800_000)
        let later = world.begin(.get, "http://cache.test/later")
        world.at(10)
        #expect(later.isComplete)
        #expect(world.cache.statistics.value.stored == counts.stored + 1)
    }

    @Test func aCacheKnowsTheSizeOfAStoreThatWasFilledBefore() {  // H38
        let store = MemoryCacheStore()
        CacheWorld(.cached("max-age=60"), store: store).get()
        let counts = CacheWorld(.cached("max-age=60"), store: store).cache.statistics.value
        #expect(counts.entries == 1)
        #expect(counts.bytes > 0)
    }

    @Test func clearingTheCacheCoversAPostResponseThatIsStillArriving() {  // H12, H31
        let world = CacheWorld(
            .chunks(
                [Data("1".utf8), Data("2".utf8)],
                every: .seconds(1),
                headers: ["Cache-Control": "max-age=60", "Content-Location": "/a"]
            )
        )
        let answer = world.begin(.post)
        world.at(1.5)
        world.cache.clear().start()
        world.at(5)
        #expect(answer.text == "12")
        #expect(world.cache.statistics.value.stored == 0)
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
        let world = CacheWorld(stub, clock, store: isSlow ? slow as any RecordStore : memory)
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

    @Test func aStoreThatDoesNotAnswerOneRequestIsStillReadForAnother() {  // H34
        let body = Data(repeating: 7, count: 300_000)
        let (world, store) = world(.status(.ok, headers: ["Cache-Control": "max-age=60"], body: body))
        world.begin()
        world.at(1)
        let caller = PacedCaller(world, accepting: 65_536)
        world.at(2)
        store.faults.withLock { $0[.records] = .hangs }
        let other = world.begin(.get, "http://cache.test/b")
        world.at(5)
        #expect(other.isComplete)
        for _ in 0..<6 { caller.take(65_536) }
        #expect(caller.answer.data == body)
        #expect(caller.answer.isComplete)
    }

    @Test(arguments: [Network.CachePolicy.returnCachedOnly, nil])
    func aRequestForStoredResponsesOnlyIsNotSentIfTheStoreFails(policy: Network.CachePolicy?) {  // H21, H34
        let (world, store) = world(.cached("max-age=60"))
        store.faults.withLock { $0[.salt] = .fails(CacheStoreError(.unavailable)) }
        for method: HTTP.Method in [.get, .post] {
            var headers: HTTP.Headers = ["Authorization": "A"]
            if policy == nil { headers.add("Cache-Control", "only-if-cached") }
            let configuration = Network.Configuration(cachePolicy: policy)
            let answer = world.begin(method, "http://cache.test/a", headers, configuration)
            world.clock.advance(by: .seconds(1))
            #expect(answer.status == 504)
        }
        #expect(world.count == 0)
    }

    @Test func aResponseToAPostOfAnUnknownIdentityIsNotStored() {  // H14, H31, H34
        let fields: HTTP.Headers = ["Content-Location": "http://cache.test/a", "Cache-Control": "max-age=60"]
        let (world, store) = world(.status(.ok, headers: fields))
        store.faults.withLock { $0[.salt] = .fails(CacheStoreError(.unavailable)) }
        let answer = world.begin(.post, "http://cache.test/a", ["Authorization": "A"])
        world.at(1)
        #expect(answer.status == 200)
        #expect(store.records.isEmpty)
        store.faults.withLock { $0 = [:] }
        world.begin(.post, "http://cache.test/a", ["Authorization": "A"])
        world.at(2)
        #expect(store.records.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aPartThatIsEvictedWhileItsRestArrivesStaysReadable() {  // H30, H34, H39
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            let fields: HTTP.Headers = ["Cache-Control": "max-age=60", "ETag": #""a""#]
            var part = fields
            switch request.headers["Range"] {
            case "bytes=0-1":
                part.add("Content-Range", "bytes 0-1/4")
                return .status(.partialContent, headers: part, body: Data("ab".utf8))
            case "bytes=2-":
                part.add("Content-Range", "bytes 2-3/4")
                return .status(.partialContent, headers: part, body: Data("cd".utf8)).delayed(by: .seconds(1))
            default: return .status(.ok, headers: fields, body: Data("abcd".utf8))
            }
        }
        let store = MemoryCacheStore()
        let world = CacheWorld(stub, clock, store: store)
        world.get(["Range": "bytes=0-1"])
        let answer = world.begin()
        #expect(world.count == 2)
        store.removeAll().start()
        world.at(5)
        #expect(answer.summary == "net 200 abcd")
        #expect(world.count == 2)
    }

    @Test(arguments: [SlowStore.Operation.writer, .write, .commit])
    func aResponseIsAbandonedOnce(operation: SlowStore.Operation) {  // H38
        let (world, store) = world(.cached("max-age=60", "1"))
        store.faults.withLock { $0[operation] = .fails(CacheStoreError(.noSpace)) }
        let answer = world.begin()
        world.at(5)
        #expect(answer.text == "1")
        #expect(world.cache.statistics.value.abandoned == 1)
        #expect(world.cache.statistics.value.stored == 0)
    }

    @Test func aCommitThatCompletesWithoutAResultEndsTheExchange() {  // H34
        let (world, store) = world(.cached("max-age=60", "1"))
        store.faults.withLock { $0[.commit] = .completesWithoutValue }
        world.begin()
        world.at(1)
        let next = world.begin()
        world.at(1.5)
        #expect(next.isComplete)
        #expect(world.isQuiet)
    }
}
