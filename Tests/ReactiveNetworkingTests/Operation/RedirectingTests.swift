import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct RedirectingTests {
    private func refusal(_ events: EventRecorder<HTTP.Headers, OperationError>) -> TransportError? {
        if case .failed(.requestFailure(let error as TransportError))? = events.all.last?.event { error } else { nil }
    }

    @Test func aChainOfRedirectsIsFollowed() {  // N15
        let world = VirtualNetwork(
            .redirect(to: "/b"),
            .redirect(to: "c", status: .movedPermanently),
            .text("end")
        )
        let response = world.network.send(
            .get("http://a.test/x/y"),
            decoding: .custom { String(decoding: $0, as: UTF8.self) }
        )
        #expect(response.record().values.map(\.parsedData) == ["end"])
        #expect(
            world.stub.requests.map(\.url.absoluteString) == [
                "http://a.test/x/y", "http://a.test/b", "http://a.test/c",
            ]
        )
        #expect(world.stub.cancelledCount == 2)  // the redirects' own bodies are not waited for
        #expect(world.isQuiet)
    }

    @Test(arguments: [
        ("next", "http://a.test/x/next"), ("../q", "http://a.test/q"), ("?q=1", "http://a.test/x/y?q=1"),
        ("//b.test/x", "http://b.test/x"), ("/a%2Fb", "http://a.test/a%2Fb"), ("/ü", "http://a.test/%C3%BC"),
        ("/p#f", "http://a.test/p"), ("./", "http://a.test/x/"),
    ])
    func locationsAreResolvedByRFC3986(location: String, url: String) {
        let world = VirtualNetwork(.redirect(to: location), .status(.ok))
        world.network.send(.get("http://a.test/x/y?z")).start()
        #expect(world.stub.requests.last?.url.absoluteString == url)
    }

    @Test(arguments: [
        ("/a b%20c", "http://a.test/a%20b%20c"), ("/é%20c", "http://a.test/%C3%A9%20c"),
        ("/{id}%20c", "http://a.test/%7Bid%7D%20c"), ("/100%?x=a|b%7Cc", "http://a.test/100%25?x=a%7Cb%7Cc"),
        ("?page[number]=2&filter[name]=a%20b", "http://a.test/x/y?page%5Bnumber%5D=2&filter%5Bname%5D=a%20b"),
        ("\\\\b.test\\c d%2F", "http://b.test/c%20d%2F"), ("/a/%2e%2e/b", "http://a.test/b"),
        ("http:next", "http://a.test/x/next"), ("http://A.Test:80", "http://a.test/"),
        ("http://@bücher.test/é", "http://xn--bcher-kva.test/%C3%A9"), ("http://0x7f.1/", "http://127.0.0.1/"),
    ])
    func aLocationIsEscapedWhereItMustBeAndOnlyOnce(location: String, url: String) {  // N40
        let world = VirtualNetwork(.redirect(to: location), .status(.ok))
        world.network.send(.get("http://a.test/x/y?z")).start()
        #expect(world.stub.requests.last?.url.absoluteString == url)
    }

    @Test func aRefusedLocationIsExplained() {  // N40
        let world = VirtualNetwork(.redirect(to: "http://a b/"))
        let refusal = refusal(world.network.send(.get()).record())
        #expect(refusal?.detail == "the location is not a URL: its host is not a valid name or address")
    }

    @Test func twentyRedirectsAreFollowedAndTheNextFails() {  // N15
        let world = VirtualNetwork(.redirect(to: "/again"))
        let events = world.network.send(.get()).record()
        #expect(refusal(events)?.kind == .redirectRefused)
        #expect(world.stub.requests.count == 21)
        #expect(world.isQuiet)
    }

    @Test func aRedirectWithoutLocationIsAResponse() {
        for headers in [HTTP.Headers(), ["Location": ""]] {
            let world = VirtualNetwork(.status(.found, headers: headers))
            let events = world.network.send(.get()).record()
            #expect(events.all == [.failed(at: .zero, .unexpectedResponseCode(httpCode: .found, data: nil))])
        }
    }

    @Test(arguments: [["/b", "/c"], ["/b", "/b", "http://a.test/b"], ["", "/b"]])
    func conflictingLocationsAreRejected(locations: [String]) {
        var headers = HTTP.Headers()
        for location in locations { headers.add("location", location) }
        let world = VirtualNetwork(.status(.found, headers: headers), .status(.ok))
        let events = world.network.send(.get("http://a.test/")).record(on: world.clock)
        world.clock.run()
        #expect(refusal(events)?.kind == .redirectRefused)
        #expect(world.stub.requests.count == 1)
        #expect(world.isQuiet)
    }

    @Test func equalLocationsCountAsOne() {
        let headers: HTTP.Headers = ["Location": "/b,c", "location": " /b,c "]
        let world = VirtualNetwork(.status(.found, headers: headers), .status(.ok))
        world.network.send(.get("http://a.test/")).start()
        #expect(world.stub.requests.map(\.url.path) == ["/", "/b,c"])
    }

    @Test(
        arguments: [
            ("http://b.test/", nil), ("http://a.test:81/", nil), ("https://a.test/", nil),
            ("/b", "http://a.test/secret?token=1"),
        ] as [(String, String?)]
    )
    func theRefererIsNotSentToAnotherOrigin(location: String, referer: String?) {  // N15
        let world = VirtualNetwork(.redirect(to: location), .status(.ok))
        let request = RequestBuilder(.get, "http://a.test/").header("Referer", "http://a.test/secret?token=1")
        world.network.send(request.build()).start()
        #expect(world.stub.requests.count == 2)
        #expect(world.stub.requests.last?.headers["Referer"] == referer)
    }

    @Test func withoutAPolicyNothingIsFollowed() {
        let world = VirtualNetwork(.redirect(to: "/b"), redirectPolicy: .never)
        let events = world.network.send(RequestBuilder(.get, "http://a.test").acceptedCodes([.found]).build()).record()
        #expect(events.values.map { $0["Location"] } == ["/b"])
    }

    @Test(arguments: [
        "https://a.test/", "http://b.test/", "http://sub.a.test/", "http://a.test:81/", "http://A.test.evil/",
    ])
    func secretsStayAtTheirOrigin(location: String) {  // N15
        let world = VirtualNetwork(
            .redirect(to: location, status: .temporaryRedirect),
            .redirect(to: "http://a.test/back", status: .temporaryRedirect),
            .status(.ok),
            redirectPolicy: RedirectPolicy(allowsDowngrade: true)
        )
        let request = RequestBuilder(.get, "http://a.test/")
            .authorization(.bearer("t")).header("cookie", "c=1").header("X-Api-Key", "k").header("X-Plain", "p")
            .header("Private-Token", "t").header("X-Vault-Token", "t").header("X-Goog-Api-Key", "t")
            .header("X-Shopify-Access-Token", "t").header("Idempotency-Key", "i").build()
        world.network.send(request).start()
        #expect(world.stub.requests.count == 3)
        #expect(world.stub.requests[0].headers["Authorization"] == "Bearer t")
        for request in world.stub.requests.dropFirst() {  // once dropped, dropped for the chain
            #expect(request.headers["Authorization"] == nil)
            #expect(request.headers["Cookie"] == nil)
            #expect(request.headers["X-Api-Key"] == nil)
            for name in ["Private-Token", "X-Vault-Token", "X-Goog-Api-Key", "X-Shopify-Access-Token"] {
                #expect(request.headers[name] == nil)
            }
            #expect(request.headers["X-Plain"] == "p")
            #expect(request.headers["Idempotency-Key"] == "i")
        }
    }

    @Test func secretsAreKeptWithinTheOrigin() {  // N15
        let world = VirtualNetwork(.redirect(to: "http://A.TEST:80/b"), .status(.ok))
        world.network.send(RequestBuilder(.get, "http://a.test/").authorization(.bearer("t")).build()).start()
        #expect(world.stub.requests.last?.headers["Authorization"] == "Bearer t")
    }

    @Test func aRedirectFromHTTPSToHTTPIsRejected() {  // N15
        let world = VirtualNetwork(.redirect(to: "http://a.test/"))
        let events = world.network.send(.get("https://a.test/")).record()
        #expect(refusal(events)?.kind == .redirectRefused)
        #expect(world.stub.requests.count == 1)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a.test/", "data:text/plain,x", "http://u:p@a.test/", "http://"])
    func locationsWithOtherSchemesOrCredentialsAreRejected(location: String) {
        let world = VirtualNetwork(.redirect(to: location))
        let events = world.network.send(.get()).record()
        #expect(refusal(events)?.kind == .redirectRefused)
        #expect(world.stub.requests.count == 1)
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (307, "POST", "POST"),
        (308, "POST", "POST"), (301, "PUT", "PUT"), (303, "HEAD", "HEAD"), (301, "QUERY", "QUERY"),
        (302, "QUERY", "QUERY"), (303, "QUERY", "GET"), (307, "QUERY", "QUERY"), (308, "QUERY", "QUERY"),
    ])
    func methodAndBodyFollowTheStatus(status: Int, method: String, next: String) {  // N15, AD18
        let world = VirtualNetwork(.redirect(to: "/b", status: HTTP.StatusCode(rawValue: status)), .status(.ok))
        var builder = RequestBuilder(HTTP.Method(rawValue: method), "http://a.test/")
        if method != "HEAD" { builder = builder.text("body") }
        world.network.send(builder.build()).start()
        let second = world.stub.requests.last
        #expect(second?.method.rawValue == next)
        #expect((second?.body == Data("body".utf8)) == (next == method && method != "HEAD"))
        #expect((second?.headers["Content-Type"] != nil) == (next == method && method != "HEAD"))
    }

    @Test func aBodyIsNotSentToAnotherOriginUnlessAllowed() {
        let world = VirtualNetwork(.redirect(to: "http://b.test/", status: .temporaryRedirect), .status(.ok))
        #expect(refusal(world.network.send(.post()).record())?.kind == .redirectRefused)
        let allowed = VirtualNetwork(
            .redirect(to: "http://b.test/", status: .temporaryRedirect),
            .status(.ok),
            redirectPolicy: RedirectPolicy(allowsBodyAcrossOrigins: true)
        )
        allowed.network.send(.post()).start()
        #expect(allowed.stub.requests.last?.body?.isEmpty == false)
    }

    @Test func aRedirectWithRetryAfterIsFollowedAfterTheDelay() {  // N8
        var redirect = StubTransport.Reply.status(.found, headers: ["Location": "/b", "Retry-After": "4"])
        let world = VirtualNetwork(redirect, .status(.ok))
        world.network.send(.get()).start()
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(4)])
        #expect(world.isQuiet)
        redirect = .status(.found, headers: ["Location": "/b", "Retry-After": "10"])
        let late = VirtualNetwork(redirect, .status(.ok))
        let events = late.network.send(.get()).record(on: late.clock)
        #expect(refusal(events)?.kind == .redirectRefused)
        #expect(events.all.map(\.time) == [.zero])
        #expect(late.stub.requests.count == 1)
        #expect(late.isQuiet)
    }

    @Test func theRedirectLimitAppliesToEachAttempt() {  // N15, N6
        let hop = StubTransport.Reply.redirect(to: "/again")
        let world = VirtualNetwork(
            hop,
            hop,
            .failure(.connectionLost),
            hop,
            hop,
            .status(.ok),
            redirectPolicy: RedirectPolicy(limit: 2)
        )
        let log = world.log()
        let events = world.network.send(.get()).map { _ in true }.record(on: world.clock)
        world.clock.run()
        #expect(events.all == [.value(at: .seconds(1), true), .completed(at: .seconds(1))])
        #expect(world.stub.times == [.zero, .zero, .zero, .seconds(1), .seconds(1), .seconds(1)])
        let attempts = log.value.compactMap { if case .attemptBegan(let number) = $0.kind { number } else { nil } }
        #expect(attempts == [1, 2])
    }

    @Test func theDeadlineCoversAttemptsAndTheirRedirects() {  // N11
        let world = VirtualNetwork(
            .redirect(to: "/b").delayed(by: .seconds(1)),
            .failure(.connectionLost),
            .redirect(to: "/b").delayed(by: .seconds(1)),
            .never
        )
        let events = world.network.send(.get(), abortAfter: .seconds(5)).record(on: world.clock)
        world.clock.run()
        let error = OperationError.timedOut(
            after: .seconds(5),
            phase: .waitingForHead,
            attempts: 2,
            lastFailure: .requestFailure(error: TransportError.connectionLost)
        )
        #expect(world.stub.times == [0, 1, 2, 3].map { .seconds($0) })
        #expect(events.all == [.failed(at: .seconds(5), error)])
        #expect(world.isQuiet)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectedHeadRequestRemainsAHeadRequest(status: Int) {  // N15, F-42
        let world = VirtualNetwork(.redirect(to: "/b", status: HTTP.StatusCode(rawValue: status)), .status(.ok))
        let events = world.network.send(RequestBuilder(.head, "http://a.test/").build(), decoding: .custom { $0.count })
            .record()
        #expect(events.values.map(\.parsedData) == [0])
        #expect(world.stub.requests.map(\.method) == [.head, .head])
    }
}
