import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct MockingTests {
    private let clock = TestScheduler()

    private func network(
        _ routes: [Mock.Route],
        otherwise fallback: MockingTransport.Fallback = .failure
    ) -> Network {
        Network(transport: MockingTransport(otherwise: fallback, clock: clock, routes), clock: clock)
    }

    private func network(_ mock: Mock) -> Network { network([.on(nil, "*", mock)]) }

    private func response(_ mock: Mock, _ request: Request = .get()) throws -> Network.DataResponse<Data> {
        let record = network(mock).send(request, decoding: .custom { $0 }).record(on: clock)
        clock.run()
        return try #require(record.values.first, "\(record.all)")
    }

    private func failure(_ network: Network, _ request: Request = .get()) -> TransportError? {
        let record = network.send(request).record(on: clock)
        clock.run()
        return record.all.last?.event.error?.cause(as: TransportError.self)
    }

    @Test func aMockCanAnswerEveryEndpoint() throws {  // C-51, F-52
        let network = network(.json(["title": "Test"]))
        let record = network.send(.get("http://api.test/posts/1"), as: [String: String].self).record(on: clock)
        let response = try #require(record.values.first)
        #expect(response.parsedData == ["title": "Test"])
        #expect(response.statusCode == .ok)
        #expect(HTTP.ContentType(rawValue: response.responseHeaders["Content-Type"] ?? "").matches("application/json"))
        #expect(response.url?.absoluteString == "http://api.test/posts/1")
    }

    @Test func eachRouteIsCalledOncePerExchange() {  // F-52
        let asked = Locked<[Int]>([])
        let routes: [Mock.Route] = [
            .on(nil, "*") { _, _ in
                asked.withLock { $0.append(1) }
                return nil
            },
            .on(nil, "*") { _, _ in
                asked.withLock { $0.append(2) }
                return .text("a")
            },
        ]
        network(routes).send(.get()).start()
        #expect(asked.value == [1, 2])
    }

    @Test func aMockWithABodyHasTrailers() throws {  // AD17
        var mock = Mock.text("a")
        mock.trailers = ["Digest": "x"]
        #expect(try response(mock).trailers == ["Digest": "x"])
        mock.status = .noContent
        #expect(try response(mock).trailers.isEmpty)
    }

    @Test func mockedContentHasItsMediaTypeAndLength() throws {  // C-51
        func head(_ mock: Mock) throws -> [String?] {
            let response = try response(mock)
            return [String(decoding: response.rawData, as: UTF8.self)]
                + [response.responseHeaders["Content-Type"], response.responseHeaders["Content-Length"]]
        }
        let json = "application/json; charset=utf-8"
        #expect(try head(.json(["a": [1, nil]] as [String: Any])) == [#"{"a":[1,null]}"#, json, "14"])
        #expect(try head(.json("{}")) == ["{}", json, "2"])
        #expect(try head(.text("é")) == ["é", "text/plain; charset=utf-8", "2"])
        #expect(try head(.data(Data("x".utf8))) == ["x", "application/octet-stream", "1"])
        #expect(try head(.text("x").header("content-type", "text/x")) == ["x", "text/x", "1"])
    }

    @Test func aMockedStatusHasItsUsualConsequences() {  // F-52
        let record = network(.text("gone", status: .gone)).send(.get()).record(on: clock)
        #expect(record.all == [.failed(at: .zero, .unexpectedResponseCode(httpCode: .gone, data: Data("gone".utf8)))])
    }

    @Test func mockedResponsesThatCannotHaveABodyHaveNone() throws {
        let none = try response(.json("{}", status: .noContent))
        #expect(none.rawData.isEmpty)
        #expect(none.responseHeaders.isEmpty)
        let head = try response(.text("abc"), RequestBuilder(.head, "http://api.test/").build())
        #expect(head.rawData.isEmpty)
        #expect(head.responseHeaders["Content-Length"] == "3")
    }

    @Test func aMockedFileIsReadForEachRequest() async throws {  // C-53, F-52
        try await withFile(Data(#"{"HTTP_CUSTOM_HEADER": "yo man!!!!"}"#.utf8), named: "headers.json") { file in
            let mock = Mock.file(file)
            let first = try response(mock)
            let parsed = try JSONDecoder().decode([String: String].self, from: first.rawData)
            #expect(parsed["HTTP_CUSTOM_HEADER"] == "yo man!!!!")
            #expect(first.responseHeaders["Content-Type"] == "application/json")
            try Data("{}".utf8).write(to: file)
            #expect(try response(mock).rawData == Data("{}".utf8))
        }
    }

    @Test func theErrorNamesAMissingMockFile() {  // C-53
        let error = failure(network(.file(URL(filePath: "/nowhere/main-repo/invalid.json"))))
        guard case .invalidData("/nowhere/main-repo/invalid.json", _)? = error?.cause?.error as? MockError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("invalid mock data: /nowhere/main-repo/invalid.json") == true)
        #expect(error?.mayHaveReachedServer == false)
    }

    @Test func theErrorNamesThePathOfUnencodableContent() {
        let error = failure(network(.json(["a": Double.nan] as [String: Any])))
        guard case .invalidData(_, let cause)? = error?.cause?.error as? MockError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(cause.error)".contains("a: nan is not a JSON number"))
    }

    @Test func theErrorNamesARequestWithoutAMock() {  // F-52
        let request = Request.get("http://api.test/a?token=canary")
        let error = failure(network([]), request)
        #expect(error?.kind == .unsupported)
        #expect(error?.host == "api.test")
        #expect(error?.description.contains("no mock matches GET http://api.test/a?token=<redacted>") == true)
        #expect(error?.cause?.error as? MockError == .unanswered("GET http://api.test/a?token=<redacted>", routes: []))
    }

    @Test func mocksMixWithRealTraffic() throws {  // F-52
        let stub = StubTransport(.text("real"), clock: clock)
        let network = network([.on(.get, "/mocked", .text("mocked"))], otherwise: .transport(stub))
        let texts = ["/mocked", "/real", "/mocked"].map { path in
            let record = network.send(.get("http://api.test\(path)")) { String(decoding: $0, as: UTF8.self) }.record()
            return record.values.first?.parsedData
        }
        #expect(texts == ["mocked", "real", "mocked"])
        #expect(stub.requests.map(\.url.path) == ["/real"])
    }

    @Test func requestsWithoutAMockUseTheNetworkOnRequest() async throws {  // F-52
        let server = try LoopbackServer()
        server.on("/real", .text("real"))
        let transport = MockingTransport(otherwise: .platform) { $0.url.path == "/mocked" ? .text("mocked") : nil }
        let network = Network(transport: transport, scheduler: ImmediateScheduler())
        for name in ["mocked", "real"] {
            let response = try await network.send(.get(server.url("/\(name)")), decoding: .custom { $0 }).value()
            #expect(response.rawData == Data(name.utf8))
        }
        #expect(server.requests.map(\.path) == ["/real"])
    }

    @Test func byDefaultNoRequestUsesTheNetwork() async throws {  // F-52
        let server = try LoopbackServer()
        server.on("*", .text("real"))
        let routes: [Mock.Route] = [.on(.get, "/mocked", .text("x")), .on(nil, "/legal/*", host: "b.test", .text("x"))]
        let known = "; there are mocks for GET /mocked, any method /legal/* at b.test"
        let transports = [
            (MockingTransport(routes), known), (MockingTransport([Mock.Route]()), "; there are no mocks"),
            (MockingTransport { _ in nil }, "; a closure decides"),
        ]
        for (transport, mocks) in transports {
            let network = Network(transport: transport, scheduler: ImmediateScheduler())
            let error = await #expect(throws: OperationError.self) {
                try await network.send(.get(server.url("/real?token=canary")), abortAfter: .patience).value()
            }
            let text = error?.description ?? ""
            #expect(text.contains("no mock matches GET \(server.url("/real?token=<redacted>"))" + mocks), "\(text)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test func theErrorListsAFewOfManyMocks() {
        let error = MockError.unanswered("GET /", routes: (1...23).map { "GET /\($0)" })
        #expect("\(error)".hasSuffix("GET /19, GET /20 and 3 more"))
    }

    @Test func aMockedResponsePassesThroughTheWholePipeline() {  // F-52, N6
        let network = network(
            .sequence([.failure(.connectionLost), .text("busy", status: .serviceUnavailable), .text("ok")])
        )
        let records = (1...2).map { _ in network.send(.get(), decoding: .custom { $0 }).record(on: clock) }
        clock.run()
        #expect(records[0].all.last == .completed(at: .seconds(1)))
        #expect(records.map { $0.values.map(\.rawData) } == [[Data("ok".utf8)], [Data("ok".utf8)]])
        #expect(clock.scheduledCount == 0)
        #expect(network.activity.count.value == 0)
    }

    @Test(arguments: [
        (Double.nan, 1), (-.infinity, 1), (-1, 1), (-.nan, 1), (.infinity, 3), (2, 3), (.greatestFiniteMagnitude, 3),
        (0.5, 2), (-0.0, 1),
    ])
    func randomFractionsOutOfRangeAreClamped(fraction: Double, seconds: Int) {  // C-53
        var transport = MockingTransport(otherwise: .failure, clock: clock) { _ in
            Mock.json("{}").delayed(by: .seconds(1) ... .seconds(3))
        }
        transport.random = { fraction }
        let events = Network(transport: transport, clock: clock).send(.get()).map { _ in true }.record(on: clock)
        clock.run()
        #expect(events.all.map(\.time) == [.seconds(seconds), .seconds(seconds)])
        #expect(events.values == [true])
    }

    @Test func aRandomDelayStaysWithinItsRange() {  // C-53
        var generator = SplitMix(state: 53)
        let numbers = Locked((0..<98).map { _ in Double.random(in: 0..<1, using: &generator) } + [0, 1])
        var transport = MockingTransport(otherwise: .failure, clock: clock) { _ in
            Mock.json("{}").delayed(by: .milliseconds(300) ... .milliseconds(2_050))
        }
        transport.random = { numbers.withLock { $0.removeLast() } }
        let network = Network(transport: transport, clock: clock)
        let queue = RequestQueue(.limited(20))
        let told = Locked<[RequestQueue.Event]>([])
        queue.events.observeValues { event in told.withLock { $0.append(event) } }
        let delays = Locked<[Duration]>([])
        for _ in 1...100 {
            SignalProducer<HTTP.Headers, OperationError>.deferred { [clock] in
                let begun = clock.now
                return network.send(.get()).on(completed: {
                    delays.withLock { $0.append(begun.duration(to: clock.now)) }
                })
            }
            .queued(on: queue).start()
        }
        clock.run()
        let all = delays.value
        #expect(all.count == 100)
        #expect(all.min() == .milliseconds(300))
        #expect(all.max() == .milliseconds(2_050))
        #expect(Set(all).count > 90)
        #expect(told.value.filter { if case .afterAll = $0 { true } else { false } } == [.afterAll(anyFailed: false)])
    }

    @Test func aDelayIsCutByTheDeadline() {  // F-26, F-52, N11
        let events = network(.text("x").delayed(by: .seconds(5))).send(.get(), abortAfter: .seconds(2)).record(
            on: clock
        )
        clock.run()
        let error = OperationError.timedOut(
            after: .seconds(2),
            phase: .waitingForHead,
            attempts: 1,
            lastFailure: nil
        )
        #expect(events.all == [.failed(at: .seconds(2), error)])
        #expect(clock.scheduledCount == 0)
    }

    @Test func aDelayIsCanceledWithItsExchange() {  // N3
        let start = network(.text("x").delayed(by: .seconds(5))).send(.get()).record(on: clock)
        clock.advance(by: .seconds(1))
        start.dispose()
        #expect(start.all == [.interrupted(at: .seconds(1))])
        clock.advance(by: .zero)
        #expect(clock.scheduledCount == 0)
        let late = network(.failure(.offline).delayed(by: .seconds(5))).send(.get(), maxRetries: 0).record(on: clock)
        clock.run()
        #expect(late.all == [.failed(at: .seconds(5), .requestFailure(error: TransportError.offline))])
    }

    @Test func aMockedUploadReportsItsBodyAsSentOnce() throws {  // F-15
        let transport = MockingTransport(otherwise: .failure) { _ in .status(.created) }
        let events = try transport.exchange(Request.post().prepared()).record().values
        let sent = events.compactMap {
            if case .uploadProgress(let sent, let total) = $0 { [sent, total] } else { nil }
        }
        #expect(sent == [[15, 15]])
    }

    // Routes

    static let templates: [(String, String, [String: String]?)] = [
        ("/todos/:id", "/todos/7", ["id": "7"]), ("/todos/:id", "/todos", nil), ("/todos/:id", "/todos/7/x", nil),
        ("/todos/:id", "/todos/a%20b%2Fc?x=1", ["id": "a b/c"]), ("todos", "/todos/", [:]), ("/", "", [:]),
        ("/", "/a", nil),
        ("/:a/:b", "/1/2", ["a": "1", "b": "2"]), ("/legal/*", "/legal/a/b", [:]), ("/legal/*", "/legal", [:]),
        ("/legal/*", "/other", nil), ("*", "/any/thing", [:]), ("/é", "/%C3%A9", [:]),
        ("/a/:b/*", "/a/1/2/3", ["b": "1"]),
    ]

    @Test(arguments: templates)
    func aTemplateMatchesSegmentBySegment(template: String, path: String, values: [String: String]?) {  // F-52
        let found = Locked<[String: String]?>(nil)
        let route = Mock.Route.on(nil, template) { _, values in
            found.value = values
            return .text("x")
        }
        let record = network([route]).send(.get("http://api.test\(path)")).record()
        #expect(found.value == values)
        #expect((record.values.count == 1) == (values != nil))
    }

    @Test func methodAndHostNarrowARoute() {  // F-52
        let network = network([
            .on(.post, "/a", .text("post")), .on(nil, "/a", host: "B.test", .text("b")), .on(nil, "/a") { _, _ in nil },
            .on(.get, "/a", .text("get")),
        ])
        func text(_ method: HTTP.Method, _ url: String) -> String? {
            network.send(RequestBuilder(method, url).build()) { String(decoding: $0, as: UTF8.self) }.record()
                .values.first?.parsedData
        }
        #expect(text(.post, "http://a.test/a") == "post")
        #expect(text(.get, "http://b.test/a") == "b")
        #expect(text(.get, "http://a.test/a") == "get")
        #expect(text(.put, "http://a.test/a") == nil)
    }
}
