import ReactiveMedia
import ReactiveTesting
import Testing

@Suite struct TransferOrderTests {
    private func media(_ order: TransferOrder, maxTransfers: Int = 1) -> VirtualMedia {
        VirtualMedia(order: order, maxTransfers: maxTransfers) { path, _ in .text(path, after: 1) }
    }

    @Test func atMostSixTransfersRunAtATime() {  // M8
        let media = VirtualMedia { path, _ in .text(path, after: 1) }
        let loads = (0..<14).map { media.record("\($0)") }
        var counts: [Int] = []
        for _ in 0..<3 {
            counts.append(media.stub.liveCount)
            media.clock.advance(by: .seconds(1))
        }
        #expect(counts == [6, 6, 2])
        #expect(loads.allSatisfy { $0.isTerminated })
        #expect(media.paths == (0..<14).map { "\($0)" })
    }

    @Test func loadsBeginInTheOrderOfTheOptions() {  // M8
        for (order, expected) in [
            (TransferOrder.firstInFirstOut, ["a", "b", "c", "d"]), (.lastInFirstOut, ["a", "d", "c", "b"]),
        ] {
            let media = media(order)
            let loads = ["a", "b", "c", "d"].map { media.record($0) }
            media.clock.advance(by: .seconds(4))
            #expect(media.paths == expected)
            #expect(loads.allSatisfy { $0.isTerminated })
        }
    }

    @Test func aRepeatedLoadCountsAsTheLatestOne() {  // M8
        let media = media(.lastInFirstOut)
        let loads = ["a", "b", "c", "b"].map { media.record($0) }
        media.clock.advance(by: .seconds(3))
        #expect(media.paths == ["a", "b", "c"])
        #expect(loads.allSatisfy { $0.isTerminated })
    }

    @Test func loadsAreTransferredBeforePreloads() {  // M8
        let media = media(.firstInFirstOut)
        let preload = media.loader.preload(["a", "b", "c"].map { .media($0) }).record(on: media.clock)
        let load = media.record("d")
        media.clock.advance(by: .seconds(4))
        #expect(media.paths == ["a", "d", "b", "c"])
        #expect(load.all.last == .completed(at: .seconds(2)))
        #expect(preload.all == [.completed(at: .seconds(4))])
        #expect(media.record("c").values == [.loaded("c", from: .memory)])
    }

    @Test func aPreloadThatSomebodyLoadsBecomesALoad() {  // M8
        let media = media(.firstInFirstOut)
        let preload = media.loader.preload(["a", "b", "c"].map { .media($0) }).record(on: media.clock)
        let loads = [media.record("d"), media.record("c")]
        media.clock.advance(by: .seconds(4))
        #expect(media.paths == ["a", "d", "c", "b"])
        #expect(loads.allSatisfy { $0.isTerminated })
        #expect(preload.isTerminated)
    }

    @Test func aPreloadCompletesWithFailuresAndWithoutRequests() {  // M8
        let media = VirtualMedia { path, _ in path == "a" ? .status(.notFound) : .text(path) }
        #expect(media.loader.preload([.media("a"), .media("b")]).record().all == [.completed(at: .zero)])
        #expect(media.loader.preload([]).record().all == [.completed(at: .zero)])
        #expect(media.loader.preload([.media("b")]).record().all == [.completed(at: .zero)])
        #expect(media.paths == ["a", "b"])
    }

    @Test func disposingOfAPreloadLeavesTheLoads() {  // M3, M8
        let media = media(.firstInFirstOut, maxTransfers: 6)
        let preload = media.loader.preload(["a", "b"].map { .media($0) }).record(on: media.clock)
        let load = media.record("a")
        preload.dispose()
        #expect(media.stub.cancelledCount == 1)
        media.clock.advance(by: .seconds(1))
        #expect(load.values == [.loaded("a", from: .network)])
        #expect(media.isQuiet)
    }

    @Test func waitingLoadsThatLeaveAreNeverSent() {  // M3
        let media = media(.firstInFirstOut)
        let loads = (0..<4_000).map { media.record("\($0)") }
        for load in loads.dropFirst().dropLast() { load.dispose() }
        media.clock.advance(by: .seconds(2))
        #expect(media.paths == ["0", "3999"])
        #expect(media.isQuiet)
    }

    @Test func manyTransfersThatEndAtOnceNeedNoStack() {  // M8
        let media = VirtualMedia(maxTransfers: 1)
        let requests = (0..<2_000).map { Request.media("\($0)") }
        #expect(media.loader.preload(requests).record().all == [.completed(at: .zero)])
        #expect(media.stub.requests.count == 2_000)
    }
}
