import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests of a refresher that uses an authorization server.
@Suite struct OAuthRefreshTests {
    /// A world whose API accepts the tokens that its server issues, and nothing else.
    private func makeWorld(
        client: OAuth.Client = .public(id: "todos"),
        issuing replies: [StubTransport.Reply]
    ) throws -> OAuthWorld {
        let count = Locked(0)
        return try OAuthWorld(client: client) { request, _ in
            guard request.url.path == "/token" else {
                return .status(request.headers["Authorization"]?.hasPrefix("Bearer new") ?? false ? .ok : .unauthorized)
            }
            let number = count.next()
            return replies[min(number, replies.count) - 1].delayed(by: .seconds(1))
        }
    }

    private func send(
        _ world: OAuthWorld,
        _ refresher: TokenRefresher
    ) -> EventRecorder<Bool, OperationError> {
        let request = RequestBuilder(.get, "https://api.test/").authorization(.refreshing(refresher)).build()
        return world.network.send(request, maxRetries: 0).map { _ in true }.record(on: world.clock)
    }

    private let old = AccessToken(access: "old", refresh: "r0")

    @Test func aRefreshTokenIsExchangedOnceForAllRequests() throws {  // RFC 6749 §6, F-19
        let world = try makeWorld(issuing: [.tokens(refresh: "r1")])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        let all = (0..<10).map { _ in send(world, refresher) }
        world.clock.run()
        #expect(all.allSatisfy { $0.all == [.value(at: .seconds(1), true), .completed(at: .seconds(1))] })
        #expect(world.stub.requests.count { $0.url.path == "/token" } == 1)
        #expect(world.fields(1) == ["grant_type": "refresh_token", "refresh_token": "r0", "client_id": "todos"])
        let expiry = Date(timeIntervalSince1970: 3_601)
        #expect(store.load() == AccessToken(access: "new", refresh: "r1", expiry: expiry))
        #expect(world.isQuiet)
    }

    @Test func aRotatedRefreshTokenReplacesTheOldOne() throws {  // RFC 6749 §6
        let tokens = StubTransport.Reply.tokens(access: "new1", refresh: "r1", lifetime: 100)
        let world = try makeWorld(issuing: [tokens, .tokens(lifetime: 100)])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        let first = send(world, refresher)
        world.clock.advance(by: .seconds(100))
        let second = send(world, refresher)
        world.clock.run()
        #expect(first.values + second.values == [true, true])
        let sent = world.stub.requests.indices.filter { world.stub.requests[$0].url.path == "/token" }
        #expect(sent.map { world.fields($0)["refresh_token"] } == ["r0", "r1"])
        // The second response has no refresh token, so the first one stays valid.
        #expect(store.load()?.refresh == "r1")
    }

    @Test func aConfidentialClientAuthenticatesItsRefresh() throws {  // RFC 6749 §6
        let world = try makeWorld(client: .confidential(id: "a", secret: "b"), issuing: [.tokens()])
        let refresher = world.refresher(MemoryTokenStore(old))
        let events = send(world, refresher)
        world.clock.run()
        #expect(events.values == [true])
        #expect(world.stub.requests[1].headers["Authorization"] == "Basic YTpi")
        #expect(world.fields(1) == ["grant_type": "refresh_token", "refresh_token": "r0"])
    }

    @Test func anInvalidGrantLogsTheUserOut() throws {  // RFC 6749 §5.2
        let world = try makeWorld(issuing: [.refusal("invalid_grant"), .tokens(refresh: "r9")])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        let log = refresher.events.record()
        let all = (0..<3).map { _ in send(world, refresher) }
        world.clock.run()
        let response = OAuth.ErrorResponse(code: .invalidGrant, explanation: "canary-words")
        let cause = RequestError.authorizationFailed(cause: .init(TokenRefreshError.loggedOut(response)))
        let error = OperationError.requestFailure(error: cause)
        #expect(all.allSatisfy { $0.all == [.failed(at: .seconds(1), error)] })
        #expect(error.isLoggedOut)
        #expect(log.values == [.refreshFailed(cause)])
        #expect(store.load() == nil)
        #expect(!error.description.contains("canary"))

        // Nothing more is sent until the user has logged in again.
        let count = world.stub.requests.count
        let next = send(world, refresher)
        world.clock.run()
        let missing = RequestError.authorizationFailed(cause: .init(TokenRefreshError.loggedOut(nil)))
        #expect(next.all == [.failed(at: .zero, .requestFailure(error: missing))])
        #expect(world.stub.requests.count == count)
        refresher.replaceToken(with: AccessToken(access: "new", refresh: "r5"))
        let after = send(world, refresher)
        world.clock.run()
        #expect(after.values == [true])
        #expect(store.load()?.refresh == "r5")
        #expect(world.isQuiet)
    }

