import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Requests that one operation has resolved, sent again elsewhere.
@Suite struct ForeignRequestTests {
    private let clock = TestScheduler()

    private func makeNetwork(
        _ host: String,
        _ settings: Network.Configuration = Network.Configuration(),
        of environment: Network.Configuration = Network.Configuration()
    ) -> (network: Network, stub: StubTransport) {
        let stub = StubTransport(.status(.ok), .status(.ok), clock: clock)
        let environment = Network.Environment("http://\(host)", configuration: environment)
        return (Network(environment: environment, configuration: settings, transport: stub, clock: clock), stub)
    }

    /// The request of an operation of `network`, with everything that its layers give it.
    private func resolved(by network: Network) throws -> Request {
        let reports = Locked<[Request]>([])
        network.reports.observeValues { report in reports.withLock { $0.append(report.request) } }
        network.send(Request(.get, "/todos")).start()
        clock.run()
        return try #require(reports.value.first)
    }

    @Test func theTokenOfOneEnvironmentDoesNotReachTheServerOfAnother() throws {  // F-02, N15
        let home = makeNetwork("home.test", of: Network.Configuration(authorization: .bearer("c4n4ry")))
        let other = makeNetwork("other.test")
        var request = try resolved(by: home.network)
        #expect(home.stub.requests.first?.headers["Authorization"] == "Bearer c4n4ry")
        request.url = "/more"
        let events = other.network.send(request).map { _ in true }.record(on: clock)
        clock.run()
        #expect(other.stub.requests.isEmpty)
        #expect(events.values.isEmpty)
    }

    @Test func theTokenOfAnEnvironmentDoesNotReachTheServerOfAnAssignedURL() throws {  // F-02, N15
        let home = makeNetwork("home.test", of: Network.Configuration(authorization: .bearer("c4n4ry")))
        let other = makeNetwork("other.test", Network.Configuration(headers: ["B": "2"]))
        let resolved = try resolved(by: home.network)
        for url in ["http://other.test/", "http://home.test/more"] {
            var request = resolved
            request.url = url
            request.configuration = Network.Configuration(headers: ["A": "1"])
            other.network.send(request).start()
            clock.run()
        }
        #expect(other.stub.requests.map { $0.headers["A"] } == ["1", "1"])
        #expect(other.stub.requests.map { $0.headers["B"] } == ["2", nil])
        #expect(other.stub.requests.map { $0.headers["Authorization"] } == [nil, "Bearer c4n4ry"])
    }

    @Test func aNetworkRunsItsOwnHooksForTheRequestOfAnother() throws {  // F-23
        func signing(_ name: String) -> Network.Configuration {
            Network.Configuration(
                hooks: Hooks().transform(preparedRequest: { try $0.header("X-Signed-By", name) })
            )
        }
        let first = makeNetwork("home.test", signing("first"))
        let second = makeNetwork("home.test", signing("second"))
        let request = try resolved(by: first.network)
        var copy = Request(.get, "http://home.test/copy")
        copy.configuration = request.configuration
        for request in [request, copy] {
            second.network.send(request).start()
            clock.run()
        }
        #expect(first.stub.requests.map { $0.headers["X-Signed-By"] } == ["first"])
        #expect(second.stub.requests.map { $0.headers["X-Signed-By"] } == ["second", "second"])
    }

    @Test func aNetworkAppliesItsOwnRetryPolicyToTheRequestOfAnother() throws {  // F-28, N7
        let cases: [(RetryPolicy, RetryPolicy?, count: Int)] = [(.standard, .never, 1), (.never, nil, 2)]
        for (first, second, count) in cases {
            let request = try resolved(by: makeNetwork("home.test", Network.Configuration(retryPolicy: first)).network)
            let stub = StubTransport(.status(.serviceUnavailable), .status(.ok), clock: clock)
            let settings = Network.Configuration(retryPolicy: second)
            Network(configuration: settings, transport: stub, clock: clock).send(request).start()
            clock.run()
            #expect(stub.requests.count == count)
        }
    }

    @Test func theSettingsOfAResolvedRequestCanBeASettingOfAnother() throws {  // F-28
        let home = makeNetwork("home.test", Network.Configuration(headers: ["A": "1"]))
        let shared = try resolved(by: home.network).configuration
        let other = makeNetwork("other.test", Network.Configuration(headers: ["B": "2"]))
        other.network.send(Request(.get, "/x", headers: ["C": "3"], configuration: shared)).start()
        clock.run()
        let sent = try #require(other.stub.requests.first)
        #expect(sent.url.absoluteString == "http://other.test/x")
        #expect(["A", "B", "C"].map { sent.headers[$0] } == ["1", "2", "3"])
    }
}
