import Foundation
import ReactiveNetworking
import ReactiveTestSupport
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

    private func run(_ world: VirtualNetwork, _ request: Request = .get()) -> Updates {
        let events = world.network.download(request, decoding: .data).record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
        return events
    }

    private func counts(_ events: Updates) -> [Int64] { events.values.compactMap { $0.progress?.byteCount } }

    @Test func progressPrecedesTheValueAndReachesTheTotalOnce() {  // F-15
        let events = run(VirtualNetwork(Self.reply([10, 30, 60])))
        #expect(counts(events) == [0, 10, 40, 100])
        #expect(events.values.compactMap { $0.progress?.totalByteCount } == [100, 100, 100, 100])
        #expect(events.values.last?.value?.parsedData == Data(count: 100))
        #expect(events.all.map(\.time) == [0, 1, 2, 3, 3, 3].map { .seconds($0) })
    }

    @Test func anotherAttemptReportsNoProgressUntilItExceedsTheLast() {  // F-15, N6
        let cut = StubTransport.Reply.cut(
            afterSending: [Data(count: 50)],
            every: .seconds(1),
            headers: ["Content-Length": "100"]
        )
        #expect(counts(run(VirtualNetwork(cut, Self.reply([20, 40, 40])))) == [0, 50, 60, 100])
    }

    @Test func anUnacceptedResponseReportsNoProgress() {  // F-15, N4
        let world = VirtualNetwork(Self.reply([500], .serviceUnavailable), Self.reply([10]))
        #expect(counts(run(world)) == [0, 10])
        let refused = run(VirtualNetwork(Self.reply([7], .notFound)))
        #expect(counts(refused) == [])
        #expect(refused.failure == .unexpectedResponseCode(httpCode: .notFound, data: Data(count: 7)))
    }

    @Test func anUnknownTotalIsReportedAtTheEnd() {  // F-15
        let codings: [StubTransport.Reply] = [
            .chunks([Data(count: 10)]), Self.reply([10], total: 4, headers: ["Content-Encoding": "gzip"]),
        ]
        for reply in codings {
            let events = run(VirtualNetwork(reply))
            #expect(events.values.compactMap { $0.progress?.totalByteCount } == [10])
            #expect(counts(events).last == 10)
        }
    }

    @Test func aResponseWithoutABodyIsCompleteAtOnce() {  // F-15, F-42
        let world = VirtualNetwork(.status(.noContent))
        #expect(run(world).values.compactMap { $0.progress?.fraction } == [1])
    }

    @Test func theBodyIsLimitedAsInASend() {  // N16
        let request = RequestBuilder(.get, "http://api.test/").maxBodySize(20).build()
        let events = run(VirtualNetwork(Self.reply([15, 15])), request)
        #expect(events.failure?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
    }

    @Test func noContentCodingsAreRequestedByDefault() {  // F-15
        let world = VirtualNetwork(Self.reply([1]))
        _ = run(world)
        _ = run(world, RequestBuilder(.get, "http://api.test/").header("Accept-Encoding", "gzip").build())
        #expect(world.stub.requests.map { $0.headers["Accept-Encoding"] } == ["identity", "gzip"])
    }

    @Test func aHookThatChangesTheBodyMakesItsLengthUnknown() {  // F-15, F-23
        let hooks = Hooks().transform(body: { body, _ in body + body })
        let events = run(VirtualNetwork(script: [Self.reply([10])], hooks: hooks))
        #expect(events.values.compactMap { $0.progress?.totalByteCount } == [20])
    }

    @Test func anEndpointIsDownloadedLikeItsRequest() {  // F-01, F-15
        let world = EnvironmentNetwork(.json(todoJSON))
        let todo = world.network.download(Route(.get, "/todos/1"), decoding: .json(Todo.self)).onlyValue()
            .record(on: world.clock)
        #expect(todo.values.map(\.parsedData) == [Todo(id: 1, title: "Ape")])
    }

    @Test func onlyAnExplicitDeadlineApplies() {  // N11
        let slow = Self.reply([1], every: .seconds(60))
        #expect(run(VirtualNetwork(slow)).values.last?.value != nil)
        let world = VirtualNetwork(slow)
        let hasty = world.network.download(.get(), decoding: .data, abortAfter: .seconds(5)).record(on: world.clock)
        world.clock.run()
        #expect(hasty.all.last?.time == .seconds(5))
    }
}