    @Test(arguments: [
        ("invalid_grant", HTTP.StatusCode.ok), ("invalid_grant", .unauthorized), ("bad_refresh_token", .ok),
        ("bad_refresh_token", .forbidden), ("invalid_refresh_token", .ok), ("refresh_token_not_found", .badRequest),
        ("token_revoked", .ok), ("expired_token", .badRequest), ("interaction_required", .badRequest),
    ])
    func aDeadRefreshTokenLogsTheUserOutWhateverItsCodeAndStatus(code: String, status: HTTP.StatusCode) throws {
        let world = try makeWorld(issuing: [.refusal(code, status: status)])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        let first = send(world, refresher)
        world.clock.run()
        #expect(first.all.first?.event.error?.isLoggedOut == true)
        #expect(store.load() == nil)
        let second = send(world, refresher)
        world.clock.run()
        #expect(second.all.first?.event.error?.isLoggedOut == true)
        #expect(world.stub.requests.count { $0.url.path == "/token" } == 1)
        #expect(world.isQuiet)
    }

    @Test(arguments: ["incorrect_client_credentials", "refresh_token_required", "missing_refresh_token_param"])
    func anErrorWithStatus200ThatDoesNotConcernTheTokenKeepsTheToken(code: String) throws {
        let world = try makeWorld(issuing: [.refusal(code, status: .ok), .tokens()])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        let first = send(world, refresher)
        world.clock.run()
        let code = OAuth.ErrorCode(rawValue: code)
        let failure = OAuth.Failure.refused(.init(code: code, explanation: "canary-words"), status: .ok)
        let cause = RequestError.authorizationFailed(cause: .init(failure))
        #expect(first.all == [.failed(at: .seconds(1), .requestFailure(error: cause))])
        #expect(store.load() == old)
        let second = send(world, refresher)
        world.clock.run()
        #expect(second.values == [true])
    }

    @Test func aTokenWithoutARefreshTokenLogsTheUserOut() throws {
        let world = try makeWorld(issuing: [.tokens()])
        let store = MemoryTokenStore(AccessToken(access: "old"))
        let events = send(world, world.refresher(store))
        world.clock.run()
        #expect(events.all.first?.event.error?.isLoggedOut == true)
        #expect(store.load() == nil)
        #expect(world.stub.requests.map(\.url.path) == ["/"])
    }

    @Test func aFailedRefreshThatDoesNotEndTheSessionKeepsTheToken() throws {
        let lost = StubTransport.Reply.failure(.truncatedResponse)
        let world = try makeWorld(issuing: [.refusal("invalid_client", status: .unauthorized), lost, .tokens()])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        let refused = send(world, refresher)
        world.clock.run()
        let response = OAuth.ErrorResponse(code: .invalidClient, explanation: "canary-words")
        let failure = OAuth.Failure.refused(response, status: .unauthorized)
        let cause = RequestError.authorizationFailed(cause: .init(failure))
        #expect(refused.all == [.failed(at: .seconds(1), .requestFailure(error: cause))])
        #expect(
            cause.description
                == "the source of the authorization failed (The authorization server refused the request: "
                + "invalid_client (401 Unauthorized))"
        )
        let cut = send(world, refresher)
        world.clock.run()
        guard case .authorizationFailed(let cause)? = cut.all.first?.event.error?.cause(as: RequestError.self) else {
            Issue.record("The refresh did not fail: \(cut.all)")
            return
        }
        // The failure of the operation itself, which a journal, for example, judges.
        #expect((cause.error as? OperationError)?.cause(as: TransportError.self)?.kind == .truncatedResponse)
        #expect(store.load() == old)
        let last = send(world, refresher)
        world.clock.run()
        #expect(last.values == [true])
        #expect([refused, cut].allSatisfy { $0.all.first?.event.error?.isLoggedOut == false })
    }

    @Test func aTokenThatReplacesTheRefusedOneMeanwhileIsKept() throws {
        let world = try makeWorld(issuing: [.refusal("invalid_grant")])
        let store = MemoryTokenStore(old)
        let refresher = world.refresher(store)
        refresher.events.observeValues { event in
            if case .refreshFailed = event { refresher.replaceToken(with: AccessToken(access: "new7", refresh: "r7")) }
        }
        let events = send(world, refresher)
        world.clock.run()
        #expect(events.all.first?.event.error?.isLoggedOut == true)
        #expect(store.load()?.access == "new7")
        let next = send(world, refresher)
        world.clock.run()
        #expect(next.values == [true])
    }
}
