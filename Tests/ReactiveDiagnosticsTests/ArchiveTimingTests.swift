import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct ArchiveTimingTests {
    /// Returns the timings of an exchange of one second for which the transport measured `metrics`.
    private func timings(_ metrics: TransferMetrics, of request: Request = .get()) throws -> [String: Double] {
        let clock = TestScheduler()
        let reply = StubTransport.Reply.events([.head(ResponseHead(status: .ok)), .completed(metrics)])
        let world = VirtualNetwork(StubTransport(script: [reply.delayed(by: .seconds(1))], clock: clock), on: clock)
        let recorder = SessionRecorder(world.network)
        world.network.send(request).start()
        clock.run()
        return try timings(in: recorder.record)
    }

    private func timings(in record: SessionRecord) throws -> [String: Double] {
        let archive = try JSONSerialization.jsonObject(with: record.har()) as? [String: [String: Any]]
        let entry = try #require((archive?["log"]?["entries"] as? [[String: Any]])?.first)
        var timings = try #require(entry["timings"] as? [String: Double])
        timings["time"] = entry["time"] as? Double
        return timings
    }

    @Test func timingsAreThoseMeasuredByTheTransport() throws {  // F-51
        let metrics = TransferMetrics(
            nameLookup: .milliseconds(100),
            connect: .milliseconds(300),
            secureConnect: .milliseconds(600),
            firstByte: .milliseconds(900),
            total: .milliseconds(950)
        )
        let expected: [String: Double] = [
            "blocked": 50, "dns": 100, "connect": 500, "ssl": 300, "send": 0, "wait": 300, "receive": 50,
            "time": 1_000,
        ]
        #expect(try timings(metrics) == expected)
    }

    @Test func aReusedConnectionHasNoConnectTime() throws {  // F-51
        let metrics = TransferMetrics(firstByte: .milliseconds(700), total: .milliseconds(800), reusedConnection: true)
        let expected: [String: Double] = [
            "blocked": 200, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 700, "receive": 100,
            "time": 1_000,
        ]
        #expect(try timings(metrics) == expected)
    }

    @Test func contradictoryMetricsGiveNoNegativeTimes() throws {
        let metrics = TransferMetrics(
            nameLookup: .milliseconds(400),
            connect: .milliseconds(300),
            firstByte: .milliseconds(200),
            total: .seconds(2)
        )
        let timings = try timings(metrics)
        #expect(timings.values.allSatisfy { $0 >= 0 || $0 == -1 }, "\(timings)")
    }

    /// A wait of 400 milliseconds for a connection, which the measurements of a transport may include.
    @Test(arguments: [Duration.zero, .milliseconds(400)])
    func theWaitForAConnectionIsNoStepOfTheExchange(measured: Duration) throws {  // F-51
        let clock = TestScheduler()
        let metrics = TransferMetrics(
            nameLookup: measured + .milliseconds(50),
            connect: measured + .milliseconds(100),
            firstByte: measured + .milliseconds(400),
            total: measured + .milliseconds(500)
        )
        let transport = WaitingTransport(metrics: metrics, clock: clock)
        let network = Network(transport: transport, clock: clock)
        let recorder = SessionRecorder(network)
        network.send(.get()).start()
        clock.run()
        let expected: [String: Double] = [
            "blocked": 400, "dns": 50, "connect": 50, "ssl": -1, "send": 0, "wait": 300, "receive": 100, "time": 900,
        ]
        #expect(try timings(in: recorder.record) == expected)
        let spans = try #require(recorder.record.operations.first?.spans)
        #expect(spans.map(\.activity) == [.queue, .dns, .connect, .waiting, .receiving])
        #expect(spans.map(\.begin) == [0, 400, 450, 500, 800].map { .milliseconds($0) })
    }

    @Test func theServersDelayCountsAsWaiting() async throws {  // F-51
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("/", .text("ok").delayed(by: .milliseconds(200)))
        let network = try realNetwork()
        let recorder = SessionRecorder(network)
        _ = try await network.send(.get(server.url("/"))).value()
        let metrics = try #require(recorder.record.operations.first?.exchanges.first?.metrics)
        let connected = try #require(metrics.connect)
        let timings = try timings(in: recorder.record)
        #expect(try #require(timings["wait"]) >= 190)
        let made = timings["connect", default: -1] + max(0, timings["dns", default: -1])
        #expect(abs(made - connected / .milliseconds(1)) < 0.01)
        let spans = try #require(recorder.record.operations.first?.spans)
        let connecting = spans.filter { [.dns, .connect, .tls].contains($0.activity) }
        let sum = connecting.reduce(Duration.zero) { $0 + ($1.end - $1.begin) }
        #expect(sum <= connected)
    }
}

/// A transport that waits for a connection, makes it, and gets a response.
private struct WaitingTransport: Transport {
    let metrics: TransferMetrics
    let clock: TestScheduler

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let steps: [(Int, TransportEvent)] = [
            (0, .phase(.waitingForConnection)), (400, .phase(.connecting)), (500, .phase(.waitingForHead)),
            (800, .head(ResponseHead(status: .ok))), (900, .completed(metrics)),
        ]
        return SignalProducer.merge(
            steps.map { milliseconds, event in
                SignalProducer(value: event).delay(.milliseconds(milliseconds), on: clock)
            }
        )
    }
}
