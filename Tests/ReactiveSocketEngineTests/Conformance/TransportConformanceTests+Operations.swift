import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// Complete operations over real sockets.
    @Suite struct Operations {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
        }

        @Test(arguments: Wire.all) func aResponseIsDecoded(wire: Wire) async throws {
            let network = try wire.network()
            server.on("/todo", .json(todoJSON))
            let response = try await network.send(.get(server.url("/todo")), as: Todo.self).value()
            #expect(response.parsedData == Todo(id: 1, title: "Ape"))
            #expect(response.statusCode == .ok)
            #expect(response.responseHeaders["Content-Type"]?.hasPrefix("application/json") == true)
        }

        @Test(arguments: Wire.all) func methodHeadersAndBodyArriveAsSet(wire: Wire) async throws {  // N14
            let network = try wire.network()
            server.on("/echo", .echo)
            let request = RequestBuilder(.post, server.url("/echo?a=%2F")).authorization(
                .basic(username: "ape", password: "group")
            )
            .header("X-Custom", "1").json(["a": 1]).build()
            _ = try await network.send(request).value()
            let received = try #require(server.requests.first)
            #expect(received.method == "POST")
            #expect(received.target == "/echo?a=%2F")
            #expect(received.header("Authorization") == "Basic YXBlOmdyb3Vw")  // C-01
            #expect(received.header("X-Custom") == "1")
            #expect(received.headers.values(of: "Content-Type") == ["application/json; charset=utf-8"])
            #expect(received.text == #"{"a":1}"#)
        }

        @Test(arguments: Wire.all) func everyMethodReachesTheWireInUpperCase(wire: Wire) async throws {  // F-03
            let network = try wire.network()
            server.on("/m", .status(204))
            for method in ["get", "post", "put", "patch", "delete", "options", "head", "query"] {
                _ = try await network.send(RequestBuilder(HTTP.Method(rawValue: method), server.url("/m")).build())
                    .value()
                #expect(server.requests.last?.method == method.uppercased())
            }
        }

        @Test(arguments: Wire.all) func unknownStatusesKeepNumberAndBody(wire: Wire) async throws {  // N5
            let network = try wire.network()
            for status in [404, 599, 799] {
                server.on("/\(status)", .text("no", status: HTTP.StatusCode(rawValue: status)))
                let error = OperationError.unexpectedResponseCode(
                    httpCode: HTTP.StatusCode(rawValue: status),
                    data: Data("no".utf8)
                )
                #expect(await result(of: network.send(.get(server.url("/\(status)")))) == .failure(error))
                #expect(server.requestCount(to: "/\(status)") == 1)
            }
        }

        @Test(arguments: Wire.all) func responsesWithoutABodySucceedUnlessDataIsRequired(wire: Wire) async throws {
            let network = try wire.network()
            server.on("/204", .status(204))
            server.on("/empty", .status(200))
            server.on("/text", .text("four"))
            _ = try await network.send(.get(server.url("/204"))).value()
            let head = try await network.send(RequestBuilder(.head, server.url("/text")).build()).value()
            #expect(head["Content-Length"] == "4")
            let empty = await result(of: network.send(.get(server.url("/empty")), as: Todo.self))
            guard case .failure(.missingData)? = empty else {
                Issue.record("not missing: \(String(describing: empty))")
                return
            }
        }

        @Test(arguments: Wire.all) func aLostGetIsSentAgain(wire: Wire) async throws {  // N7
            let network = try wire.network()
            server.on("/flaky", .closeBeforeHead, .text("ok"))
            let response = try await network.send(
                .get(server.url("/flaky")),
                decoding: .custom { String(decoding: $0, as: UTF8.self) }
            ).value()
            #expect(response.parsedData == "ok")
            #expect(server.requestCount(to: "/flaky") == 2)
        }

        @Test(arguments: Wire.all) func aQueryIsRepeatedAndRedirectedWithItsBody(wire: Wire) async throws {  // AD18
            let network = try wire.network()
            server.on("/busy", LoopbackServer.Reply.status(503).header("Retry-After", "0"), .redirect(to: "/moved"))
            server.on("/moved", .redirect(to: "/other", status: 303))
            server.on("/other", .text("answer"))
            let request = RequestBuilder(.query, server.url("/busy")).parameters(["a": 1]).build()
            _ = try await network.send(request).value()
            let received = server.requests.map { "\($0.method) \($0.path) \($0.text)" }
            let sent = ["QUERY /busy", "QUERY /busy", "QUERY /moved"].map { $0 + #" {"a":1}"# }
            #expect(received == sent + ["GET /other "])
            #expect(server.requests.map { $0.header("Content-Type") != nil } == [true, true, true, false])
        }

        @Test(arguments: Wire.all)
        func redirectsToAnotherOriginAreFollowedWithoutSecrets(wire: Wire) async throws {  // N15
            let network = try wire.network()
            let other = try LoopbackServer()
            other.on("/end", .text("end"))
            server.on("/start", .redirect(to: other.url("/end")))
            let request = RequestBuilder(.get, server.url("/start")).authorization(.bearer("secret"))
                .header("Cookie", "a=1").build()
            _ = try await network.send(request).value()
            #expect(server.requests.first?.header("Authorization") == "Bearer secret")
            #expect(other.requests.first?.header("Authorization") == nil)
            #expect(other.requests.first?.header("Cookie") == nil)
        }

        @Test(arguments: Wire.all, [("silent", 250), ("drip", 400)])
        func theDeadlineEndsSlowResponses(wire: Wire, sample: (kind: String, milliseconds: Int)) async throws {  // N11
            let network = try wire.network()
            server.on("/silent", .silent)
            server.on("/drip", .drip("0123456789abcdefghij".utf8, every: .milliseconds(100)))
            let machine = Stopwatch()
            var overshoots: [Duration] = []
            let limit = Duration.milliseconds(sample.milliseconds)
            for _ in 0..<5 {
                let begun = ContinuousClock.now
                let outcome = await result(of: network.send(.get(server.url("/\(sample.kind)")), abortAfter: limit))
                overshoots.append(begun.duration(to: .now) - limit)
                guard case .failure(.timedOut(limit, _, 1, nil))? = outcome else {
                    Issue.record("no time-out: \(String(describing: outcome))")
                    return
                }
            }
            #expect(overshoots.allSatisfy { $0 >= .zero })
            #expect(overshoots.sorted()[2] < machine.atMost(.milliseconds(50)))
            #expect(await server.peerClosed(count: 5, within: .seconds(600)))
        }

        @Test(arguments: Wire.all) func disposalIsSeenByTheServer(wire: Wire) async throws {  // N3
            let network = try wire.network()
            server.on("/silent", .silent)
            let ended = Locked(false)
            let handle = network.send(.get(server.url("/silent"))).on(interrupted: { ended.withLock { $0 = true } })
                .start()
            #expect(await server.received(count: 1, within: .seconds(600)))
            #expect(network.activity.count.value == 1)
            handle.dispose()
            #expect(ended.withLock { $0 })
            #expect(network.activity.count.value == 0)
            #expect(await server.peerClosed(within: .seconds(600)))
        }

        @Test(arguments: Wire.all) func manyStartsAtOnceAreIndependent(wire: Wire) async throws {  // N1
            let network = try wire.network()
            server.on("/n/*") { request in .text(request.path) }
            let server = server
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let path = "/n/\(number)"
                        let response = try await network.send(
                            .get(server.url(path)),
                            decoding: .custom { String(decoding: $0, as: UTF8.self) }
                        ).value()
                        return response.parsedData == path
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(network.activity.count.value == 0)
        }

        @Test(arguments: Wire.all) func aPostThatMayHaveArrivedIsSentOnce(wire: Wire) async throws {  // N7
            // "localhost" resolves to two addresses on some machines; nothing listens on the first, and the session
            // remembers that.
            for host in ["localhost", "127.0.0.1"] {
                for (path, reply) in [("/close", LoopbackServer.Reply.closeBeforeHead), ("/reset", .reset)] {
                    server.on("/\(host)\(path)", reply)
                    let url = "http://\(host):\(server.port)/\(host)\(path)"
                    let error = try await wire.network().failure(.post(url))
                    let again = try await wire.network().failure(
                        RequestBuilder(.post, url).data(Data(count: 100_000)).build()
                    )
                    #expect(error?.cause(as: TransportError.self)?.kind == .connectionLost)
                    #expect(
                        again?.cause(as: TransportError.self)?.mayHaveReachedServer == true,
                        "\(String(describing: again))"
                    )
                    #expect(server.requestCount(to: "/\(host)\(path)") == 2)
                }
            }
        }

        @Test(arguments: Wire.all) func aPostIsSentOnceEvenWithRetries(wire: Wire) async throws {  // N7
            let network = try wire.network()
            server.on("/503", .status(503))
            server.on("/close", .closeBeforeHead)
            for path in ["/503", "/close"] {
                let events = network.send(.post("http://localhost:\(server.port)\(path)"), abortAfter: .seconds(3))
                _ = await events.materialize().collect().firstValue()
                #expect(server.requestCount(to: path) == 1)
            }
        }

        @Test(arguments: Wire.all)
        func aPermanentlyUnavailableServerFailsWithItsStatusAtOnce(wire: Wire) async throws {  // N8
            let network = try wire.network()
            server.on("/503", .status(503))
            let watch = Stopwatch()
            let result = await network.send(.get(server.url("/503")), abortAfter: .milliseconds(2_500)).materialize()
                .collect().firstValue()
            let elapsed = watch.elapsed
            #expect(result?.first?.error == .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil))
            #expect(server.requestCount(to: "/503") == 2)  // at 0 and 1 s; the wait of 2 s does not fit
            #expect(elapsed >= .seconds(1) && elapsed < watch.atMost(.seconds(2)))
        }

        @Test(
            arguments: Wire.all,
            [
                "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n",
                "Content-Length: -5\r\n\r\nabcde", "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
            ]
        )
        func protocolViolationsAreNotResponses(wire: Wire, rest: String) async throws {
            server.on("/odd", .raw("HTTP/1.1 200 OK\r\n" + rest, then: .close))
            let error = try await wire.network().failure(.get(server.url("/odd")))
            #expect(error?.cause(as: TransportError.self)?.kind == .invalidResponse, "\(String(describing: error))")
        }

        @Test(arguments: Wire.all) func setCookieHeadersStaySeparate(wire: Wire) async throws {  // N14
            let network = try wire.network()
            let cookies = [
                "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Path=/", "b=2",
                "c=x=y; Expires=Wed, 21-Oct-37 07:28:00 GMT",
            ]
            let reply = cookies.reduce(LoopbackServer.Reply.status(200)) { $0.header("Set-Cookie", $1) }
            server.on("/cookies", reply.header("X-List", "a=1").header("X-List", "b=2"))
            let headers = try await network.send(.get(server.url("/cookies"))).value()
            #expect(headers.values(for: "set-cookie") == cookies)
            #expect(headers["X-List"]?.replacing(" ", with: "") == "a=1,b=2")
        }

        @Test(arguments: Wire.all) func secretsDoNotSurviveARedirectToAnotherOrigin(wire: Wire) async throws {  // N15
            let other = try LoopbackServer()
            // Another host with the same port, the same host with another port, and back again.
            for away in ["http://localhost:\(server.port)", other.url("")] {
                server.on("/start", .redirect(to: "\(away)/away"))
                server.on("/away", .redirect(to: server.url("/back")))
                other.on("/away", .redirect(to: server.url("/back")))
                server.on("/back", .text("end"))
                let request = RequestBuilder(.get, server.url("/start")).authorization(.bearer("c4n4ry"))
                    .header("cookie", "a=c4n4ry").header("Proxy-Authorization", "c4n4ry").header("X-Plain", "1").build()
                _ = try await wire.network().send(request).value()
            }
            #expect(server.requests(to: "/start").allSatisfy { $0.header("Authorization") == "Bearer c4n4ry" })
            let later = (server.requests + other.requests).filter { $0.path != "/start" }
            #expect(later.count == 4)
            for received in later {
                #expect(!received.headText.contains("c4n4ry"))
                #expect(received.header("X-Plain") == "1")
            }
        }

        @Test(arguments: Wire.all, [301, 302, 303, 307, 308])
        func theStatusDecidesWhetherARedirectedPostKeepsItsBody(wire: Wire, status: Int) async throws {
            let redirect = LoopbackServer.Reply.redirect(to: "/end", status: HTTP.StatusCode(rawValue: status))
            server.on("/start", redirect)
            server.on("/end", .text("end"))
            _ = try await wire.network().send(.post(server.url("/start"))).value()
            let received = try #require(server.requests(to: "/end").last)
            let keeps = status > 303
            #expect(received.method == (keeps ? "POST" : "GET"))
            #expect(received.text == (keeps ? #"{"title":"Ape"}"# : ""))
            #expect((received.header("Content-Type") != nil) == keeps)
        }
    }
}
