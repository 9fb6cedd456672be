import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct DownloadInMemoryTests {
    private typealias Updates = EventRecorder<TransferUpdate<Network.DataResponse<Data>>, OperationError>

    private static func reply(
        _ sizes: [Int],
        every interval: Duration = .seconds(1),
        total: Int? = nil,
        _ status: HTTP.StatusCode = .ok,
        headers: HTTP.Headers = [:]
    ) -> StubTransport.Reply {
        var headers = headers
        headers.set("Content-Length", "\(total ?? sizes.reduce(0, +))")
        return .chunks(sizes.map { Data(count: $0) }, every: interval, status: status, headers: headers)
    }

    private func run(_ it: VirtualNetwork, _ request: Request = .get()) -> Updates {
        let events = it.network.download(request, decoding: .data).record(on: it.clock)
        it.clock.run()
        #expect(it.isQuiet)
        return events
    }

    private func counts(_ events: Updates) -> [Int64] { events.values.compactMap { $0.progress?.byteCount } }

    @Test func progressComesBeforeTheValueAndEndsAtTheTotalOnce() {  // F-15
        let events = run(VirtualNetwork(Self.reply([10, 30, 60])))
        #expect(counts(events) == [0, 10, 40, 100])
        #expect(events.values.compactMap { $0.progress?.totalByteCount } == [100, 100, 100, 100])
        #expect(events.values.last?.value?.parsedData == Data(count: 100))
        #expect(events.all.map(\.time) == [0, 1, 2, 3, 3, 3].map { .seconds($0) })
    }

    @Test func anotherAttemptSaysNothingUntilItHasComeFurther() {  // F-15, N6
        let cut = StubTransport.Reply.cut(
            afterSending: [Data(count: 50)],
            every: .seconds(1),
            headers: ["Content-Length": "100"]
        )
        #expect(counts(run(VirtualNetwork(cut, Self.reply([20, 40, 40])))) == [0, 50, 60, 100])
    }

    @Test func aResponseThatIsNotAcceptedIsNoProgress() {  // F-15, N4
        let it = VirtualNetwork(Self.reply([500], .serviceUnavailable), Self.reply([10]))
        #expect(counts(run(it)) == [0, 10])
        let refused = run(VirtualNetwork(Self.reply([7], .notFound)))
        #expect(counts(refused) == [])
        #expect(refused.failure == .unexpectedResponseCode(httpCode: .notFound, data: Data(count: 7)))
    }

    @Test func anUnknownTotalIsSaidAtTheEnd() {  // F-15
        let codings: [StubTransport.Reply] = [
            .chunks([Data(count: 10)]), Self.reply([10], total: 4, headers: ["Content-Encoding": "gzip"]),
        ]
        for reply in codings {
            let events = run(VirtualNetwork(reply))
            #expect(events.values.compactMap { $0.progress?.totalByteCount } == [10])
            #expect(counts(events).last == 10)
        }
    }

    @Test func aResponseWithoutABodyIsWholeAtOnce() {  // F-15, F-42
        let it = VirtualNetwork(.status(.noContent))
        #expect(run(it).values.compactMap { $0.progress?.fraction } == [1])
    }

    @Test func theBodyIsBoundedAsInASend() {  // N16
        let request = RequestBuilder(.get, "http://api.test/").maxBodySize(20).build()
        let events = run(VirtualNetwork(Self.reply([15, 15])), request)
        #expect(events.failure?.transportError?.kind == .bodyTooLarge)
    }

    @Test func itIsAskedForWithoutCodingsUnlessTheRequestSaysOtherwise() {  // F-15
        let it = VirtualNetwork(Self.reply([1]))
        _ = run(it)
        _ = run(it, RequestBuilder(.get, "http://api.test/").header("Accept-Encoding", "gzip").build())
        #expect(it.stub.requests.map { $0.headers["Accept-Encoding"] } == ["identity", "gzip"])
    }

    @Test func aHookThatChangesTheBodyLeavesItsLengthUnknown() {  // F-15, F-23
        let hooks = Hooks().layer(Hooks.Transform(body: { body, _ in body + body }))
        let events = run(VirtualNetwork(script: [Self.reply([10])], hooks: hooks))
        #expect(events.values.compactMap { $0.progress?.totalByteCount } == [20])
    }

    @Test func anEndpointIsDownloadedAsItsRequest() {  // F-01, F-15
        let it = EnvironmentNetwork(.json(todoJSON))
        let todo = it.network.download(Route(.get, "/todos/1"), decoding: .json(Todo.self)).onlyValue()
            .record(on: it.clock)
        #expect(todo.values.map(\.parsedData) == [Todo(id: 1, title: "Ape")])
    }

    @Test func onlyItsOwnDeadlineBoundsIt() {  // N11
        let slow = Self.reply([1], every: .seconds(60))
        #expect(run(VirtualNetwork(slow)).values.last?.value != nil)
        let it = VirtualNetwork(slow)
        let hasty = it.network.download(.get(), decoding: .data, abortAfter: .seconds(5)).record(on: it.clock)
        it.clock.run()
        #expect(hasty.all.last?.time == .seconds(5))
    }
}
