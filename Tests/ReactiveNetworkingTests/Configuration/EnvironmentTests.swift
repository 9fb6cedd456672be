import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct EnvironmentTests {
    private typealias Environment = Network.Environment

    private func url(_ environment: Environment, _ path: String) throws -> String {
        try RequestBuilder(.get, path).environment(environment).build().prepared().url.absoluteString
    }

    @Test(arguments: [
        ("http://api.loc", "/about", "http://api.loc/about"), ("http://api.loc/", "/about", "http://api.loc/about"),
        ("http://api.loc", "about", "http://api.loc/about"),
        ("http://api.loc", "about?q=1", "http://api.loc/about?q=1"),
        ("http://api.loc/v1", "about", "http://api.loc/v1/about"),
        ("http://api.loc/v1//", "//about", "http://api.loc/v1/about"),
        ("http://api.loc", "/a/b/", "http://api.loc/a/b/"), ("http://api.loc/v1/", "", "http://api.loc/v1"),
        ("http://api.loc", "/", "http://api.loc/"), ("http://api.loc/v1", "?q=1", "http://api.loc/v1?q=1"),
        ("http://api.loc/v1?key=1", "about?q=1", "http://api.loc/v1/about?key=1&q=1"),
        ("http://api.loc/v1?key=1#part", "about#part", "http://api.loc/v1/about?key=1"),
        ("https://api.loc:8443/v1", "a%2Fb", "https://api.loc:8443/v1/a%2Fb"),
        ("http://[::1]:80", "a", "http://[::1]:80/a"),
        ("http://api.loc", "//evil.test/x", "http://api.loc/evil.test/x"),
        ("http://api.loc/v1?", "about?q=1", "http://api.loc/v1/about?q=1"),
        ("http://api.loc/v1?key=1", "about?", "http://api.loc/v1/about?key=1"),
        ("http://api.loc/v1?key=1", "?", "http://api.loc/v1?key=1"),
        ("http://api.loc", "about?", "http://api.loc/about?"),
    ]) func aPathIsJoinedWithOneSlash(base: String, path: String, expected: String) throws {  // C-29, F-02
        #expect(try url(Environment(base), path) == expected)
    }

    @Test func anEnvironmentIsParsedFromText() {  // F-02
        var environment = Environment("https://api.loc:8443/v1/")
        #expect(environment.scheme == "https")
        #expect(environment.host == "api.loc")
        #expect(environment.port == 8443)
        #expect(environment.pathPrefix == "/v1/")
        #expect(environment.baseURL == "https://api.loc:8443/v1")
        environment.isSecure = false
        environment.port = nil
        environment.pathPrefix = "v2"
        #expect(environment.baseURL == "http://api.loc/v2")
        #expect(!environment.isSecure)
    }

    @Test func aBaseURLIsBuiltFromItsParts() throws {  // F-02
        #expect(Environment(host: "api.loc").baseURL == "https://api.loc")
        let broken = Environment(host: "api.loc", pathPrefix: "/v1#part?x")
        #expect(try url(broken, "about") == "https://api.loc/v1/about")
        let local = Environment(scheme: "http", host: "::1", port: 8080, pathPrefix: "/v1")
        #expect(local.baseURL == "http://[::1]:8080/v1")
    }

    @Test(arguments: [
        ("api.loc/v1", RequestError.InvalidURLReason.relative), ("", .relative), ("ftp://api.loc", .unsupportedScheme),
        ("http://", .missingHost), ("http://ape:canary@api.loc:80", .userInfo), ("http://api.loc:0", .invalidPort),
        ("http://api.loc:+80", .invalidPort), ("http://api.loc:-1", .invalidPort),
        ("http://api.loc:99999999999999999999", .invalidPort), ("http://api loc", .space),
        ("http://[::1", .invalidIPv6),
        ("http://api.loc\\evil", .backslash), ("http://a\r\nb", .controlCharacter),
    ]) func anInvalidBaseURLIsATypedFailure(base: String, reason: RequestError.InvalidURLReason) {
        let error = #expect(throws: RequestError.self) { try url(Environment(base), "/about") }
        guard case .invalidURL(let text, reason) = error else { return #expect(error == nil, "\(base)") }
        #expect(!text.contains("canary"))
        #expect(!"\(Environment(base))".contains("canary"))
    }

    @Test(arguments: ["api.loc/v1", "api.loc#part", "api.loc?q=1", "http://api.loc"])
    func aHostWithOtherURLPartsIsATypedFailure(host: String) {  // F-02
        let environment = Environment(host: host, port: 8443)
        let error = #expect(throws: RequestError.self) { try url(environment, "/about") }
        let reason: RequestError.InvalidURLReason = host.contains(":") ? .invalidPort : .invalidHost
        guard case .invalidURL(_, reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func withoutAnEnvironmentARelativeRequestFails() {  // C-31
        for (path, reason) in [("/ip", RequestError.InvalidURLReason.relative), ("", .empty), ("not an URL", .space)] {
            let virtual = VirtualNetwork(.status(.ok))
            let failure = virtual.network.send(Route(.get, path)).immediateFailure
            #expect(failure?.cause(as: RequestError.self) == .invalidURL(text: path, reason: reason))
            #expect(failure?.description.contains("environment") == (reason == .relative))
            #expect(virtual.stub.exchanges.isEmpty)
        }
    }

    @Test func anAbsoluteURLIsUnchanged() throws {  // C-29, F-02
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let configuration = Network.Configuration(
            headers: ["X-A": "1"],
            parameters: ["key": "1"],
            authorization: .bearer("canary")
        )
        let environment = Environment("http://api.loc", configuration: configuration)
        let network = Network(environment: environment, transport: stub, clock: clock)
        network.send(Route(.get, "http://other.test/x")).start()
        network.send(Route(.get, "/x")).start()
        #expect(stub.requests.map(\.url.absoluteString) == ["http://other.test/x", "http://api.loc/x?key=1"])
        #expect(stub.requests.map(\.headers) == [[:], ["X-A": "1", "Authorization": "Bearer canary"]])
    }

    @Test func switchingEnvironmentsTakesEffectAtTheNextStart() {  // F-02
        let clock = TestScheduler()
        let stub = StubTransport(script: [.failure(.connectionLost), .status(.ok)], clock: clock)
        let environment = MutableProperty(Environment("http://one.test"))
        let network = Network(environment: environment, transport: stub, clock: clock)
        let producer = network.send(Route(.get, "/x"))
        producer.start()
        environment.value = Environment("http://two.test")
        clock.advance(by: .seconds(1))
        producer.start()
        #expect(
            stub.requests.map(\.url.absoluteString) == ["http://one.test/x", "http://one.test/x", "http://two.test/x"]
        )
        #expect(network.activity.count.value == 0)
    }

    @Test func severalEnvironmentsCanBeUsedAtOnce() {  // F-02, F-65
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(environment: Environment("http://one.test"), transport: stub, clock: clock)
        network.send(Route(.get, "/x")).start()
        network.send(Route(.get, "/x", environment: Environment("http://two.test"))).start()
        network.send(RequestBuilder(.get, "/x").environment(Environment("http://three.test/v1")).build()).start()
        #expect(
            stub.requests.map(\.url.absoluteString) == [
                "http://one.test/x", "http://two.test/x", "http://three.test/v1/x",
            ]
        )
    }

    @Test func theSharedNetworkNeedsNoBaseURL() {  // F-64, C-31
        let failure = Network.shared.send(Route(.get, "/x"), scheduler: ImmediateScheduler()).immediateFailure
        #expect(failure?.cause(as: RequestError.self) == .invalidURL(text: "/x", reason: .relative))
    }

    @Test func aRequestHasTheLayersOfTheNetworkThatSendsIt() {  // F-28
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let networks = ["one", "two"].map { name in
            Network(
                environment: Environment("http://\(name).loc"),
                configuration: Network.Configuration(headers: ["X": name]),
                transport: stub,
                clock: clock
            )
        }
        var request = Route(.get, "/about")
        for network in [networks[0], networks[0], networks[1], networks[0]] { network.send(request).start() }
        request.url = "/other"
        networks[0].send(request).start()
        Network(transport: stub, clock: clock).send(request).start()
        let sent = stub.requests.map { "\($0.url) \($0.headers["X"] ?? "")" }
        let about = "http://one.loc/about one"
        #expect(sent == [about, about, "http://two.loc/about two", about, "http://one.loc/other one"])
    }
}
