import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The handshake, as an operation like any other.
@Suite struct WebSocketOpeningTests {
    private func error(_ virtual: VirtualSocket) -> (any Error)? {
        guard case .failed(.requestFailure(let error))? = virtual.opening.all.last?.event else { return nil }
        return error
    }

    @Test func theHandshakeHasTheFieldsOfTheStandard() throws {  // W2, W11
        let request = RequestBuilder(.get, "wss://chat.test/room?a=1")
            .header("Sec-WebSocket-Extensions", "permessage-deflate")
            .header("Origin", "https://chat.test")
            .build()
        let virtual = VirtualSocket(.silent, request) { $0.subprotocols = ["chat.v2", "chat.v1"] }
        let sent = try #require(virtual.stub.requests.first)
        #expect(sent.method == .get && sent.url.absoluteString == "https://chat.test/room?a=1")
        #expect(sent.headers["Connection"] == "Upgrade" && sent.headers["Upgrade"] == "websocket")
        #expect(sent.headers["Sec-WebSocket-Version"] == "13")
        #expect(sent.headers["Sec-WebSocket-Protocol"] == "chat.v2, chat.v1")
        #expect(sent.headers["Sec-WebSocket-Extensions"] == nil)
        #expect(sent.headers["Origin"] == "https://chat.test")
        #expect(Data(base64Encoded: try #require(sent.headers["Sec-WebSocket-Key"]))?.count == 16)
    }

    @Test(arguments: ["ws", "WS", "wss", "Wss", "http", "https"])
    func allSchemesAreAccepted(scheme: String) throws {  // W1
        let virtual = VirtualSocket(.silent, .get("\(scheme)://chat.test/"))
        let isSecure = scheme.lowercased() == "wss" || scheme == "https"
        #expect(virtual.stub.requests.first?.url.scheme == (isSecure ? "https" : "http"))
        #expect(virtual.opening.values == ["open"])
    }

    @Test func theHandshakeAnswerOfTheStandardsExampleIsAccepted() {  // W3
        #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(
        arguments: [
            ["Upgrade": "h2c"], ["Upgrade": ""], ["Connection": "close"], ["Sec-WebSocket-Accept": "wrong"],
            ["Sec-WebSocket-Protocol": "other"], ["Sec-WebSocket-Extensions": "permessage-deflate"],
        ] as [[String: String]]
    )
    func aWrongHandshakeAnswerIsRefusedBeforeAFrameIsSent(fields: [String: String]) {  // W3
        let virtual = VirtualSocket(headers: HTTP.Headers(fields))
        guard case .handshake? = error(virtual) as? WebSocketError else {
            Issue.record("the events are \(virtual.opening.descriptions)")
            return
        }
        #expect(virtual.server.frames.isEmpty && !virtual.server.isOpen)
        #expect(virtual.stub.requests.count == 1 && virtual.isQuiet)
    }

    @Test(arguments: [["Upgrade": "WebSocket"], ["Connection": "keep-alive, UPGRADE"]] as [[String: String]])
    func handshakeFieldsMayHaveAnyCaseAndFurtherMembers(fields: [String: String]) {  // W3
        #expect(VirtualSocket(headers: HTTP.Headers(fields)).opening.values == ["open"])
    }

    @Test func theChosenSubprotocolIsReported() {  // W3
        let virtual = VirtualSocket(headers: ["Sec-WebSocket-Protocol": "b"]) { $0.subprotocols = ["a", "b"] }
        #expect(virtual.opening.values == ["b"])
    }

    @Test func aStatusOtherThan101FailsWithItsBody() {  // W3
        let clock = TestScheduler()
        let body = Data(repeating: 0x61, count: 100_000)
        let server = ScriptedSocket(clock: clock)
        let virtual = VirtualSocket(server, [.status(.forbidden, body: body)], on: clock)
        let expected = OperationError.unexpectedResponseCode(httpCode: .forbidden, data: body.prefix(65_536))
        #expect(virtual.opening.all == [.failed(at: .zero, expected)])
        let ok = VirtualSocket(server, [.status(.ok)], on: clock)
        #expect(ok.opening.all == [.failed(at: .zero, .unexpectedResponseCode(httpCode: .ok, data: nil))])
        #expect(ok.isQuiet)
    }

    @Test func aRedirectMayNameTheSchemeOfWebSockets() throws {  // W1, W2
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let script = [StubTransport.Reply.redirect(to: "WS://other.test/a"), .webSocket(server)]
        let virtual = VirtualSocket(server, script, on: clock)
        #expect(virtual.opening.values == ["open"])
        #expect(virtual.stub.requests.last?.url.absoluteString == "http://other.test/a")
        let refused = StubTransport(.redirect(to: "ws://other.test/a"), clock: clock)
        let network = Network(transport: refused, clock: clock)
        let failure = network.send(.get("http://chat.test/"), as: String.self).record(on: clock).failure
        #expect(failure?.cause(as: TransportError.self)?.kind == .redirectRefused)
        let secure = VirtualSocket(server, [.redirect(to: "ws://other.test/a")], on: clock, .get("wss://chat.test/"))
        #expect(secure.opening.failure?.cause(as: TransportError.self)?.kind == .redirectRefused)
    }

    @Test func aRedirectIsFollowedWithAnotherKey() throws {  // W2
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let script = [StubTransport.Reply.redirect(to: "/elsewhere"), .webSocket(server)]
        let virtual = VirtualSocket(server, script, on: clock)
        #expect(virtual.opening.values == ["open"])
        #expect(virtual.stub.requests.map(\.url.path) == ["/room", "/elsewhere"])
        #expect(Set(virtual.stub.requests.map { $0.headers["Sec-WebSocket-Key"] }).count == 2)
    }

