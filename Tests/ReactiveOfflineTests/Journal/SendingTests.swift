import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct SendingTests {
    @Test func anEntryIsSentAfterItWasWritten() throws {  // J10, J20
        let bench = Bench()
        let journal = try bench.open()
        let before = bench.disk.calls.count
        let events = journal.send(.post("/a")).map(\.short).record()
        #expect(events.all == [.value(at: .zero, "added 1"), .value(at: .zero, "delivered 1"), .completed(at: .zero)])
        // Added, begun and ended, each with its sync.
        let calls = bench.disk.calls[before...].filter { $0 == "pwrite" || $0 == "fdatasync" }
        #expect(calls == ["pwrite", "fdatasync", "pwrite", "fdatasync", "pwrite", "fdatasync"])
        #expect(journal.entries.isEmpty)
    }

    @Test func twoSendsInOneLaneFollowEachOther() throws {  // J10, J20
        let bench = Bench { _, _ in .status(.ok).delayed(by: .seconds(1)) }
        let journal = try bench.open()
        let first = journal.send(.post("/a"), key: "x").map(\.short).record(on: bench.clock)
        let second = journal.send(.post("/b"), key: "x").map(\.short).record(on: bench.clock)
        let other = journal.send(.post("/c"), key: "y").map(\.short).record(on: bench.clock)
        bench.clock.advance(by: .seconds(5))
        #expect(bench.stub.times == [.zero, .zero, .seconds(1)])
        #expect(first.all.last == .completed(at: .seconds(1)))
        #expect(second.all.last == .completed(at: .seconds(2)))
        #expect(other.all.last == .completed(at: .seconds(1)))
    }

    @Test func earlierEntriesAreSentBeforeANewOne() throws {  // J10, J20
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"))
        #expect(journal.send(.post("/c")).now().map(\.short) == ["added 3", "delivered 3"])
        #expect(bench.sent == ["POST /a", "POST /b", "POST /c"])
    }

    @Test func aFailureKeepsTheEntryAndHoldsItsLane() throws {  // J17, J20
        let bench = Bench(script: [.status(.serviceUnavailable), .status(.ok)])
        let journal = try bench.open()
        let first = journal.send(.post("/a")).map(\.short).record()
        #expect(first.values == ["added 1", "kept 1"])
        #expect(first.isTerminated)
        // The lane waits for the next replay.
        #expect(journal.send(.post("/b")).now().map(\.short) == ["added 2", "kept 2"])
        #expect(bench.sent == ["POST /a"])
        #expect(journal.entries.map(\.attempts) == [1, 0])
        #expect(journal.replay().now().map(\.short) == ["delivered 1", "delivered 2"])
    }

    @Test func withoutANetworkTheNextSendTriesAgain() throws {  // J18, J20
        let bench = Bench(script: [.failure(.offline), .status(.ok)])
        let journal = try bench.open()
        #expect(journal.send(.post("/a")).now().map(\.short) == ["added 1", "kept 1"])
        #expect(journal.entries.map(\.attempts) == [0])
        #expect(journal.send(.post("/b")).now().map(\.short) == ["added 2", "delivered 2"])
        #expect(bench.sent == ["POST /a", "POST /a", "POST /b"])
    }

    @Test func aParkedEntryEndsItsSend() throws {  // J18, J20
        let bench = Bench(script: [.status(.badGateway)])
        let journal = try bench.open { $0.maxAttempts = 1 }
        #expect(journal.send(.post("/a")).now().map(\.short) == ["added 1", "parked 1"])
    }

    @Test func disposingOfASendLeavesTheEntryAndCancelRemovesIt() throws {  // J20
        let bench = Bench(script: [.never])
        let journal = try bench.open()
        let sending = journal.send(.post("/a")).record()
        sending.dispose()
        #expect(bench.stub.cancelledCount == 1)
        #expect(journal.entries.map(\.state) == [.waiting])
        let again = journal.replay().record()
        #expect(journal.entries.map(\.state) == [.sending])
        let events = journal.events.record()
        #expect(journal.cancel(1).outcome()?.isSuccess == true)
        #expect(bench.stub.cancelledCount == 2)
        #expect(journal.entries.isEmpty)
        #expect(events.values == [.cancelled])
        #expect(again.isTerminated)
        #expect(journal.cancel(1).outcome()?.failure == .unknownEntry)
        journal.close()
        #expect(try bench.open().entries.isEmpty)
    }

    @Test func aSendThatWasDisposedOfBeforeItsTurnSendsNothing() throws {  // J10, J20
        let bench = Bench()
        let journal = try bench.open { $0.uncertain = .park }
        #expect(journal.send(.post("/a")).take(first: 1).now().map(\.short) == ["added 1"])
        #expect(bench.sent.isEmpty)
        #expect(journal.entries.map(\.state) == [.waiting])
        // Nothing was begun, so nothing is uncertain.
        #expect(journal.replay().now().map(\.short) == ["delivered 1"])
    }

    @Test func aCancelledEntryEndsItsSend() throws {  // J20
        let bench = Bench(script: [.never])
        let journal = try bench.open()
        let sending = journal.send(.post("/a")).map(\.short).record()
        journal.removeAll()
        #expect(sending.all == [.value(at: .zero, "added 1"), .completed(at: .zero)])
        #expect(journal.entries.isEmpty)
        #expect(journal.send(.post("/b")).record().values.count == 1)
    }

    @Test func aServerThatKnowsKeysProcessesARequestOnce() throws {  // J10, JC-23
        let bench = Bench(script: [.never])
        let journal = try bench.open()
        let sending = journal.send(.post("/a")).record()
        #expect(bench.sent == ["POST /a"])
        // The process dies between the answer and the record.
        let later = Bench(disk: bench.disk.afterCrash(.everything))
        let again = try later.open()
        #expect(again.replay().now().map(\.short) == ["delivered 1"])
        let keys = (bench.stub.requests + later.stub.requests).map { $0.headers["Idempotency-Key"] }
        #expect(keys == ["key-1", "key-1"])
        sending.dispose()
    }

    @Test func aRequestThatMayHaveArrivedIsParkedIfAsked() throws {  // J10, JC-30
        let bench = Bench(script: [.never])
        let journal = try bench.open { $0.uncertain = .park }
        try journal.added(Request(.put, "/idempotent"), key: "x")
        let put = journal.replay().record()
        let post = journal.send(.post("/a"), key: "y").record()
        let later = Bench(disk: bench.disk.afterCrash(.everything))
        let again = try later.open { $0.uncertain = .park }
        #expect(again.entries.map(\.state) == [.waiting, .parked(reason: "it may have been sent before")])
        #expect(again.replay().now().map(\.short) == ["delivered 1"])
        again.unpark(2)
        #expect(again.replay().now().map(\.short) == ["delivered 2"])
        put.dispose()
        post.dispose()
        #expect(journal.entries.map(\.state) == [.waiting, .waiting])
        let rest = journal.replay().record()
        #expect(rest.values.isEmpty)
        rest.dispose()
    }

    @Test func aLostAnswerParksTheRequestIfAsked() throws {  // J10
        let bench = Bench(script: [.failure(.connectionLost), .status(.serviceUnavailable)])
        let journal = try bench.open { $0.uncertain = .park }
        #expect(journal.send(.post("/a")).now().map(\.short) == ["added 1", "parked 1"])
        #expect(journal.send(.post("/b")).now().map(\.short) == ["added 2", "kept 2"])
    }

    @Test func aRequestIsStoredOnlyWithoutANetwork() throws {  // J20, JC-26
        let bench = Bench(script: [.failure(.offline), .status(.notFound), .status(.ok)])
        let journal = try bench.open()
        let request = Request.post("/a")
        let first = bench.network.send(request).stored(in: journal, request).record()
        #expect(first.all.map(\.event.error) == [.requestFailure(error: TransportError.offline)])
        #expect(journal.entries.map(\.url) == ["/a"])
        let second = bench.network.send(request).stored(in: journal, request).record()
        #expect(second.all.count == 1)
        let third = bench.network.send(request).stored(in: journal, request).record()
        #expect(third.values.count == 1)
        #expect(journal.entries.count == 1)
    }

    @Test func aRequestThatCannotBeStoredIsAnEvent() throws {  // J20
        let bench = Bench(script: [.failure(.offline)])
        let journal = try bench.open { $0.maxEntries = 0 }
        let events = journal.events.record()
        let request = Request.post("/a")
        let failure = bench.network.send(request).stored(in: journal, request).record()
        #expect(failure.all.map(\.event.error) == [.requestFailure(error: TransportError.offline)])
        #expect(events.values == [.failed(.full(entries: 0, bytes: 0))])
    }

    @Test func aSwallowedResponseInterruptsItsSend() throws {  // J18, J20
        let bench = Bench(script: [.status(.ok)])
        let journal = try bench.open {
            $0.restore = { request, _ in
                var request = request
                request.validation = .custom { _ in .swallowed }
                return request
            }
        }
        let sending = journal.send(.post("/a")).map(\.short).record()
        #expect(sending.all == [.value(at: .zero, "added 1"), .interrupted(at: .zero)])
        #expect(journal.entries.map(\.state) == [.waiting])
    }

    @Test func closingLeavesWhatIsBeingSent() throws {  // J15, J22, JC-10
        let bench = Bench(script: [.never])
        let journal = try bench.open()
        let sending = journal.send(.post("/a")).record()
        let replay = journal.replay().record()
        journal.close()
        #expect(bench.stub.cancelledCount == 1)
        #expect(sending.isTerminated)
        #expect(replay.isTerminated)
        #expect(bench.disk.openCount == 0)
        #expect(journal.add(.post("/b")).outcome()?.failure == .closed)
        #expect(journal.send(.post("/b")).outcome()?.failure == .closed)
        #expect(journal.cancel(1).outcome()?.failure == .closed)
        #expect(journal.unpark(1).outcome()?.failure == .closed)
        #expect(journal.removeAll().outcome()?.failure == .closed)
        #expect(journal.replay().record().all == [.completed(at: .zero)])
        journal.close()
        #expect(try bench.open().entries.map(\.state) == [.waiting])
    }
}
