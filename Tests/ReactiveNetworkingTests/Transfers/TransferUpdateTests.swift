import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct TransferUpdateTests {
    private func reply(_ sent: Int64, _ status: HTTP.StatusCode = .ok) -> StubTransport.Reply {
        .events([
            .uploadProgress(sent: sent, total: sent), .head(ResponseHead(status: status)),
            .completed(TransferMetrics()),
        ])
    }

    private func chain(_ network: Network) -> SignalProducer<TransferUpdate<HTTP.Headers>, OperationError> {
        network.upload(.post("http://api.test/a")).flatMapValue { _ in network.upload(.post("http://api.test/b")) }
    }

    @Test func aChainSendsTheProgressOfBothTransfersAndTheLastValue() {  // F-61
        let world = VirtualNetwork(reply(10), reply(20))
        let events = chain(world.network).record(on: world.clock)
        world.clock.run()
        #expect(events.values.compactMap { $0.progress?.byteCount } == [10, 20])
        #expect(events.values.compactMap(\.value).count == 1)
        #expect(events.values.last?.value != nil)
        #expect(events.all.last?.event.isCompleted == true)
        #expect(world.stub.requests.map(\.url.path) == ["/a", "/b"])
        #expect(world.isQuiet)
    }

    @Test func aFailureEndsTheChain() {  // F-61
        let world = VirtualNetwork(reply(10, .notFound), reply(20))
        let events = chain(world.network).record(on: world.clock)
        world.clock.run()
        let error = OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
        #expect(events.all.last?.event.error == error)
        #expect(world.stub.requests.count == 1)
    }

    @Test func disposalCancelsTheRunningTransfer() {  // N3, F-44
        let world = VirtualNetwork(reply(10), .never)
        let start = chain(world.network).start()
        world.clock.advance(by: .seconds(1))
        #expect(world.stub.liveCount == 1)
        start.dispose()
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }
}
