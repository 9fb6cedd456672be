import Foundation
import ReactiveCache
import ReactiveMedia
import ReactiveTesting
import Testing

@Suite struct MediaLoaderTests {
    @Test func aLoadThatLeavesASharedExchangeDoesNotEndIt() {  // MC-1, M3
        let media = VirtualMedia { path, _ in .text(path, after: 2) }
        let (first, second) = (media.record("a"), media.record("a"))
        media.clock.advance(by: .seconds(1))
        first.dispose()
        media.clock.advance(by: .seconds(2))

        #expect(first.all == [.interrupted(at: .seconds(1))])
        #expect(
            second.all == [
                .value(at: .seconds(2), .loaded("a", from: .network)), .completed(at: .seconds(2)),
            ]
        )
        #expect(media.paths == ["a"])
        #expect(media.decoded.value == ["a"])
        #expect(media.isQuiet)
    }

    @Test func variantsOfAKeyShareTheExchange() {  // MC-2, M3
        let media = VirtualMedia { path, _ in .text(path, after: 2) }
        let original = media.record("a")
        media.clock.advance(by: .seconds(1))
        let small = media.record("a", variant: .small)
        media.clock.advance(by: .seconds(2))

        #expect(original.values == [.loaded("a", from: .network)])
        #expect(small.all == [.value(at: .seconds(1), .loaded("A", from: .network)), .completed(at: .seconds(1))])
        #expect(media.paths == ["a"])
        #expect(media.decoded.value == ["a", "a"])
    }

    @Test func aHitInMemoryIsSentBeforeStartReturns() {  // MC-3, M2
        let media = VirtualMedia()
        _ = media.record("a")
        let hit = media.record("a")
        #expect(hit.all == [.value(at: .zero, .loaded("a", from: .memory)), .completed(at: .zero)])
        #expect(media.paths == ["a"])
        #expect(media.loader.cache.media(for: .media("a")) == "a")
    }

    @Test func aHitOnARealClockNeedsNoScheduler() async throws {  // MC-4, M2
        let stub = StubTransport(.text("a"))
        let decoding = MediaDecoding { data, _ in String(decoding: data, as: UTF8.self) }
        let loader = MediaLoader(
            network: Network(transport: stub),
            decoding: decoding,
            options: .init(scheduler: UnimplementedScheduler())
        )
        loader.cache.insert("kept", for: .media("a"), cost: 1)
        let hit = loader.load(.media("a")).record()
        #expect(hit.all == [.value(at: .zero, .loaded("kept", from: .memory)), .completed(at: .zero)])
        #expect(stub.requests.isEmpty)
    }

    @Test func theTransferEndsWhenItsLastLoadLeaves() {  // M3
        let media = VirtualMedia { _, _ in .never }
        let loads = [media.record("a"), media.record("a", variant: .small), media.record("a")]
        for load in loads { load.dispose() }
        #expect(loads.allSatisfy { $0.all == [.interrupted(at: .zero)] })
        #expect(media.stub.cancelledCount == 1)
        #expect(media.isQuiet)
    }

    @Test func aFailureReachesAllLoadsOfATransferAndLeavesNothingBehind() {  // MC-7, M3
        let media = VirtualMedia { path, number in
            number == 0 ? .status(.notFound).delayed(by: .seconds(1)) : .text(path)
        }
        let (first, second) = (media.record("a"), media.record("a"))
        media.clock.advance(by: .seconds(1))
        let error = Network.OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
        for load in [first, second] { #expect(load.all == [.failed(at: .seconds(1), error)]) }
        #expect(media.record("a").values == [.loaded("a", from: .network)])
        #expect(media.paths == ["a", "a"])
        #expect(media.isQuiet)
    }

    @Test func aDecodersFailureIsAParseFailureAndLeavesNothingBehind() {  // MC-8, M4
        let media = VirtualMedia { path, number in .text(number == 0 ? "broken" : path) }
        let cause = MediaError.unreadable(byteCount: 6)
        #expect(media.record("a").all == [.failed(at: .zero, .parseFailure(cause: cause))])
        #expect(media.record("a").values == [.loaded("a", from: .network)])
    }

    @Test func anEmptyBodyIsMissingData() {  // M4, N4
        let media = VirtualMedia { _, _ in .status(.ok) }
        #expect(media.record("a").all == [.failed(at: .zero, .missingData)])
        #expect(media.decoded.value == [])
    }

    @Test func aDecoderGetsAtMost32MiB() {  // M4
        let limit = 32 * 1_024 * 1_024
        let media = VirtualMedia { path, _ in
            .status(.ok, body: Data(count: path == "large" ? limit + 1 : limit))
        }
        let load = media.record("large")
        #expect(load.all.count == 1)
        guard case .failed(.requestFailure(let error as TransportError)) = load.all.first?.event else {
            Issue.record("\(load.all)")
            return
        }
        #expect(error.kind == .bodyTooLarge)
        #expect(media.decoded.value.isEmpty)
        #expect(media.record("whole").values.count == 1)
    }

    @Test func theProgressReachesAllLoadsBeforeTheMedia() {
        let clock = TestScheduler()
        let chunks = [Data("ab".utf8), Data("cd".utf8)]
        let stub = StubTransport(.chunks(chunks, every: .seconds(1), headers: ["Content-Length": "4"]), clock: clock)
        let loader = MediaLoader(
            network: Network(transport: stub, clock: clock),
            decoding: MediaDecoding { data, _ in String(decoding: data, as: UTF8.self) }
        )
        let load = loader.load(.media("a")).record(on: clock)
        clock.advance(by: .seconds(1))
        let late = loader.load(.media("a")).record(on: clock)
        clock.advance(by: .seconds(1))
        func progress(_ byteCount: Int64) -> TransferProgress {
            TransferProgress(byteCount: byteCount, totalByteCount: 4, bytesPerSecond: 2)
        }
        #expect(
            load.all == [
                .value(at: .zero, .progress(TransferProgress(byteCount: 0, totalByteCount: 4))),
                .value(at: .seconds(1), .progress(progress(2))), .value(at: .seconds(2), .progress(progress(4))),
                .value(at: .seconds(2), .loaded("abcd", from: .network)), .completed(at: .seconds(2)),
            ]
        )
        #expect(
            late.values == [
                .progress(progress(4)), .loaded("abcd", from: .network),
            ]
        )
    }

    @Test func aHitOfTheHTTPCacheIsReportedAsTheSourceDisk() {  // M1
        let clock = TestScheduler()
        let headers: HTTP.Headers = ["Cache-Control": "max-age=60"]
        let stub = StubTransport(.text("a", status: .ok, headers: headers), clock: clock)
        let loader = MediaLoader(
            network: Network(transport: CachingTransport(stub, clock: clock), clock: clock),
            decoding: MediaDecoding { data, _ in String(decoding: data, as: UTF8.self) }
        )
        let sources = [1, 2, 3].map { round -> MediaSource? in
            if round == 2 { loader.cache.removeAll() }
            let events = loader.load(.media("a")).record(on: clock)
            clock.advance(by: .seconds(1))
            guard case .loaded(_, let source) = events.values.last else { return nil }
            return source
        }
        #expect(sources == [.network, .disk, .memory])
        #expect(stub.requests.count == 1)
    }

    @Test func theResultOfThePreprocessingIsWhatIsKept() {  // M7
        let media = VirtualMedia { _, _ in .text("abc") }
        let reversed = MediaVariant(preprocess: "reversed")
        #expect(media.record("a", variant: reversed).values == [.loaded("cba", from: .network)])
        #expect(media.record("a", variant: reversed).values == [.loaded("cba", from: .memory)])
        #expect(media.record("a").values == [.loaded("abc", from: .network)])
        #expect(media.decoded.value == ["abc", "abc"])
    }

    @Test func anUnknownPreprocessingIsAParseFailure() {  // M7
        let media = VirtualMedia()
        let failure = Network.OperationError.parseFailure(cause: MediaError.unknownPreprocess("none"))
        #expect(media.record("a", variant: MediaVariant(preprocess: "none")).all == [.failed(at: .zero, failure)])
        #expect(media.decoded.value.isEmpty)
    }

    @Test func theOptionsLimitATransferThatNeverEnds() {
        let media = VirtualMedia(maxTransfers: 1) { path, _ in path == "silent" ? .never : .text(path) }
        let (silent, next) = (media.record("silent"), media.record("next"))
        media.clock.advance(by: .seconds(60))
        guard case .failed(.timedOut(let limit, _, _, _)) = silent.all.last?.event else {
            Issue.record("\(silent.all)")
            return
        }
        #expect(limit == .seconds(60))
        #expect(next.all.first == .value(at: .seconds(60), .loaded("next", from: .network)))
        #expect(media.isQuiet)
    }

    @Test func loadsThatShareAnExchangeKeepTheirOwnDeadlines() {  // M3
        let media = VirtualMedia { path, _ in .text(path, after: 5) }
        let first = Deadline.withLimit(.seconds(1), on: media.clock) { media.record("a") }
        let second = media.record("a")
        media.clock.advance(by: .seconds(5))
        for load in [first, second] { #expect(load.values == [.loaded("a", from: .network)]) }
    }

    @Test func anInvalidRequestIsAFailureOfTheLoad() {  // N1
        let media = VirtualMedia()
        let load = media.loader.load(Request(.get, "no URL")).record()
        guard case .failed(.requestFailure(let error)) = load.all.last?.event else {
            Issue.record("\(load.all)")
            return
        }
        #expect(error is RequestError)
    }

    @Test func nothingIsAliveAfterALoad() {
        weak var loader: MediaLoader<String>?
        weak var cache: MediaCache<String>?
        do {
            let media = VirtualMedia { path, _ in .text(path, after: 1) }
            (loader, cache) = (media.loader, media.loader.cache)
            let (left, done) = (media.record("a"), media.record("b", placeholder: "c"))
            left.dispose()
            media.clock.advance(by: .seconds(1))
            #expect(done.isTerminated)
        }
        #expect(loader == nil)
        #expect(cache == nil)
    }
}
