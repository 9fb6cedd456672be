import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What stands on the wire, as the server's raw head has it.
@Suite(.serialized) struct WireTests {
    private let server: LoopbackServer
    private let network = Network(scheduler: ImmediateScheduler())

    init() throws {
        server = try LoopbackServer()
        server.on("*", .status(200))
    }

    private func sent(_ request: Request) async throws -> LoopbackServer.ReceivedRequest? {
        _ = try await network.send(request).value()
        return server.requests.last
    }

    private func failure(_ request: Request) async -> OperationError? {
        do throws(OperationError) {
            _ = try await network.send(request, maxRetries: 0).firstValue()
            return nil
        } catch {
            return error
        }
    }

    @Test func controlBytesNeverMakeALine() async throws {  // T1, N14, B57
        for byte in Array(UInt8(0)...31) + [127] {
            let character = String(UnicodeScalar(byte))
            for text in ["\(character)", "a\(character)b", "a\r\(character)\nInjected: 1", "\(character)\nInjected: 1"]
            {
                let count = server.requestCount
                let named = await failure(RequestBuilder(.get, server.url("/")).header("X\(text)", "1").build())
                #expect(named?.requestError != nil)
                #expect(server.requestCount == count)
                let valued = await failure(RequestBuilder(.get, server.url("/")).header("X-Fuzz", text).build())
                if text.utf8.allSatisfy({ $0 == 9 || $0 > 31 && $0 != 127 }) {  // the tab, which a value may have
                    let head = try #require(server.requests.last).headText
                    #expect(head.components(separatedBy: "\r\n").count { $0.hasPrefix("X-Fuzz") } == 1)
                    #expect(!head.contains("Injected"))
                } else {
                    #expect(valued?.requestError == .invalidHeaderValue(name: "X-Fuzz"))
                    #expect(server.requestCount == count)
                }
            }
        }
    }

