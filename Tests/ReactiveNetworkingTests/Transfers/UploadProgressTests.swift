import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct UploadProgressTests {
    private static func sent(_ counts: [Int64], of total: Int64? = 100, _ status: HTTP.StatusCode = .ok)
        -> [TransportEvent]
    {
        counts.map { .uploadProgress(sent: $0, total: total) } + [
            .head(ResponseHead(status: status)), .completed(TransferMetrics()),
        ]
    }

    private func run(
        _ world: VirtualNetwork,
        _ request: Request = .get()
    ) -> EventRecorder<TransferUpdate<HTTP.Headers>, OperationError> {
        let events = world.network.upload(request).record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
        return events
    }

    private func counts(_ events: EventRecorder<TransferUpdate<HTTP.Headers>, OperationError>) -> [Int64] {
        events.values.compactMap { $0.progress?.byteCount }
    }

    @Test func progressPrecedesTheValueAndReachesTheTotalOnce() {  // F-15
        let events = run(VirtualNetwork(.events(Self.sent([10, 40, 100, 100]))))
        #expect(counts(events) == [10, 100])
        #expect(events.values.last?.value != nil)
        #expect(events.values.count == 3)
        #expect(events.values.compactMap { $0.progress?.fraction }.last == 1)
    }

    @Test func progressIsThrottledByTheClock() {  // F-15, N12
        let clock = TestScheduler()
        let transport = Dripping(clock: clock, interval: .milliseconds(30), count: 20)
        let network = Network(transport: transport, clock: clock)
        let events = network.upload(.get()).record(on: clock)
        clock.run()
        let progress = events.values.compactMap { $0.progress?.byteCount }
        #expect(progress == [1, 5, 9, 13, 17, 20])
        #expect(events.values.last?.value != nil)
    }

    @Test func anotherAttemptReportsNoProgressUntilItExceedsTheLast() {  // F-15
        let world = VirtualNetwork(.events(Self.sent([50], .badGateway)), .events(Self.sent([20, 50, 60, 100])))
        #expect(counts(run(world)) == [50, 60, 100])
        let whole = VirtualNetwork(.events(Self.sent([100], .serviceUnavailable)), .events(Self.sent([20, 100])))
        #expect(counts(run(whole)) == [100])
    }

    @Test func aRedirectThatKeepsTheBodyReportsProgressOnce() {  // F-15, N15
        let redirect: [TransportEvent] = [
            .uploadProgress(sent: 100, total: 100),
            .head(ResponseHead(status: 307, headers: ["Location": "/b"])), .completed(TransferMetrics()),
        ]
        let world = VirtualNetwork(.events(redirect), .events(Self.sent([50, 100])))
        #expect(counts(run(world)) == [100])
        #expect(world.stub.requests.count == 2)
    }

    @Test func anUnknownTotalIsReportedAtTheEnd() {  // F-15
        let events = run(VirtualNetwork(.events(Self.sent([10], of: nil))))
        #expect(
            events.values.compactMap(\.progress) == [
                TransferProgress(byteCount: 10), TransferProgress(byteCount: 10, totalByteCount: 10),
            ]
        )
    }

    @Test func aFailedUploadDoesNotReportTheTotal() {  // F-15
        let events = run(VirtualNetwork(.events(Self.sent([40], .notFound))))
        #expect(counts(events) == [40])
        #expect(events.failure == .unexpectedResponseCode(httpCode: .notFound, data: nil))
    }

    @Test func theResponseIsParsedAsInASend() {  // N4
        let world = VirtualNetwork(.json(todoJSON))
        let decoded = world.network.upload(.post(), decoding: .json(Todo.self)).onlyValue().record(on: world.clock)
        #expect(decoded.values.map(\.parsedData) == [Todo(id: 1, title: "Ape")])
        let parsed = world.network.upload(.post(), decoding: .custom { data in data.count }).onlyValue().record(
            on: world.clock
        )
        #expect(parsed.values.map(\.parsedData) == [todoJSON.utf8.count])
    }

    @Test func anEndpointIsUploadedLikeItsRequest() {  // F-01, F-15
        let world = VirtualNetwork(.json(todoJSON))
        let route = Route(.post, "http://api.test/todos", body: .data(Data("abc".utf8)))
        #expect(world.network.upload(route).onlyValue().record(on: world.clock).values.count == 1)
        let decoded = world.network.upload(route, decoding: .json(Todo.self)).onlyValue().record(on: world.clock)
        #expect(decoded.values.map(\.parsedData.title) == ["Ape"])
        let bytes = world.network.upload(route, decoding: .data).onlyValue().record(on: world.clock)
        #expect(bytes.values.map(\.parsedData) == [Data(todoJSON.utf8)])
        #expect(world.stub.requests.compactMap { $0.body } == Array(repeating: Data("abc".utf8), count: 3))
    }

    @Test(arguments: Wire.all) func anEmptyBodyIsCompleteAtOnce(wire: Wire) async throws {  // F-15
        let server = try LoopbackServer()
        server.on("POST", "/upload", .text("ok"))
        for builder in [
            RequestBuilder(.post, server.url("/upload")), RequestBuilder(.post, server.url("/upload")).data(Data()),
        ] {
            var progress: [TransferProgress] = []
            for try await update in try wire.network().upload(builder.build()).values() {
                if case .progress(let more) = update { progress.append(more) }
            }
            #expect(progress == [TransferProgress(byteCount: 0, totalByteCount: 0)])
        }
    }

    @Test(arguments: Wire.all) func realConnectionsReportProgress(wire: Wire) async throws {  // F-14, F-15, C-37
        let server = try LoopbackServer()
        server.on("POST", "/upload", .text("ok"))
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let request = RequestBuilder(.post, server.url("/upload")).data(body, contentType: .formURLEncoded).build()
        var progress: [TransferProgress] = []
        for try await update in try wire.network().upload(request).values() {
            if case .progress(let more) = update { progress.append(more) }
        }
        #expect(progress.map(\.byteCount) == progress.map(\.byteCount).sorted())
        #expect(progress.count { $0.isWhole } == 1)
        #expect(progress.last?.isWhole == true)
        #expect(progress.last?.byteCount == 3_000_000)
        let received = try #require(server.requests.last)
        #expect(received.body == Array(body))
        #expect(received.header("Content-Type") == "application/x-www-form-urlencoded")
    }
}

/// Reports one more sent byte in each interval.
private struct Dripping: Transport {
    let clock: TestScheduler
    let interval: Duration
    let count: Int

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let steps = (1...count).map { number in
            let event = TransportEvent.uploadProgress(sent: Int64(number), total: Int64(count))
            return SignalProducer<TransportEvent, TransportError>(value: event).delay(interval, on: clock)
        }
        let end: [TransportEvent] = [.head(ResponseHead(status: .ok)), .completed(TransferMetrics())]
        return SignalProducer(steps + [SignalProducer(end)]).flatten(.concat)
    }
}
