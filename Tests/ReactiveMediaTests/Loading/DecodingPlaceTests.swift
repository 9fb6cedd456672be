import Foundation
import ReactiveMedia
import ReactiveTesting
import Testing

/// The places where a loader decodes and delivers, on the real clock.
@Suite(.timeLimit(.minutes(20))) struct DecodingPlaceTests {
    /// The decodings that run at the moment, and the most that ever ran.
    private struct Load: Sendable {
        var running = 0
        var most = 0
        var wereOnMain = 0
    }

    @Test func atMostOneDecodingRunsForEachCoreAndNoneOnTheMainThread() async throws {  // M4
        let load = Locked(Load())
        let decoding = MediaDecoding<Int> { data, _ in
            load.modify { load in
                load.running += 1
                load.most = max(load.most, load.running)
                if isOnMainQueue { load.wereOnMain += 1 }
            }
            // Long enough for others to arrive.
            var sum = 0
            for round in 0..<20 { sum = data.reduce(sum &+ round) { $0 &* 31 &+ Int($1) } }
            load.modify { $0.running -= 1 }
            return sum == 0 ? 0 : data.count
        }
        let stub = StubTransport(.status(.ok, body: Data(repeating: 7, count: 1_000)))
        let loader = MediaLoader(network: Network(transport: stub), decoding: decoding)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask { try await loader.load(.media("\(number)")).compactMap(\.loaded).value() }
            }
            for try await count in group { #expect(count == 1_000) }
        }
        #expect(load.value.most <= ProcessInfo.processInfo.activeProcessorCount)
        #expect(load.value.wereOnMain == 0)
        #expect(load.value.running == 0)
    }

    @Test func allConcurrentLoadsOfOneKeyGetTheMedia() async throws {  // M3
        let stub = StubTransport { request, _ in .text(request.url.lastPathComponent) }
        let loader = MediaLoader(
            network: Network(transport: stub),
            cache: MediaCache(maxCount: 3),
            decoding: MediaDecoding<String> { data, variant in
                String(decoding: data, as: UTF8.self) + (variant.size == nil ? "" : "!")
            }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let variant = number % 3 == 0 ? MediaVariant.small : .original
                    let load = loader.load(.media("\(number % 7)"), variant: variant).compactMap(\.loaded)
                    // Every fifth leaves at once.
                    if number % 5 == 0 { return load.start().dispose() }
                    let text = try await load.value()
                    #expect(text == "\(number % 7)" + (number % 3 == 0 ? "!" : ""))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func eventsArriveOnTheMainQueueUnlessTheConsumerWaits() async throws {  // N13
        let decoding = MediaDecoding<Bool> { _, _ in isOnMainQueue }
        let loader = MediaLoader(network: Network(transport: StubTransport(.text("a"))), decoding: decoding)
        let isOnMain = await withCheckedContinuation { continuation in
            loader.load(.media("a")).startWithCompleted { continuation.resume(returning: isOnMainQueue) }
        }
        #expect(isOnMain)
        let waiting = try await loader.load(.media("b")).compactMap(\.loaded)
            .map { _ in isOnMainQueue }
            .value()
        #expect(!waiting)
    }
}
