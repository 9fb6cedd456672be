import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct ClientInfoTests {
    private let client = ClientInfo(
        name: "My App",
        version: "1.2",
        build: "34",
        platform: "Linux",
        systemVersion: "6.1.0",
        languages: ["de-DE", "en", "fr"]
    )

    @Test func everyDetailOfTheClientIsSentInItsHeader() {  // F-04, F-69
        #expect(
            client.headers == [
                "User-Agent": "My-App/1.2 (build 34; Linux 6.1.0)", "Accept-Language": "de-DE, en;q=0.9, fr;q=0.8",
                "X-Client-Name": "My App", "X-Client-Version": "1.2", "X-Client-Build": "34",
                "X-Client-Platform": "Linux", "X-Client-System-Version": "6.1.0",
            ]
        )
    }

    @Test func theTypeOfTheDeviceIsSentIfItIsKnown() throws {  // F-69
        var told = client
        told.device = "iPhone\r\n"
        #expect(told.headers["X-Client-Device"] == "iPhone\\u{D}\\u{A}")
        #expect(!client.headers.contains("X-Client-Device"))
        let current = try #require(ClientInfo.current.device)
        #expect(!current.isEmpty && ClientInfo.current.headers["X-Client-Device"] == current)
    }

    @Test func atMostTenValidLanguagesAreSent() {  // F-04
        var many = client
        many.languages = ["a\r\nb", "", "*;q=1"] + (1...12).map { "l\($0)" }
        #expect(many.acceptLanguage?.hasPrefix("l1, l2;q=0.9, ") == true)
        #expect(many.acceptLanguage?.hasSuffix(", l10;q=0.1") == true)
        many.languages = []
        #expect(many.acceptLanguage == nil)
        #expect(!many.headers.contains("Accept-Language"))
    }

    @Test func invalidHeaderCharactersAreRemoved() throws {
        var odd = client
        odd.name = "a\r\nX: y"
        odd.version = ""
        odd.build = "1)\r\n\\("
        #expect(odd.userAgent == "a--X--y/- (build 1\\u{D}\\u{A}; Linux 6.1.0)")
        try odd.headers.validate()
    }

    @Test func noClientDetailsAreSentUnlessAskedFor() {  // F-04, F-69
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        Network(transport: stub, clock: clock).send(.get()).start()
        let configuration = Network.Configuration(headers: ClientInfo.current.headers)
        Network(configuration: configuration, transport: stub, clock: clock).send(.get()).start()
        #expect(stub.requests.map { $0.headers.contains("User-Agent") } == [false, true])
        #expect(stub.requests[1].headers["X-Client-Platform"]?.isEmpty == false)
        #expect(stub.requests[0].headers.isEmpty)
    }
}