    @Test func aChallengeToTheHandshakeIsAnsweredOnce() throws {  // W2
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let request = RequestBuilder(.get, "wss://chat.test/")
            .authorization(.onChallenge(username: "ape", password: "group"))
            .build()
        let challenge = StubTransport.Reply.status(.unauthorized, headers: ["WWW-Authenticate": "Basic realm=\"a\""])
        let virtual = VirtualSocket(server, [challenge, .webSocket(server)], on: clock, request)
        #expect(virtual.opening.values == ["open"])
        #expect(virtual.stub.requests.map { $0.headers["Authorization"] } == [nil, "Basic YXBlOmdyb3Vw"])
    }

    @Test func aTransientFailureIsRetried() {  // W2
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let script = [StubTransport.Reply.failure(.connectionLost), .status(.serviceUnavailable), .webSocket(server)]
        let virtual = VirtualSocket(server, script, on: clock)
        clock.advance(by: .seconds(3))
        #expect(virtual.opening.all == [.value(at: .seconds(3), "open")])
    }

    @Test func theDeadlineCoversOnlyTheHandshake() {  // W1
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let late = VirtualSocket(server, [.never], on: clock)
        clock.advance(by: .seconds(10))
        #expect(late.opening.all.map(\.time) == [.seconds(10)] && late.opening.isTerminated)
        let open = VirtualSocket(server, [.webSocket(server)], on: clock)
        clock.advance(by: .seconds(1_000))
        #expect(!open.opening.isTerminated)
    }

    @Test func anEndpointIsARequest() {  // W1
        struct Room: Endpoint {
            var httpMethod = HTTP.Method.get
            var absoluteUrl = "ws://chat.test/room"
        }
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let network = Network(transport: StubTransport(.webSocket(server), clock: clock), clock: clock)
        #expect(network.webSocket(Room()).map { _ in 1 }.record(on: clock).values == [1])
    }

    @Test(arguments: [Request.post("http://chat.test/"), RequestBuilder(.put, "ws://chat.test/").build()])
    func onlyAGETRequestOpensASocket(request: Request) {  // W2
        let virtual = VirtualSocket(.silent, request)
        #expect((error(virtual) as? WebSocketError) == .unsuitableRequest("its method is \(request.method), not GET"))
        #expect(virtual.stub.requests.isEmpty && virtual.isQuiet)
    }

    @Test(arguments: [["a b"], ["a", "a"], [""]])
    func subprotocolsAreTokensEachOnce(names: [String]) {  // W2
        let virtual = VirtualSocket { $0.subprotocols = names }
        #expect(error(virtual) as? WebSocketError != nil && virtual.stub.requests.isEmpty)
    }

    @Test func aTransportThatCannotChangeProtocolsIsUnsupported() {  // W3
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let virtual = VirtualSocket(server, [.status(HTTP.StatusCode(rawValue: 101))], on: clock)
        #expect((error(virtual) as? TransportError)?.kind == .unsupported)
        let exchange = StubTransport(.webSocket(server), clock: clock)
        let sent = Network(transport: exchange, clock: clock).send(.get("http://chat.test/")).record(on: clock)
        guard case .failed(let failure)? = sent.all.last?.event else { return }
        #expect(failure.cause(as: TransportError.self)?.kind == .unsupported)
    }

    @Test func decoratorsPassTheConnectionOn() {  // W3
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let stub = StubTransport(.webSocket(server), clock: clock)
        let transport = MockingTransport(
            otherwise: .transport(CoalescingTransport(CachingTransport(stub, clock: clock))),
            clock: clock,
            []
        )
        let network = Network(transport: transport, clock: clock)
        let sockets = (1...2).map { _ in network.webSocket(.get("ws://chat.test/")).map { _ in 1 }.record(on: clock) }
        #expect(sockets.map(\.values) == [[1], [1]])
        #expect(stub.requests.count == 2)
    }

    @Test func aMockIsAnOrdinaryResponse() {  // W3
        let clock = TestScheduler()
        let routes = [Mock.Route.on(.get, "/room", .status(.notFound))]
        let network = Network(transport: MockingTransport(clock: clock, routes), clock: clock)
        let events = network.webSocket(.get("ws://chat.test/room")).map { _ in 1 }.record(on: clock)
        guard case .failed(.unexpectedResponseCode(let code, _))? = events.all.last?.event else {
            Issue.record("the events are \(events.descriptions)")
            return
        }
        #expect(code == .notFound)
    }

    @Test func disposalDuringTheHandshakeCancelsIt() {  // W1
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let virtual = VirtualSocket(server, [.webSocket(server).delayed(by: .seconds(1))], on: clock)
        virtual.opening.dispose()
        clock.advance(by: .seconds(2))
        #expect(virtual.opening.all == [.interrupted(at: .zero)])
        #expect(server.openCount == 0 && virtual.isQuiet)
    }

    @Test func aDecoratorCanSetAHeaderOfTheHandshake() throws {  // W2
        let upgrade = Upgrade(to: "websocket", adding: [("Sec-WebSocket-Key", "k")], namedFrom: "sec-websocket-")
        let request = try Request(.get, "http://chat.test/", headers: ["Connection": "keep-alive"]).prepared()
            .upgrading(by: upgrade)
        let changed = try request.header("X-A", "1")
        #expect(changed.headers["X-A"] == "1" && changed.headers["Connection"] == "Upgrade")
        #expect(changed.headers["Sec-WebSocket-Key"] == "k" && changed.upgrade === upgrade)
    }
}
