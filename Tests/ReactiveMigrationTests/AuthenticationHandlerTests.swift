import Foundation
import ReactiveNetworking
import Testing

/// A handler as in the README of APEReactiveNetworking: it receives tokens and provides no credentials.
private final class TokenListener: AuthenticationHandler {
    let tokens = Locked<[String]>([])

    func handleAuthTokenReceived(token: String) { tokens.withLock { $0.append(token) } }
}

/// A handler that sends the last token it received.
private final class Session: AuthenticationHandler {
    let token = Locked<String?>(nil)

    func handleAuthTokenReceived(token: String) { self.token.withLock { $0 = token } }

    func authorizationHeaderValue(for request: PreparedRequest) throws -> String {
        token.withLock { $0 }.map { "Bearer \($0)" } ?? ""
    }
}

/// A handler for a server with a custom token header.
private final class OddHandler: AuthenticationHandler {
    let tokens = Locked<[String]>([])

    func handleAuthTokenReceived(token: String) { tokens.withLock { $0.append(token) } }

    func authToken(in headers: Http.ResponseHeaders) -> String? { headers["X-Odd"] }
}

/// Handlers that declare the value of `Authorization` as the earlier library did.
private struct Fixed: AuthenticationHandler { let authHeader = "Bearer fixed" }

private struct Missing: AuthenticationHandler { var authHeader: String? { nil } }

/// Answers each exchange with the next head, and records the requests.
private final class Heads: Transport {
    private let heads: Locked<[ResponseHead]>
    private let received = Locked<[PreparedRequest]>([])

    init(_ heads: ResponseHead...) { self.heads = Locked(heads.reversed()) }

    var authorizations: [String?] { received.withLock { $0.map { $0.headers["Authorization"] } } }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [self] observer, _ in
            received.withLock { $0.append(request) }
            observer.send(value: .head(heads.withLock { $0.count > 1 ? $0.removeLast() : $0[0] }))
            observer.sendCompleted()
        }
    }
}

@Suite struct AuthenticationHandlerTests {
    private func send(_ handler: any AuthenticationHandler, over heads: Heads, hooks: Hooks? = nil) async throws {
        let network = Network(
            configuration: Network.Configuration(retryPolicy: .never, hooks: hooks),
            transport: heads,
            scheduler: ImmediateScheduler()
        )
        let request = ApeRequestBuilder(endpoint: GetTodos(absoluteUrl: "http://migration.test/todos"))
            .add(authHandler: handler).build()
        _ = try await network.send(request).value()
    }

    @Test(arguments: [("X-Auth-Token", "abc"), ("Authorization", "Bearer abc"), ("authorization", "bearer  abc")])
    func theHandlerReceivesTheTokenOfAResponse(name: String, value: String) async throws {
        let handler = TokenListener()
        try await send(handler, over: Heads(ResponseHead(status: .ok, headers: [name: value])))
        #expect(handler.tokens.withLock { $0 } == ["abc"])
    }

    @Test(arguments: [
        ("X-Auth-Token", ""), ("Authorization", "Basic abc"), ("Authorization", "Bearer"), ("X-A", "abc"),
    ])
    func theHandlerIsNotCalledForAResponseWithoutAToken(name: String, value: String) async throws {
        let handler = TokenListener()
        try await send(handler, over: Heads(ResponseHead(status: .ok, headers: [name: value])))
        #expect(handler.tokens.withLock { $0 } == [])
    }

    @Test func theHeaderThatAHandlerDeclaresIsSent() async throws {
        let heads = Heads(ResponseHead(status: .ok))
        try await send(Fixed(), over: heads)
        try await send(Missing(), over: heads)
        #expect(heads.authorizations == ["Bearer fixed", nil])
    }

    @Test func aHandlerWithoutCredentialsSendsNone() async throws {
        let heads = Heads(ResponseHead(status: .ok))
        try await send(TokenListener(), over: heads)
        #expect(heads.authorizations == [nil])
        let request = ApeRequestBuilder(endpoint: PostTodo()).add(authHandler: TokenListener()).build()
        #expect(try request.prepared().headers["Authorization"] == nil)
    }

    @Test func aReceivedTokenIsSentWithTheNextRequest() async throws {
        let session = Session()
        let heads = Heads(ResponseHead(status: .ok, headers: ["X-Auth-Token": "one"]), ResponseHead(status: .ok))
        try await send(session, over: heads)
        try await send(session, over: heads)
        try await send(session, over: heads, hooks: Hooks().transform(preparedRequest: { $0 }))
        #expect(heads.authorizations == [nil, "Bearer one", "Bearer one"])
    }

    @Test func aNewTokenReplacesTheOneThatWasSent() async throws {
        let session = Session()
        session.token.withLock { $0 = "one" }
        try await send(session, over: Heads(ResponseHead(status: .ok, headers: ["X-Auth-Token": "two"])))
        #expect(session.token.withLock { $0 } == "two")
    }

    @Test func aHandlerMayReadTheTokenFromACustomHeader() async throws {
        let handler = OddHandler()
        try await send(handler, over: Heads(ResponseHead(status: .ok, headers: ["X-Odd": "o", "X-Auth-Token": "x"])))
        #expect(handler.tokens.withLock { $0 } == ["o"])
    }

    @Test func aTokenFromAnotherOriginIsIgnored() async throws {  // N15
        let handler = TokenListener()
        let redirect = ResponseHead(
            status: .found,
            headers: ["Location": "http://other.test/", "X-Auth-Token": "home"]
        )
        let away = ResponseHead(status: .ok, headers: ["X-Auth-Token": "away"])
        try await send(handler, over: Heads(redirect, away))
        #expect(handler.tokens.withLock { $0 } == ["home"])
    }

    @Test(arguments: [("get", "GET"), ("PURGE", "PURGE"), ("Patch", "PATCH")])
    func aMethodIsCreatedFromItsName(name: String, method: String) {
        if let made = Http.Method(value: name) { #expect(made.rawValue == method) } else { Issue.record("no method") }
        #expect(Http.Method(value: "get") == .get)
    }

    @Test(arguments: ["", "GET /", "G\r\nT"]) func aNameThatCannotBeSentIsNoMethod(name: String) {
        #expect(Http.Method(value: name) == nil)
    }

    @Test func theHandlerForWebTokensSendsTheLastOneItReceived() async throws {
        let handler = ApeJwtAuthenticationHandler()
        let heads = Heads(
            ResponseHead(status: .ok, headers: ["X-Auth-Token": "canary1"]),
            ResponseHead(status: .ok, headers: ["Authorization": "Bearer canary2"]),
            ResponseHead(status: .ok)
        )
        for _ in 1...3 { try await send(handler, over: heads) }
        #expect(heads.authorizations == [nil, "Bearer canary1", "Bearer canary2"])
        #expect(handler.token == "canary2")
        #expect(!"\(handler)".contains("canary"))
        handler.token = nil
        try await send(handler, over: heads)
        #expect(heads.authorizations.last == .some(nil))
    }

    @Test func theHandlerForWebTokensBeginsWithTheTokenItIsGiven() async throws {
        let heads = Heads(ResponseHead(status: .ok))
        try await send(ApeJwtAuthenticationHandler(token: "given"), over: heads)
        #expect(heads.authorizations == ["Bearer given"])
    }
}
