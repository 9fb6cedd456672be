import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The examples of the articles on authorization and hooks.
@Suite struct AuthorizationArticleTests {
    @Test func theExampleOfTheTokenRefresherWorks() async throws {  // F-19
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("token." + Authorization.randomNonce())
        defer { try? FileManager.default.removeItem(at: file) }
        try FileTokenStore(file).save(AccessToken(access: "old", refresh: "r"))
        let stub = StubTransport { request, _ in
            if request.url.path == "/token" { return .json(#"{"access": "new"}"#) }
            return .status(request.headers["Authorization"] == "Bearer new" ? .ok : .unauthorized)
        }
        let network = Network(configuration: .patient, transport: stub, scheduler: ImmediateScheduler())

        let refresher = TokenRefresher(store: FileTokenStore(file), options: .patient) { old in
            let request = RequestBuilder(.post, "https://example.com/token").json(["refresh": old?.refresh]).build()
            return try await network.send(request, as: AccessToken.self).value().parsedData
        }
        let todos = RequestBuilder(.get, "https://example.com/todos").authorization(.refreshing(refresher)).build()

        _ = try await network.send(todos, abortAfter: .patience).value()
        #expect(stub.requests.map(\.url.path) == ["/todos", "/token", "/todos"])
        #expect(stub.requests[1].body == Data(#"{"refresh":"r"}"#.utf8))
        #expect(FileTokenStore(file).load() == AccessToken(access: "new"))
    }

    @Test func theExampleOfOAuthWorks() async throws {  // F-19
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("token." + Authorization.randomNonce())
        defer { try? FileManager.default.removeItem(at: file) }
        let stub = StubTransport { request, _ in
            if request.url.path == "/token" { return .json(#"{"access_token": "new", "token_type": "Bearer"}"#) }
            return .status(request.headers["Authorization"] == "Bearer new" ? .ok : .unauthorized)
        }
        let network = Network(configuration: .patient, transport: stub, scheduler: ImmediateScheduler())
        let opened = Locked<[URL]>([])
        @Sendable func open(_ url: URL) { opened.withLock { $0.append(url) } }

        let server = try OAuth.Server(
            authorizationEndpoint: "https://login.example.com/authorize",
            tokenEndpoint: "https://login.example.com/token"
        )
        let oauth = OAuth(server: server, client: .public(id: "todos"))
        let refresher = TokenRefresher(oauth, over: network, store: FileTokenStore(file))

        let login = try oauth.authorizationRequest(redirectURI: "com.example.todos:/login", scopes: ["read"])
        open(login.url)
        let redirect = try #require(URL(string: "com.example.todos:/login?code=c&state=\(login.state)"))

        let code = try login.code(from: redirect)
        let response = try await oauth.exchange(code, over: network).value()
        refresher.replaceToken(with: response.token)

        let todos = RequestBuilder(.get, "https://example.com/todos").authorization(.refreshing(refresher)).build()
        _ = try await network.send(todos, abortAfter: .patience).value()
        #expect(stub.requests.map(\.url.path) == ["/token", "/todos"])
        #expect(opened.value == [login.url])
    }

    @Test func theExampleOfACustomChallengeAnswerWorks() async throws {  // F-20
        let proof = Authorization.answering("proof") { refusal in
            refusal.challenges.first { $0.isScheme("Proof") }?["nonce"].map { "Proof \($0)" }
        }

        let stub = StubTransport(
            .status(.unauthorized, headers: ["WWW-Authenticate": "Basic realm=r, Proof nonce=7"]),
            .status(.ok)
        )
        let network = Network(configuration: .patient, transport: stub, scheduler: ImmediateScheduler())
        _ = try await network.send(RequestBuilder(.get, "https://example.com").authorization(proof).build()).value()
        #expect(stub.requests.map { $0.headers["Authorization"] } == [nil, "Proof 7"])
    }

    @Test func theExampleOfTheHooksWorks() async throws {  // F-21, F-22, F-24
        struct Gatekeeper { func pass() async throws {} }
        let gatekeeper = Gatekeeper()
        @Sendable func trace() -> String { "1" }

        let hooks = Hooks()
            .gate { _ in try await gatekeeper.pass() }
            .transform(preparedRequest: { try $0.header("X-Trace", trace()) })
            .interceptor {
                let isFirst = Locked(true)
                return { attempt in
                    guard attempt.response?.status == .conflict, isFirst.swap(false) else { return .proceed }
                    return .retry(after: .milliseconds(1))
                }
            }

        let stub = StubTransport(.status(.conflict), .status(.ok))
        let network = Network(
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        _ = try await network.send(.post(), abortAfter: .patience).value()
        #expect(stub.requests.map { $0.headers["X-Trace"] } == ["1", "1"])
    }
}
