import Foundation
import ReactiveCache
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct WaterfallTests {
    /// A send with a retry, one that reaches its deadline, and one that is canceled.
    private func session() -> SessionRecord {
        let clock = TestScheduler()
        let slow = StubTransport.Reply.chunks([Data("a".utf8), Data("b".utf8)], every: .seconds(1))
        let stub = StubTransport(clock: clock) { request, count in
            switch request.url.path {
            case "/slow": count == 0 ? StubTransport.Reply.status(503).delayed(by: .seconds(2)) : slow
            default: .never
            }
        }
        let world = VirtualNetwork(stub, on: clock)
        let recorder = SessionRecorder(world.network)
        world.network.send(.get("http://api.test/slow?token=hush")).start()
        clock.advance(by: .seconds(1))
        world.network.send(.get("http://api.test/never"), abortAfter: .seconds(4)).start()
        let handle = world.network.send(.get("http://api.test/disposed")).start()
        clock.advance(by: .seconds(2))
        handle.dispose()
        clock.run()
        return recorder.record
    }

    @Test func theTextShowsTheActivitiesOfEachOperationOverTime() {
        let text = session().text(width: 10).split(separator: "\n")
        let bars = text.dropLast().map { $0.prefix { $0 != "|" }.count }
        #expect(Set(bars).count == 1)
        // Operations are numbered throughout the process, so the numbers may differ in length, and the padding too.
        let lines = text.map {
            $0.replacing(#/^#\d+ /#, with: "").replacing(#/ {2,}/#, with: "  ", maxReplacements: 1)
        }
        #expect(
            lines == [
                "GET http://api.test/slow?token=<redacted>  ok 503 200  |cccc~~====|  5.00 s",
                "GET http://api.test/never  deadline -  |  wwwwwww!|  4.00 s",
                "GET http://api.test/disposed  canceled -  |  wwww    |  2.00 s",
                "c connect  w waiting  = receiving  ~ retry  ! deadline",
            ]
        )
    }

    @Test func aHitOfACacheIsMarked() throws {  // F-54
        let clock = TestScheduler()
        let stub = StubTransport(
            script: [
                .text("a", headers: ["Cache-Control": "max-age=1", "ETag": "\"a\""]), .status(.notModified),
            ],
            clock: clock
        )
        let network = Network(transport: CachingTransport(stub, clock: clock), clock: clock)
        let recorder = SessionRecorder(network)
        for second in [0.0, 0.5, 5] {
            clock.advance(to: SchedulerInstant(offset: .seconds(second)))
            network.send(.get()).start()
        }
        let lines = recorder.record.text(width: 10).split(separator: "\n")
        let results = lines.prefix(3).map { $0.split(separator: "|")[0].split(separator: "  ").last ?? "" }
        let expected = ["ok 200", "ok 200 hit", "ok 200 confirmed"]
        #expect(results.map { $0.trimmingCharacters(in: .whitespaces) } == expected)
        let archive = String(decoding: try recorder.record.har(), as: UTF8.self)
        #expect(archive.contains("ReactiveNetworking; hit; ttl=0"))
    }

    @Test func spansAreContiguousAndInOrder() throws {
        for operation in session().operations {
            #expect(operation.spans.first?.begin == operation.begin)
            #expect(operation.spans.last?.end == operation.end)
            #expect(zip(operation.spans, operation.spans.dropFirst()).allSatisfy { $0.end == $1.begin })
        }
    }

    @Test func connectingIsSplitAsMeasuredByTheTransport() throws {
        let clock = TestScheduler()
        let metrics = TransferMetrics(
            nameLookup: .milliseconds(100),
            connect: .milliseconds(300),
            secureConnect: .milliseconds(600)
        )
        let reply = StubTransport.Reply.events([
            .phase(.waitingForHead), .head(ResponseHead(status: .ok)), .completed(metrics),
        ])
        let world = VirtualNetwork(StubTransport(script: [reply.delayed(by: .seconds(1))], clock: clock), on: clock)
        let recorder = SessionRecorder(world.network)
        world.network.send(.get()).start()
        clock.run()
        let spans = try #require(recorder.record.operations.first?.spans)
        #expect(spans.map(\.activity) == [.dns, .connect, .tls])
        #expect(spans.map(\.end) == [.milliseconds(100), .milliseconds(300), .seconds(1)])
    }

    @Test func aWaterfallIsRecordedOverRealSockets() async throws {  // F-51
        let server = try LoopbackServer()
        defer { server.stop() }
        // Steps are recorded when they are delivered, which is later on a busy machine.
        server.on("/", .text("ok").delayed(by: isSanitized ? .seconds(3) : .milliseconds(200)))
        let network = try realNetwork()
        let recorder = SessionRecorder(network)
        _ = try await network.send(.get(server.url("/"))).value()
        let operation = try #require(recorder.record.operations.first)
        #expect(Set(operation.spans.map(\.activity)).isSuperset(of: [.connect, .waiting]))
        #expect(operation.exchanges.first?.metrics?.connect != nil)
        let har = try JSONSerialization.jsonObject(with: recorder.record.har()) as? [String: [String: Any]]
        let entry = try #require((har?["log"]?["entries"] as? [[String: Any]])?.first)
        let timings = try #require(entry["timings"] as? [String: Double])
        #expect(try #require(timings["connect"]) >= 0)
        #expect(try #require(timings["wait"]) > 0)
    }

    @Test func thePictureIsXMLWithABarForEachSpan() throws {
        let record = session()
        let reader = ElementCounter()
        let parser = XMLParser(data: Data(record.svg().utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let spanCount = record.operations.reduce(0) { $0 + $1.spans.count }
        // The background and the legend are rectangles too.
        #expect(
            reader.counts["rect"] == 1 + spanCount
                + Set(record.operations.flatMap { $0.spans.map(\.activity) }).count
        )
        #expect(reader.counts["line"] == 1)
        #expect(!record.svg().contains("hush"))
    }

    @Test func anEmptyRecordingIsDescribedAsEmpty() {
        let world = VirtualNetwork(.status(.ok))
        let recorder = SessionRecorder(world.network)
        #expect(recorder.record.text() == "nothing was recorded")
        #expect(recorder.record.svg().hasSuffix("</svg>\n"))
    }

    #if os(Linux)
        @Test func theWaitForAConnectionIsShown() async throws {  // F-51
            let server = try LoopbackServer()
            defer { server.stop() }
            server.on("/", .text("ok").delayed(by: .seconds(isSanitized ? 4 : 2)))
            var configuration = SocketTransport.Configuration()
            configuration.maxConnectionsPerHost = 1
            let network = Network(
                configuration: .patient,
                transport: try SocketTransport(configuration),
                scheduler: ImmediateScheduler()
            )
            let recorder = SessionRecorder(network)
            let request = Request.get(server.url("/"))
            let both = network.send(request).merge(with: network.send(request)).collect()
            #expect(try await both.value().count == 2)
            let waiting = recorder.record.operations.flatMap(\.spans).filter { $0.activity == .queue }
            #expect(waiting.count == 1)
            #expect(waiting.allSatisfy { $0.end - $0.begin > .milliseconds(25) })
            let har = try JSONSerialization.jsonObject(with: recorder.record.har()) as? [String: [String: Any]]
            let entries = try #require(har?["log"]?["entries"] as? [[String: Any]])
            let blocked = entries.compactMap { ($0["timings"] as? [String: Double])?["blocked"] }
            #expect(blocked.contains { $0 > 25 })
            #expect(recorder.record.text().contains(". queue"))
        }
    #endif

    @Test func activitiesWithoutDurationAreDrawn() {
        let world = VirtualNetwork(.status(.ok), .failure(.connectionLost), .redirect(to: "/b"), .status(.ok))
        let recorder = SessionRecorder(world.network)
        world.network.send(.get()).start()
        world.network.send(.post(), abortAfter: .zero).start()
        world.network.send(.get(), maxRetries: 0).start()
        world.network.send(.get()).start()
        #expect(recorder.record.text(width: 0).contains("ok 302 200"))
        #expect(recorder.record.text().split(separator: "\n").count == 5)
        #expect(XMLParser(data: Data(recorder.record.svg().utf8)).parse())
    }

    @Test func runningOperationsAreShownUpToNow() {
        let world = VirtualNetwork(.never)
        let recorder = SessionRecorder(world.network)
        world.network.send(.get()).start()
        world.clock.advance(by: .seconds(1))
        world.network.send(.get("http://api.test/other")).start()
        #expect(recorder.record.operations.map(\.end) == [nil, nil])
        #expect(recorder.record.text().contains("running"))
    }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
    private(set) var counts: [String: Int] = [:]

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        counts[name, default: 0] += 1
    }
}
