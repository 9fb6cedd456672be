import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The settings and the credentials with which pages are requested.
@Suite struct PageRequestTests {
    private static let layers = Network.Configuration(
        headers: ["X-App": "ape", "X-Api-Key": "key"],
        parameters: ["lang": "en"],
        authorization: .bearer("token")
    )

    private func sent(_ world: PageWorld, _ name: String) -> [String?] { world.stub.requests.map { $0.headers[name] } }

    @Test func theSettingsOfTheFirstRequestApplyToAllPages() {  // B3
        let world = PageWorld(
            "</v1/todos?page=2&lang=en>; rel=next",
            nil,
            environment: Network.Environment("http://api.test/v1", configuration: Self.layers)
        )
        let first = Route(.get, "/todos", headers: ["Accept-Language": "en"], parameters: ["page": 1])
        #expect(world.run(first).values == [[0], [1]])
        #expect(world.urls[0].hasPrefix("http://api.test/v1/todos?"))
        #expect(world.urls[1] == "http://api.test/v1/todos?page=2&lang=en")
        #expect(sent(world, "Authorization") == ["Bearer token", "Bearer token"])
        #expect(sent(world, "X-App") == ["ape", "ape"])
        #expect(sent(world, "Accept-Language") == ["en", "en"])
    }

    @Test func credentialsStayWithTheirOrigin() {  // B6, N15
        let world = PageWorld(
            "<http://other.test/2>; rel=next",
            "<http://api.test/3>; rel=next",
            nil,
            configuration: Self.layers
        )
        let first = RequestBuilder(.get, "http://api.test/1").header("Cookie", "a=b").header("X-Own", "own").build()
        #expect(world.run(first).values == [[0], [1], [2]])
        #expect(sent(world, "Authorization") == ["Bearer token", nil, nil])
        #expect(sent(world, "X-Api-Key") == ["key", nil, nil])
        #expect(sent(world, "Cookie") == ["a=b", nil, nil])
        #expect(sent(world, "X-Own") == ["own", "own", "own"])
        #expect(sent(world, "X-App") == ["ape", "ape", "ape"])
        #expect(world.urls == ["http://api.test/1?lang=en", "http://other.test/2", "http://api.test/3"])
    }

    @Test func theCredentialsOfAnEnvironmentStayWithItsServer() {  // B6
        let world = PageWorld(
            "<//other.test/2>; rel=next",
            nil,
            environment: Network.Environment("http://api.test", configuration: Self.layers)
        )
        _ = world.run(Route(.get, "/1"))
        #expect(sent(world, "Authorization") == ["Bearer token", nil])
        #expect(world.urls.last == "http://other.test/2")
    }

    @Test func aRequestOfAClosureLosesItsCredentialsAtAnotherOrigin() {  // B6
        let world = PageWorld(nil, configuration: Self.layers)
        let hosts = ["other.test", "api.test", "api.test"]
        let events = world.run(
            next: .request { page, request in
                let number = page.parsedData[0]
                guard number < hosts.count else { return nil }
                var next = request
                next.url = "http://\(hosts[number])/\(number)"
                return next
            }
        )
        #expect(events.values.count == 4)
        #expect(sent(world, "Authorization") == ["Bearer token", nil, nil, nil])
    }

    @Test func anHTTPAddressAfterHTTPSIsRefused() {  // B6, N15
        let world = PageWorld("<http://api.test/2>; rel=next", nil)
        let refused = world.run(.get("https://api.test/1"))
        #expect(refused.values == [[0]])
        #expect(refused.failure?.cause(as: PageError.self) == .refusedDowngrade)
        let policy = RedirectPolicy(allowsDowngrade: true)
        let allowing = PageWorld(
            "<http://api.test/2>; rel=next",
            nil,
            configuration: Network.Configuration(redirectPolicy: policy)
        )
        #expect(allowing.run(.get("https://api.test/1")).values == [[0], [1]])
    }

    @Test func aLinkOfAPostIsRequestedWithGET() {  // B3
        let world = PageWorld("</results/2>; rel=next", nil)
        let search = RequestBuilder(.post, "http://api.test/search").header("Content-Language", "en").header("X-A", "a")
            .json(["q": "ape"]).build()
        #expect(world.run(search).values == [[0], [1]])
        #expect(world.stub.requests.map(\.method) == [.post, .get])
        #expect(world.stub.requests.last?.content == nil)
        #expect(sent(world, "Content-Language") == ["en", nil])
        #expect(sent(world, "Content-Type").last == .some(nil))
        #expect(sent(world, "X-A") == ["a", "a"])
    }

    @Test func aRelativeLinkIsResolvedAgainstTheURLAfterRedirects() {  // B3
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, number in
            switch number {
            case 0: .redirect(to: "http://api.test/v2/todos")
            case 1:
                .events([
                    .head(
                        ResponseHead(status: .ok, headers: ["Link": "<todos/2>; rel=next"], url: request.url)
                    ),
                    .body(Data("[0]".utf8)), .completed(TransferMetrics()),
                ])
            default: .json("[1]")
            }
        }
        let network = Network(transport: stub, clock: clock)
        let events = network.pages(of: .get("http://api.test/v1/todos"), as: [Int].self).record(on: clock)
        #expect(events.values.map(\.parsedData) == [[0], [1]])
        #expect(stub.requests.last?.url.absoluteString == "http://api.test/v2/todos/2")
    }

    @Test func theHooksOfAllLayersSeeEveryPage() {  // B3
        let seen = Locked<[String]>([])
        let hooks = Hooks().transform(request: { request in
            seen.withLock { $0.append(request.url) }
            return request.adding(headers: ["X-Hook": "1"])
        })
        let world = PageWorld("</2>; rel=next", nil)
        let first = Route(.get, "http://api.test/1", configuration: Network.Configuration(hooks: hooks))
        _ = world.run(first)
        #expect(seen.value == ["http://api.test/1", "http://api.test/2"])
        #expect(sent(world, "X-Hook") == ["1", "1"])
    }
}
