import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct ReplayTests {
    @Test func anEmptyJournalCompletes() throws {  // J16, JC-5
        let bench = Bench()
        let journal = try bench.open()
        #expect(journal.replay().record().all == [.completed(at: .zero)])
        #expect(journal.progress.value == RequestJournal.Progress(done: 0, total: 0))
    }

    @Test func aFailureStopsTheRestOfItsLane() throws {  // J16, J18, JC-9
        let bench = Bench(script: [.status(.created), .status(.serviceUnavailable), .status(.created)])
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"), .post("/c"))
        #expect(bench.sent.isEmpty)
        #expect(journal.replay().now().map(\.short) == ["delivered 1", "kept 2"])
        #expect(bench.sent == ["POST /a", "POST /b"])
        #expect(journal.entries.map(\.attempts) == [1, 0])
        #expect(journal.progress.value == RequestJournal.Progress(done: 1, total: 3))
        #expect(journal.replay().now().map(\.short) == ["delivered 2", "delivered 3"])
        #expect(journal.progress.value == RequestJournal.Progress(done: 2, total: 2))
        // The attempts of one entry have one key.
        #expect(bench.stub.requests.map { $0.headers["Idempotency-Key"] } == ["key-1", "key-2", "key-2", "key-3"])
    }

    @Test func lanesRunSideBySide() throws {  // J16, JC-11
        let bench = Bench { request, _ in
            request.url.path == "/b" ? .status(.ok) : .status(.ok).delayed(by: .seconds(1))
        }
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"), key: "x")
        try journal.added(.post("/c"), key: "y")
        let values = journal.replay(width: 2).map(\.short).record(on: bench.clock)
        bench.clock.advance(by: .seconds(5))
        #expect(bench.sent == ["POST /a", "POST /c", "POST /b"])
        #expect(bench.stub.times == [.zero, .zero, .seconds(1)])
        #expect(
            values.all == [
                .value(at: .seconds(1), "delivered 1"), .value(at: .seconds(1), "delivered 2"),
                .value(at: .seconds(1), "delivered 3"), .completed(at: .seconds(1)),
            ]
        )
    }

    @Test func equalKeysAreOneLaneWhateverTheWidth() throws {  // J10, J16, JC-2
        let bench = Bench { _, _ in .status(.ok).delayed(by: .seconds(1)) }
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"), .post("/c"), key: "x")
        let values = journal.replay(width: 9).record(on: bench.clock)
        bench.clock.advance(by: .seconds(5))
        #expect(bench.stub.times == [.zero, .seconds(1), .seconds(2)])
        #expect(values.isTerminated)
    }

    @Test func aReplayIsColdAndTheSecondWaitsForTheFirst() throws {  // J16, JC-28
        let bench = Bench { _, _ in .status(.ok).delayed(by: .seconds(1)) }
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let replay = journal.replay().map(\.short)
        #expect(bench.sent.isEmpty)
        let first = replay.record(on: bench.clock)
        let second = replay.record(on: bench.clock)
        try journal.added(.post("/b"))
        bench.clock.advance(by: .seconds(5))
        #expect(first.all == [.value(at: .seconds(1), "delivered 1"), .completed(at: .seconds(1))])
        #expect(second.all == [.value(at: .seconds(2), "delivered 2"), .completed(at: .seconds(2))])
    }

    @Test func disposingOfAReplayLeavesItsEntries() throws {  // J16, J18
        let bench = Bench(script: [.never, .status(.ok)])
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let replay = journal.replay().record()
        let waiting = journal.replay().map(\.short).record()
        #expect(journal.entries.map(\.state) == [.sending])
        replay.dispose()
        #expect(bench.stub.cancelledCount == 1)
        #expect(waiting.values == ["delivered 1"])
        #expect(journal.entries.isEmpty)
        #expect(bench.stub.requests.map { $0.headers["Idempotency-Key"] } == ["key-1", "key-1"])
    }

    @Test func aReplayThatWasDisposedOfBeforeItsTurnGivesItToTheNext() throws {  // J16
        let bench = Bench { _, _ in .status(.ok).delayed(by: .seconds(1)) }
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let waiting = SerialDisposable()
        let first = journal.replay().on(value: { _ in waiting.dispose() }).map(\.short).record(on: bench.clock)
        waiting.inner = journal.replay().start()
        let third = journal.replay().map(\.short).record(on: bench.clock)
        try journal.added(.post("/b"))
        bench.clock.advance(by: .seconds(5))
        #expect(first.all == [.value(at: .seconds(1), "delivered 1"), .completed(at: .seconds(1))])
        #expect(third.all == [.value(at: .seconds(2), "delivered 2"), .completed(at: .seconds(2))])
        #expect(journal.replay().record().isTerminated)
    }

    @Test func aReplayThatWasDisposedOfDoesNotWaitForALane() throws {  // J16
        let bench = Bench { request, _ in request.url.path == "/a" ? .never : .status(.ok) }
        let journal = try bench.open()
        let sending = journal.send(.post("/a"), key: "x").record()
        try journal.added(.post("/b"), key: "x")
        journal.replay().record().dispose()
        try journal.added(.post("/c"), key: "y")
        let next = journal.replay(width: 2).map(\.short).record()
        #expect(next.values == ["delivered 3"])
        sending.dispose()
        #expect(next.values == ["delivered 3", "delivered 2"])
        #expect(next.isTerminated)
    }

    @Test func anAttemptHasItsKeyWhateverIsRestored() throws {  // J3, J10
        let bench = Bench()
        let journal = try bench.open {
            $0.restore = { request, entry in Request(request.method, entry.url, headers: ["Idempotency-Key": "other"]) }
        }
        try journal.added(.post("/a"))
        #expect(journal.replay().now().map(\.short) == ["delivered 1"])
        #expect(bench.stub.requests.map { $0.headers["Idempotency-Key"] } == ["key-1"])
    }

    @Test func withoutANetworkTheWholeReplayEnds() throws {  // J17, JC-12
        let bench = Bench { request, number in
            number == 0 ? .failure(.offline) : .status(.ok)
        }
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"), key: "x")
        try journal.added(.post("/c"), key: "y")
        #expect(journal.replay().now().map(\.short) == ["kept 1"])
        #expect(bench.sent == ["POST /a"])
        #expect(journal.entries.map(\.attempts) == [0, 0, 0])
        #expect(journal.replay().now().map(\.short) == ["delivered 1", "delivered 2", "delivered 3"])
    }

    @Test func aStoppedLaneDoesNotStopOtherLanes() throws {  // J17
        let bench = Bench { request, _ in request.url.path == "/a" ? .status(.badGateway) : .status(.ok) }
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"), key: "x")
        try journal.added(.post("/c"), key: "y")
        #expect(journal.replay().now().map(\.short) == ["kept 1", "delivered 3"])
    }

    @Test func aRefusedEntryIsRemovedAndItsLaneContinues() throws {  // J10, J17
        let bench = Bench(script: [.status(.notFound), .status(.ok)])
        let journal = try bench.open()
        let events = journal.events.record()
        try journal.added(.post("/a"), .post("/b"))
        #expect(journal.replay().now().map(\.short) == ["refused 1", "delivered 2"])
        #expect(events.values.map(\.short) == ["added 1", "added 2", "refused 1", "delivered 2"])
        journal.close()
        #expect(try bench.open().entries.isEmpty)
    }

    @Test func anEntryIsParkedAfterItsLastAttemptAndItsLaneContinues() throws {  // J18, JC-8
        let bench = Bench { request, _ in request.url.path == "/a" ? .status(.serviceUnavailable) : .status(.ok) }
        let journal = try bench.open { $0.maxAttempts = 3 }
        try journal.added(.post("/a"), .post("/b"))
        #expect(journal.replay().now().map(\.short) == ["kept 1"])
        #expect(journal.replay().now().map(\.short) == ["kept 1"])
        #expect(journal.replay().now().map(\.short) == ["parked 1", "delivered 2"])
        #expect(journal.entries.map(\.state) == [.parked(reason: "3 attempts have failed")])
        #expect(journal.entries.map(\.attempts) == [3])
        #expect(journal.replay().now().isEmpty)
        journal.close()

        let again = try bench.open { $0.maxAttempts = 3 }
        #expect(again.entries.map(\.state) == [.parked(reason: "3 attempts have failed")])
        #expect(again.unpark(1).outcome()?.isSuccess == true)
        #expect(again.entries.map(\.state) == [.waiting])
        #expect(again.entries.map(\.attempts) == [0])
        #expect(again.replay().now().map(\.short) == ["kept 1"])
        #expect(again.unpark(7).outcome().map { $0.mapError { $0 } }?.failure == .unknownEntry)
        again.close()
        #expect(try bench.open().entries.map(\.attempts) == [1])
    }

    @Test func anEntryWhoseOriginHasChangedIsParked() throws {  // J4, JC-17
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"))
        journal.close()
        let live = Bench(disk: bench.disk, base: "https://live.a")
        let again = try live.open()
        #expect(again.replay().now().map(\.short) == ["parked 1"])
        #expect(again.entries.map(\.state) == [.parked(reason: "the address has changed")])
        #expect(live.sent.isEmpty)
    }

    @Test func anExpiredEntryIsNotSent() throws {  // J21, JC-6
        let bench = Bench { _, _ in .status(.serviceUnavailable) }
        let journal = try bench.open {
            $0.expiresAfter = .seconds(60)
            $0.maxAttempts = 1
        }
        try journal.added(.post("/a"))
        #expect(journal.replay().now().map(\.short) == ["parked 1"])
        try journal.added(.post("/b"))
        #expect(journal.entries.map(\.expires) == [Bench.date + 60, Bench.date + 60])
        bench.wall.withLock { $0 += 60 }
        let replay = journal.replay().now().map(\.short)
        #expect(replay == ["expired 1", "expired 2"])
        #expect(bench.sent == ["POST /a"])
        journal.close()
        #expect(try bench.open().entries.isEmpty)
    }

    @Test func failedReplaysByATriggerAreRepeatedWithGrowingPauses() throws {  // J19, JC-19
        let bench = Bench(script: [.failure(.offline)])
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let ticks = SignalProducer<Int, Never>.interval(.milliseconds(100), on: bench.clock).prefix(value: 0)
            .take(until: SignalProducer<Void, Never>(value: ()).delay(.seconds(10), on: bench.clock))
        let replays = journal.replay(whenever: ticks).record(on: bench.clock)
        bench.clock.advance(by: .seconds(14))
        #expect(bench.stub.times == [.zero, .seconds(1), .seconds(3), .seconds(7)])
        #expect(!replays.isTerminated)
        bench.clock.advance(by: .seconds(1))
        #expect(bench.stub.times.count == 5)
        #expect(replays.all.last == .completed(at: .seconds(15)))
        #expect(bench.clock.scheduledCount == 0)
    }

    @Test func pausesGrowUpToAMinuteAndASuccessResetsThem() throws {  // J19
        let bench = Bench { _, number in number == 9 ? .status(.ok) : .failure(.cannotConnect) }
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"))
        let ticks = SignalProducer<Int, Never>.interval(.milliseconds(500), on: bench.clock).prefix(value: 0)
        let replays = journal.replay(whenever: ticks).record(on: bench.clock)
        bench.clock.advance(by: .seconds(400))
        #expect(Array(bench.stub.times.prefix(9)) == [0, 1, 3, 7, 15, 31, 63, 123, 183].map { .seconds($0) })
        replays.dispose()
        bench.clock.advance(by: .seconds(400))
        #expect(bench.clock.scheduledCount == 0)
    }

    @Test func triggersDuringAReplayCauseOneFurtherReplay() throws {  // J19
        let bench = Bench { _, _ in .status(.ok).delayed(by: .seconds(1)) }
        let journal = try bench.open()
        let (trigger, input) = Signal<Void, Never>.pipe()
        let replays = journal.replay(whenever: trigger.producer).map(\.short).record(on: bench.clock)
        try journal.added(.post("/a"))
        input.send(value: ())
        try journal.added(.post("/b"))
        for _ in 0..<5 { input.send(value: ()) }
        input.sendCompleted()
        bench.clock.advance(by: .seconds(9))
        #expect(
            replays.all == [
                .value(at: .seconds(1), "delivered 1"), .value(at: .seconds(2), "delivered 2"),
                .completed(at: .seconds(2)),
            ]
        )
    }

    @Test func aThousandEntriesTakeNoStack() throws {  // J16
        let bench = Bench()
        let journal = try bench.open()
        for index in 0..<3_000 { try journal.added(.post("/\(index)")) }
        #expect(journal.replay().now().count == 3_000)
    }
}

extension Result {
    var isSuccess: Bool { if case .success = self { true } else { false } }
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
