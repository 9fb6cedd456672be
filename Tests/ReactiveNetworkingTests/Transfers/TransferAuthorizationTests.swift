import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests that tokens are refreshed for downloads, streams and uploads as for other requests.
@Suite struct TransferAuthorizationTests {
    private let folder: Folder
    private let world = TokenWorld { SignalProducer(value: .number($0)) }

    init() throws { folder = try Folder() }

    @Test func aDownloadIsAuthorizedAgainAfterARefresh() {  // F-16, F-19
        let events = world.network.download(world.request, to: .file(folder.file("a"))).record(on: world.clock)
        world.clock.run()
        #expect(world.sent == ["Bearer old", "Bearer new1"])
        #expect(events.failure == nil)
        #expect(folder.names == ["a"])
        #expect(world.isQuiet)
    }

    @Test func aStreamDeliversOnlyTheAuthorizedResponse() {  // F-14, F-19
        let events = world.network.stream(world.request).record(on: world.clock)
        world.clock.run()
        #expect(world.sent == ["Bearer old", "Bearer new1"])
        #expect(events.values.compactMap(\.head?.status) == [.ok])
        #expect(events.failure == nil)
    }

    private func upload(_ body: Body) -> EventRecorder<TransferUpdate<HTTP.Headers>, OperationError> {
        let request = RequestBuilder(.post, "http://api.test/").authorization(.refreshing(world.refresher)).body(body)
        let events = world.network.upload(request.build()).record(on: world.clock)
        world.clock.run()
        return events
    }

    @Test func aFormIsSentAgainAfterARefresh() {  // F-11, F-14, F-19
        let events = upload(.multipart([.value("a", "1"), .data("b", Data([1, 2]))]))
        #expect(events.failure == nil)
        #expect(world.sent == ["Bearer old", "Bearer new1"])
        #expect(
            world.stub.requests.map(\.content?.byteCount).allSatisfy { $0 == world.stub.requests[0].content?.byteCount }
        )
    }

    @Test func aOneShotBodyIsNotSentAgainAndCausesNoRefresh() {  // F-19
        let events = upload(.stream(once: AsyncStream<Data> { $0.finish() }))
        #expect(events.failure?.cause(as: RequestError.self) == .bodyAlreadyConsumed)
        #expect(world.sent == ["Bearer old"])
        #expect(world.isQuiet)
    }
}
