import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The rate and the remaining time in the progress of a transfer.
@Suite struct TransferRateTests {
    private func progress(_ world: VirtualNetwork) -> [TransferProgress] {
        let events = world.network.download(.get(), decoding: .data).onlyProgress().record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
        return events.values
    }

    private func reply(_ sizes: [Int], every interval: Duration, total: Int?) -> StubTransport.Reply {
        let headers: HTTP.Headers = total.map { ["Content-Length": "\($0)"] } ?? [:]
        return .chunks(sizes.map { Data(count: $0) }, every: interval, headers: headers)
    }

    @Test func theRateIsTheProgressSinceTheFirstValue() {  // T3
        let progress = progress(VirtualNetwork(reply([100, 300, 0, 200], every: .seconds(1), total: 600)))
        #expect(progress.map(\.bytesPerSecond) == [nil, 100, 200, 150])
        #expect(progress == [0, 100, 400, 600].map { TransferProgress(byteCount: $0, totalByteCount: 600) })
    }

    @Test func valuesThatPrintAlikeAreEqual() {  // T3
        let bytes = TransferProgress(byteCount: 1, totalByteCount: 2)
        let fast = TransferProgress(byteCount: 1, totalByteCount: 2, bytesPerSecond: 3)
        #expect("\(bytes)" == "\(fast)" && bytes == fast && Set([bytes, fast]).count == 1)
        #expect(bytes != TransferProgress(byteCount: 1) && bytes != TransferProgress(byteCount: 2, totalByteCount: 2))
    }

    @Test func afterFiveSecondsTheRateIsAnAverageOfFiveSeconds() {  // T3
        let sizes = [10, 10, 10, 10, 10, 110, 110, 110, 110, 110, 110]
        let rates = progress(VirtualNetwork(reply(sizes, every: .seconds(1), total: nil))).map(\.bytesPerSecond)
        // The last value contains the total, at the time of the last bytes.
        #expect(rates == [nil, 10, 10, 10, 10, 10, 30, 50, 70, 90, 110, 110, 110])
    }

    @Test func aPauseLowersTheRate() {  // T3
        let world = VirtualNetwork(reply([100, 100, 100], every: .seconds(20), total: 300))
        #expect(progress(world).map(\.bytesPerSecond) == [nil, 5, 5, 5])
    }

    @Test func theRemainingTimeIsTheMissingBytesAtTheRate() {  // T4
        let values = progress(VirtualNetwork(reply([100, 300, 200], every: .seconds(2), total: 600)))
        #expect(values.map(\.estimatedTimeRemaining) == [nil, .seconds(10), .seconds(2), .zero])
        let rest = TransferProgress(byteCount: 1, totalByteCount: 4, bytesPerSecond: 2).estimatedTimeRemaining
        #expect(rest == .milliseconds(1_500))
    }

    @Test func anUnknownTotalOrRateHasNoRemainingTime() {  // T4
        #expect(TransferProgress(byteCount: 1, bytesPerSecond: 1).estimatedTimeRemaining == nil)
        #expect(TransferProgress(byteCount: 1, totalByteCount: 2).estimatedTimeRemaining == nil)
        #expect(TransferProgress(byteCount: 1, totalByteCount: 2, bytesPerSecond: 0).estimatedTimeRemaining == nil)
        let endless = TransferProgress(byteCount: 0, totalByteCount: .max, bytesPerSecond: 1e-9)
        #expect(endless.estimatedTimeRemaining == nil)
        #expect(TransferProgress(byteCount: 2, totalByteCount: 2).estimatedTimeRemaining == .zero)
        let values = progress(VirtualNetwork(reply([100, 100], every: .seconds(1), total: nil)))
        #expect(values.map(\.estimatedTimeRemaining) == [nil, nil, nil, .zero])
    }

    @Test func bytesReceivedAgainByARetryCountOnce() {  // T3, N6
        let cut = StubTransport.Reply.cut(
            afterSending: [Data(count: 50)],
            every: .seconds(1),
            headers: ["Content-Length": "100"]
        )
        let world = VirtualNetwork(cut, reply([40, 40, 20], every: .seconds(1), total: 100))
        // The second attempt begins at 2 s, and exceeds the first one at 4 s.
        #expect(progress(world).map(\.byteCount) == [0, 50, 80, 100])
        let again = VirtualNetwork(cut, reply([40, 40, 20], every: .seconds(1), total: 100))
        #expect(progress(again).map(\.bytesPerSecond) == [nil, 50, 20, 20])
    }

    @Test func aChangedTotalSizeRestartsTheRate() {  // T3
        let cut = StubTransport.Reply.cut(
            afterSending: [Data(count: 50)],
            every: .seconds(1),
            headers: ["Content-Length": "100"]
        )
        let world = VirtualNetwork(cut, reply([10, 20], every: .seconds(1), total: 30))
        let progress = progress(world)
        #expect(progress.map(\.byteCount) == [0, 50, 0, 10, 30])
        #expect(progress.map(\.totalByteCount) == [100, 100, 30, 30, 30])
        #expect(progress.map(\.bytesPerSecond) == [nil, 50, nil, 10, 15])
    }

    @Test func theBytesOfAResumedPartAreNoPartOfTheRate() throws {  // T3, F-17
        let folder = try Folder()
        let target = Destination.file(folder.file("a")).resumable()
        let headers: HTTP.Headers = ["ETag": "\"v1\"", "Content-Length": "1000"]
        let clock = TestScheduler()
        let cut = StubTransport.Reply.cut(afterSending: [Data(count: 900)], headers: headers)
        let first = VirtualNetwork(StubTransport(cut, clock: clock), on: clock, retryPolicy: .never)
        first.network.download(.get(), to: target).start()
        clock.run()
        let rest = StubTransport.Reply.chunks(
            [Data(count: 50), Data(count: 50)],
            every: .seconds(1),
            status: 206,
            headers: ["ETag": "\"v1\"", "Content-Range": "bytes 900-999/1000"]
        )
        let second = VirtualNetwork(rest)
        let events = second.network.download(.get(), to: target).onlyProgress().record(on: second.clock)
        second.clock.run()
        #expect(events.values.map(\.byteCount) == [900, 950, 1_000])
        #expect(events.values.map(\.bytesPerSecond) == [nil, 50, 50])
        #expect(events.values.map(\.estimatedTimeRemaining) == [nil, .seconds(1), .zero])
    }

    @Test func theProgressOfAnUploadHasARate() {  // T3
        let clock = TestScheduler()
        let transport = UploadingTransport(clock: clock)
        let network = Network(transport: transport, clock: clock)
        let events = network.upload(.post()).onlyProgress().record(on: clock)
        clock.run()
        #expect(events.values.map(\.bytesPerSecond) == [nil, 10, 10])
    }
}

/// A transport that sends 10 bytes a second, 20 in all, and receives an empty response.
private struct UploadingTransport: Transport {
    let clock: TestScheduler

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let sent = SignalProducer<Int64, Never>([0, 10, 20]).flatMap(.concat) { [clock] count in
            SignalProducer<Int64, Never>(value: count).delay(count == 0 ? .zero : .seconds(1), on: clock)
        }
        return sent.map { TransportEvent.uploadProgress(sent: $0, total: 20) }
            .promoteError(TransportError.self)
            .concat(
                SignalProducer<TransportEvent, TransportError>([
                    .head(ResponseHead(status: .ok)), .completed(TransferMetrics()),
                ])
            )
    }
}
