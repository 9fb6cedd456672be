import Foundation
import ReactiveNetworking
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

    @Test func aChainTellsTheProgressOfBothAndTheValueOfTheLast() {  // F-61
        let it = VirtualNetwork(reply(10), reply(20))
        let events = chain(it.network).record(on: it.clock)
        it.clock.run()
        #expect(events.values.compactMap { $0.progress?.byteCount } == [10, 20])
        #expect(events.values.compactMap(\.value).count == 1)
        #expect(events.values.last?.value != nil)
        #expect(events.all.last?.event.isCompleted == true)
        #expect(it.stub.requests.map(\.url.path) == ["/a", "/b"])
        #expect(it.isQuiet)
    }

    @Test func aFailureShortCircuitsIt() {  // F-61
        let it = VirtualNetwork(reply(10, .notFound), reply(20))
        let events = chain(it.network).record(on: it.clock)
        it.clock.run()
        let error = OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
        #expect(events.all.last?.event.error == error)
        #expect(it.stub.requests.count == 1)
    }

    @Test func disposalCancelsTheOneThatIsUnderWay() {  // N3, F-44
        let it = VirtualNetwork(reply(10), .never)
        let start = chain(it.network).start()
        it.clock.advance(by: .seconds(1))
        #expect(it.stub.liveCount == 1)
        start.dispose()
        #expect(it.stub.cancelledCount == 1)
        #expect(it.isQuiet)
    }
}