    @Test(arguments: ["", " ", "GE T", "GET / HTTP/1.1\r\nX:", "GET\r\n", "G\u{0}T", "GÉT", "GET:", "(GET)", "GET\t"])
    func aMethodThatIsNoTokenIsNotSent(method: String) async {  // T2, N14, B57
        let error = await failure(RequestBuilder(HTTP.Method(rawValue: method), server.url("/")).build())
        guard case .invalidMethod? = error?.requestError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test(arguments: [
        "http://127.0.0.1:PORT /", "http://127.0.0.1:PORT/\r\nX: 1", "http://127.0.0.1:PORT/ HTTP/1.1\r\nX: 1",
        "http://evil@127.0.0.1:PORT/", "http://127.0.0.1:PORT\\@evil/", "http:///127.0.0.1:PORT/", "//127.0.0.1:PORT/",
        "http://127.0.0.1:PORT/%zz", "http://127.0.0.1:PORT/a b", "http://127.0.0.1%00:PORT/", "http:127.0.0.1:PORT/",
        "ftp://127.0.0.1:PORT/", "file:///etc/passwd", "http://127.0.0.1:0/", "http://127.0.0.1:65536/",
        "http://127.0.0.1:-1/", "http://[::1/", "http://[fe80::1%25lo]/", "http://%31%32%37.0.0.1:PORT/", "",
    ])
    func aURLThatIsNoneIsNotAsked(url: String) async {  // T2, B57, B58
        let error = await failure(.get(url.replacing("PORT", with: "\(server.port)")))
        guard case .invalidURL? = error?.requestError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test func whatTheUserSetsWinsOnce() async throws {  // N14
        let request = RequestBuilder(.post, server.url("/")).json(["a": 1])
            .header("content-type", "application/vnd.ape+json").header("user-agent", "ape/1").header("accept", "x/y")
            .header("accept-language", "en").header("accept-encoding", "identity").build()
        let received = try #require(try await sent(request))
        let expected = [
            ("Content-Type", "application/vnd.ape+json"), ("User-Agent", "ape/1"), ("Accept", "x/y"),
            ("Accept-Language", "en"), ("Accept-Encoding", "identity"),
        ]
        for (name, value) in expected { #expect(received.headers.values(of: name) == [value], "\(name)") }
        #expect(received.headers.values(of: "Host") == ["127.0.0.1:\(server.port)"])
        #expect(received.headers.values(of: "Content-Length") == ["7"])
    }

    @Test func severalValuesOfOneNameSurvive() async throws {  // N14
        let builder = RequestBuilder(.get, server.url("/")).addingHeader("X-Many", "1").addingHeader("x-many", "2")
        let received = try #require(try await sent(builder.build()))
        let values = received.headers.values(of: "X-Many").joined(separator: ",").replacing(" ", with: "")
        #expect(values == "1,2")
    }

    @Test func valuesThatAreUnusualButLegalArrive() async throws {  // N14
        let values = [("", ""), ("ü", "ü"), ("  padded\t", "padded"), ("a\tb", "a\tb"), ("a: b; c", "a: b; c")]
        for (value, expected) in values {
            let request = RequestBuilder(.get, server.url("/")).header("X-Odd", value).build()
            let received = try #require(try await sent(request))
            #expect(received.headers.values(of: "X-Odd") == [expected])
        }
    }

    @Test(arguments: ["POST", "PUT", "PATCH"])
    func aRequestWithoutABodySaysSo(method: String) async throws {  // B60
        let received = try #require(try await sent(Request(HTTP.Method(rawValue: method), server.url("/"))))
        #expect(received.headers.values(of: "Content-Length") == ["0"])
        #expect(received.headers.values(of: "Transfer-Encoding") == [])
        #expect(received.body.isEmpty)
    }

    @Test func aBodyArrivesWhole() async throws {  // B60
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let request = RequestBuilder(.put, server.url("/")).data(body).build()
        let received = try #require(try await sent(request))
        #expect(received.body == Array(body))
        #expect(received.headers.values(of: "Content-Length") == ["3000000"])
    }

    @Test func aSessionsOwnHeadersAreSentAndItsSecretsStayAtTheirOrigin() async throws {  // N15, T3
        let other = try LoopbackServer()
        other.on("*", .status(200))
        server.on("/away", .redirect(to: other.url("/end")))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer c4n4ry", "X-Plain": "1", "Accept": "session"]
        let transport = URLSessionTransport(configuration: configuration)
        let network = Network(transport: transport, scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, server.url("/away")).header("accept", "request").build()
        _ = try await network.send(request).value()
        let first = try #require(server.requests.last)
        let second = try #require(other.requests.last)
        #expect(first.header("Authorization") == "Bearer c4n4ry")
        #expect(second.header("Authorization") == nil)
        for received in [first, second] {
            #expect(received.header("X-Plain") == "1")
            #expect(received.headers.values(of: "Accept") == ["request"])
        }
    }

    @Test func aSessionsOwnHeadersCannotMakeALine() async {  // T1, U21
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-A": "1\r\nInjected: c4n4ry"]
        let transport = URLSessionTransport(configuration: configuration)
        let network = Network(transport: transport, scheduler: ImmediateScheduler())
        let result = await network.send(.get(server.url("/")), maxRetries: 0).materialize().collect().firstValue()
        guard case .failed(let error)? = result?.first else {
            Issue.record("sent: \(server.requests.last?.headText ?? "")")
            return
        }
        #expect(error.transportError?.kind == .unsupported)
        #expect(!"\(error)".contains("c4n4ry"))
        #expect(server.requestCount == 0)
    }

    @Test func aPostThatMayHaveArrivedIsSentOnce() async {  // N7, U25
        // "localhost" has two addresses here and there; nobody listens on the first, and the session keeps that in mind.
        for host in ["localhost", "127.0.0.1"] {
            for (path, reply) in [("/close", LoopbackServer.Reply.closeBeforeHead), ("/reset", .reset)] {
                server.on("/\(host)\(path)", reply)
                let url = "http://\(host):\(server.port)/\(host)\(path)"
                let error = await failure(.post(url))
                let again = await failure(RequestBuilder(.post, url).data(Data(count: 100_000)).build())
                #expect(error?.transportError?.kind == .connectionLost)
                #expect(again?.transportError?.mayHaveReachedServer == true, "\(String(describing: again))")
                #expect(server.requestCount(to: "/\(host)\(path)") == 2)
            }
        }
    }

    @Test func aPostIsSentOnceAlsoWithRetries() async {  // N7
        server.on("/503", .status(503))
        server.on("/close", .closeBeforeHead)
        for path in ["/503", "/close"] {
            let events = network.send(.post("http://localhost:\(server.port)\(path)"), abortAfter: .seconds(3))
            _ = await events.materialize().collect().firstValue()
            #expect(server.requestCount(to: path) == 1)
        }
    }

    @Test func aServerThatIsNeverAvailableIsARealFailureAtOnce() async {  // N8
        server.on("/503", .status(503))
        let begun = ContinuousClock.now
        let result = await network.send(.get(server.url("/503")), abortAfter: .milliseconds(2_500)).materialize()
            .collect().firstValue()
        let elapsed = begun.duration(to: .now)
        #expect(result?.first?.error == .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil))
        #expect(server.requestCount(to: "/503") == 2)  // at 0 and 1 s; the wait of 2 s does not fit
        #expect(elapsed >= .seconds(1) && elapsed < .seconds(2))
    }

    @Test func anUploadThatIsCutIsALostConnection() async {  // B14, B15, U25
        server.on("/cut", LoopbackServer.Reply.reset.requestBody(.leaveUnread))
        let request = RequestBuilder(.put, server.url("/cut")).data(Data(count: 20_000_000)).build()
        let error = await failure(request)
        #expect(error?.transportError?.kind == .connectionLost, "\(String(describing: error))")
        #expect(error?.transportError?.mayHaveReachedServer == true)
    }

    @Test func anIPv6LiteralIsAskedOrRefusedAsUnsupported() async throws {  // U29, B58
        let error = await failure(.get("http://[::1]:\(try LoopbackServer.closedPort())/"))
        #expect([.cannotConnect, .unsupported].contains(error?.transportError?.kind), "\(String(describing: error))")
    }

    @Test func somethingElseThanTLSIsAHandshakeThatFailed() async {  // B33, U25
        let error = await failure(.get("https://127.0.0.1:\(server.port)/"))
        #expect(
            [.handshakeFailed, .handshakeRefused].contains(error?.transportError?.kind),
            "\(String(describing: error))"
        )
    }

    @Test func cookiesThatTheSessionHasJoinedArePartedAgain() async throws {  // N14, U20
        let cookies = [
            "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Path=/", "b=2", "c=x=y; Expires=Wed, 21-Oct-37 07:28:00 GMT",
        ]
        let reply = cookies.reduce(LoopbackServer.Reply.status(200)) { $0.header("Set-Cookie", $1) }
        server.on("/cookies", reply.header("X-List", "a=1").header("X-List", "b=2"))
        let headers = try await network.send(.get(server.url("/cookies"))).value()
        #expect(headers.values(for: "set-cookie") == cookies)
        #expect(headers["X-List"]?.replacing(" ", with: "") == "a=1,b=2")
    }

    @Test func aStatusThatComesBeforeTheBodyHasGoneOutIsDelivered() async {  // B15
        server.on("/413", LoopbackServer.Reply.text("big", status: 413).closing().requestBody(.leaveUnread))
        let error = await failure(RequestBuilder(.post, server.url("/413")).data(Data(count: 300_000)).build())
        #expect(error == .unexpectedResponseCode(httpCode: .contentTooLarge, data: Data("big".utf8)))
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nabc", "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n",
        "Content-Length: -5\r\n\r\nabcde", "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    ])
    func whatBreaksTheRulesIsNoResponse(rest: String) async {  // B10, B11, B29
        server.on("/odd", .raw("HTTP/1.1 200 OK\r\n" + rest, then: .close))
        let error = await failure(.get(server.url("/odd")))
        #expect(error?.transportError?.kind == .invalidResponse, "\(String(describing: error))")
    }
}
