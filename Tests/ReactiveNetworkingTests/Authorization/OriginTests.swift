import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Credentials are sent only to the origin they were given for (N15).
@Suite struct OriginTests {
    private static let home = "http://a.test:8000"
    /// Origins with another scheme, host, subdomain or port, and a user part that only looks like the original host.
    private static let abroad = [
        "https://a.test:8000", "http://b.test:8000", "http://x.a.test:8000", "http://a.test:8001", "http://a.test",
    ]

    private enum Kind: CaseIterable {
        case bearer, waiting, refreshing, digest, basic

        var authorization: Authorization {
            switch self {
            case .bearer: .bearer("canary")
            case .waiting: Authorization("waiting", producing: { _ in SignalProducer<String, Never>(value: "canary") })
            case .refreshing:
                .refreshing(
                    TokenRefresher(store: MemoryTokenStore(AccessToken(access: "canary")), options: options) { _ in
                        SignalProducer<AccessToken, Never>(value: AccessToken(access: "canary2"))
                    }
                )
            case .digest: .digest(username: "canary", password: "canary")
            case .basic: .onChallenge(username: "canary", password: "canary", schemes: [.basic])
            }
        }

        private var options: TokenRefresher.Options {
            var options = TokenRefresher.Options()
            options.clock = TestScheduler()
            return options
        }
    }

    private static let challenge = "Digest realm=r, nonce=n, Basic realm=r"

    /// A server that requires credentials, once at its home origin and always elsewhere, and that redirects from "/" at
    /// home.
    private func stub(sendingTo places: [String], _ status: Int) -> StubTransport {
        let places = Locked(places[...])
        return StubTransport { request, _ in
            let isHome = request.url.absoluteString.hasPrefix(Self.home + "/")
            let hasCredentials = request.headers.contains("Authorization")
            if isHome, !hasCredentials, request.url.path == "/" {
                return .status(.unauthorized, headers: ["WWW-Authenticate": Self.challenge])
            }
            if let next = places.modify({ $0.popFirst() }) {
                return .redirect(to: next, status: HTTP.StatusCode(rawValue: status))
            }
            return .status(.unauthorized, headers: ["WWW-Authenticate": Self.challenge])
        }
    }

    private func send(_ kind: Kind, over stub: StubTransport) -> EventRecorder<HTTP.Headers, OperationError> {
        let network = Network(
            configuration: Network.Configuration(redirectPolicy: RedirectPolicy(allowsDowngrade: true)),
            transport: stub,
            clock: TestScheduler()
        )
        let request = RequestBuilder(.get, Self.home + "/").authorization(kind.authorization).build()
        return network.send(request, maxRetries: 0).record()
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func credentialsAreNotSentToAnotherOrigin(status: Int) {  // N15
        for kind in Kind.allCases {
            for place in Self.abroad {
                let stub = stub(sendingTo: [place + "/"], status)
                let events = send(kind, over: stub)
                let away = stub.requests.filter { !$0.url.absoluteString.hasPrefix(Self.home + "/") }
                #expect(away.count == 1)
                #expect(away.allSatisfy { !$0.headers.contains("Authorization") })
                #expect(stub.requests.contains { $0.headers.contains("Authorization") })
                let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: nil)
                #expect(events.all == [.failed(at: .zero, error)])
            }
        }
    }

    @Test func credentialsAreNotSentAfterARedirectReturnsFromAnotherOrigin() {
        for kind in Kind.allCases {
            let stub = stub(sendingTo: ["http://b.test/", Self.home + "/back"], 302)
            _ = send(kind, over: stub)
            #expect(stub.requests.last?.url.absoluteString == Self.home + "/back")
            #expect(stub.requests.last?.headers.contains("Authorization") == false)
        }
    }

    @Test func credentialsAreComputedAgainForEachURLOfTheOrigin() throws {  // N15, F-20
        let stub = StubTransport { request, _ in
            guard request.headers.contains("Authorization") else {
                return .status(.unauthorized, headers: ["WWW-Authenticate": Self.challenge])
            }
            return request.url.path == "/" ? .redirect(to: "/next") : .status(.ok)
        }
        #expect(send(.digest, over: stub).values.count == 1)
        let last = try #require(stub.requests.last?.headers["Authorization"])
        #expect(last.contains(#"uri="/next""#))
        #expect(stub.requests.count == 3)
        #expect(send(.refreshing, over: stub).values.count == 1)
    }

    @Test func aTokenRejectedAfterARedirectWithinTheOriginIsRefreshed() {  // F-19, N15
        let stub = StubTransport { request, _ in
            if request.url.path == "/" { return .redirect(to: "/next") }
            return .status(request.headers["Authorization"] == "Bearer canary2" ? .ok : .unauthorized)
        }
        #expect(send(.refreshing, over: stub).values.count == 1)
        #expect(stub.requests.map(\.url.path) == ["/", "/next", "/next"])
    }
}
