import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests of the single refresh that all requests share.
@Suite struct TokenRefresherTests {
    private typealias Tokens = SignalProducer<AccessToken, TokenWorld.Refusal>

    /// A refresh that takes two seconds.
    private func makeWorld(
        token: AccessToken? = AccessToken(access: "old", refresh: "r0"),
        options configure: (inout TokenRefresher.Options) -> Void = { _ in },
        result: @escaping @Sendable (Int) -> Result<AccessToken, TokenWorld.Refusal> = { .success(.number($0)) }
    ) -> TokenWorld {
        let clock = Locked<TestScheduler?>(nil)
        let world = TokenWorld(token: token, configure) { number in
            // The clock of the world, which is created with the world.
            guard let clock = clock.value else { return Tokens(result: result(number)) }
            return Tokens.empty.delay(.seconds(2), on: clock).concat(Tokens(result: result(number)))
        }
        clock.value = world.clock
        return world
    }

    @Test func aThousandUnauthorizedResponsesCauseOneRefresh() {  // F-19
        let world = makeWorld()
        let all = world.send(1_000)
        world.clock.advance(by: .seconds(9))
        #expect(world.refreshes.value == ["r0"])
        #expect(world.sent.count == 2_000)
        #expect(world.sent[..<1_000].allSatisfy { $0 == "Bearer old" })
        #expect(world.sent[1_000...].allSatisfy { $0 == "Bearer new1" })
        #expect(all.allSatisfy { $0.all == [.value(at: .seconds(4), true), .completed(at: .seconds(4))] })
        #expect(world.store.load() == .number(1))
        #expect(world.isQuiet)
    }

    @Test func aThousandRequestsFailWithTheCauseOfOneRefresh() {  // F-19
        let world = makeWorld(result: { _ in .failure(TokenWorld.Refusal()) })
        let all = world.send(1_000)
        world.clock.advance(by: .seconds(9))
        #expect(world.refreshes.value.count == 1)
        #expect(world.sent.count == 1_000)
        #expect(all.allSatisfy { $0.all == [.failed(at: .seconds(3), TokenWorld.cause)] })
        #expect(!TokenWorld.cause.description.contains("canary"))
        #expect(world.isQuiet)
    }

    @Test func anUnauthorizedResponseAfterTheRefreshCausesNoOtherRefresh() {  // F-19
        let world = makeWorld()
        let first = world.send()
        world.clock.advance(by: .milliseconds(500))
        let late = world.network.send(world.request, maxRetries: 0).record(on: world.clock)
        world.clock.advance(by: .milliseconds(2_400))
        #expect(world.sent.count == 2)
        // A third request starts during the refresh and is not sent before the refresh has ended.
        let third = world.send()
        #expect(world.sent.count == 2)
        world.clock.advance(by: .seconds(5))
        #expect(world.sent == ["Bearer old", "Bearer old", "Bearer new1", "Bearer new1", "Bearer new1"])
        #expect(world.refreshes.value.count == 1)
        #expect(first[0].values.count + late.values.count + third[0].values.count == 3)
    }

    @Test func aRequestWithAnOlderTokenIsResentWithoutARefresh() {  // F-19
        let world = makeWorld()
        let early = world.send()
        world.clock.advance(by: .milliseconds(500))
        world.refresher.replaceToken(with: .number(1))
        world.clock.advance(by: .seconds(5))
        #expect(early[0].all == [.value(at: .seconds(2), true), .completed(at: .seconds(2))])
        #expect(world.refreshes.value.isEmpty)
    }

    @Test func anUnauthorizedResponseAfterAFailedRefreshFailsWithItsCause() {
        let world = makeWorld(result: { _ in .failure(TokenWorld.Refusal()) })
        let slow = world.send()
        world.clock.advance(by: .milliseconds(1))
        let others = world.send(2)
        world.clock.advance(by: .seconds(9))
        #expect((slow + others).allSatisfy { $0.all.last?.event.error == TokenWorld.cause })
        #expect(world.refreshes.value.count == 1)
        // A later request causes a refresh of its own.
        _ = world.send()
        world.clock.advance(by: .seconds(9))
        #expect(world.refreshes.value.count == 2)
    }

    @Test func aSecondUnauthorizedResponseIsFinal() {  // F-19
        let world = makeWorld(result: { _ in .success(AccessToken(access: "wrong")) })
        let log = Locked<[Network.Event]>([])
        world.network.events.observeValues { event in log.withLock { $0.append(event) } }
        let events = world.send()
        world.clock.advance(by: .seconds(9))
        #expect(events[0].all == [.failed(at: .seconds(4), TokenWorld.unauthorized)])
        #expect(world.sent == ["Bearer old", "Bearer wrong"])
        #expect(world.refreshes.value.count == 1)
        #expect(log.stopReason == .statusNotRetryable)
        #expect(log.kinds.contains(.reauthorizing(.unauthorized)))
    }

    @Test func resendingAfterARefreshIsNotARetry() {  // N6, F-19
        let world = makeWorld()
        let stub = StubTransport(clock: world.clock) { request, number in
            if number == 1 { return .status(.serviceUnavailable) }
            return .status(request.headers["Authorization"] == "Bearer new1" ? .ok : .unauthorized)
        }
        let network = Network(transport: stub, clock: world.clock)
        let events = network.send(world.request, maxRetries: 1).map { _ in true }.record(on: world.clock)
        world.clock.advance(by: .seconds(9))
        // The 401, two seconds of refresh, the failure, the first delay of the backoff, the success.
        #expect(stub.times == [.zero, .seconds(2), .seconds(3)])
        #expect(events.all == [.value(at: .seconds(3), true), .completed(at: .seconds(3))])
    }

    @Test func everyWaitingRequestKeepsItsOwnDeadline() {  // N11
        let world = makeWorld(options: { $0.refreshLimit = .seconds(60) })
        let short = world.send(abortAfter: .seconds(2))
        let long = world.send(abortAfter: .seconds(5))
        world.clock.advance(by: .seconds(9))
        let error = OperationError.timedOut(after: .seconds(2), phase: .preparing, attempts: 1, lastFailure: nil)
        #expect(short[0].all == [.failed(at: .seconds(2), error)])
        #expect(long[0].all.first == .value(at: .seconds(4), true))
        #expect(world.isQuiet)
    }

    @Test func aRefreshThatHangsEndsAtItsOwnLimit() {
        let world = TokenWorld({ $0.refreshLimit = .seconds(5) }, refresh: { _ in .never })
        let events = world.send(abortAfter: .seconds(60))
        let first = world.send(abortAfter: .seconds(3))
        world.clock.advance(by: .seconds(59))
        let cause = RequestError.Cause(TokenRefreshError.timedOut(after: .seconds(5)))
        let error = OperationError.requestFailure(error: RequestError.authorizationFailed(cause: cause))
        #expect(events[0].all == [.failed(at: .seconds(6), error)])
        #expect(first[0].all.count == 1)
        #expect(world.isQuiet)
    }

    @Test func disposingOfOneRequestDoesNotAffectTheOthers() {  // N3
        let world = makeWorld(options: { $0.whenUnawaited = .cancel })
        let events = world.send(3)
        world.clock.advance(by: .seconds(2))
        events[0].dispose()
        events[1].dispose()
        world.clock.advance(by: .seconds(9))
        #expect(events[2].values == [true])
        #expect(events[0].all == [.interrupted(at: .seconds(2))])
        #expect(world.refreshes.value.count == 1)
        #expect(world.isQuiet)
    }

    @Test func anUnawaitedRefreshContinuesOrIsCanceledAsConfigured() {  // N3, F-19
        for abandonment in [TokenRefresher.UnawaitedRefreshPolicy.finish, .cancel] {
            let world = makeWorld(options: { $0.whenUnawaited = abandonment })
            let events = world.send(2)
            world.clock.advance(by: .seconds(2))
            for event in events { event.dispose() }
            world.clock.advance(by: .zero)
            #expect((world.clock.scheduledCount == 0) == (abandonment == .cancel))
            world.clock.advance(by: .seconds(9))
            #expect(world.store.load()?.access == (abandonment == .finish ? "new1" : "old"))
            #expect(world.isQuiet)
            _ = world.send()
            world.clock.advance(by: .seconds(9))
            #expect(world.refreshes.value.count == (abandonment == .finish ? 1 : 2))
        }
    }

    @Test func anExpiredTokenIsNotSent() {  // F-19, N12
        let expiry = Date(timeIntervalSince1970: 30)
        let world = makeWorld(
            token: AccessToken(access: "old", refresh: "r0", expiry: expiry),
            options: { $0.leeway = .seconds(10) }
        )
        world.accepted.value = "old"
        _ = world.send()
        world.clock.advance(by: .seconds(19))
        #expect(world.sent == ["Bearer old"])
        world.accepted.value = "new1"
        world.clock.advance(by: .seconds(1))
        let events = world.send()
        world.clock.advance(by: .seconds(5))
        #expect(world.sent == ["Bearer old", "Bearer new1"])
        #expect(events[0].values == [true])
    }

    @Test func aNewTokenIsUsedEvenIfItSeemsExpired() {  // F-19
        let world = makeWorld(result: {
            .success(AccessToken(access: "new\($0)", expiry: Date(timeIntervalSince1970: -9_999)))
        })
        for _ in 0..<3 {
            let events = world.send()
            world.clock.advance(by: .seconds(9))
            #expect(events[0].values == [true])
        }
        #expect(world.refreshes.value.count == 1)
    }

    @Test func withoutATokenTheFirstRequestRefreshes() {  // F-19
        let world = makeWorld(token: nil)
        let events = world.send(2)
        world.clock.advance(by: .seconds(9))
        #expect(world.refreshes.value == [nil])
        #expect(world.sent == ["Bearer new1", "Bearer new1"])
        #expect(events.allSatisfy { $0.values == [true] })
    }

    @Test func aRefreshWithoutATokenIsATypedFailure() {  // F-19
        for (refresh, error) in [(Tokens.empty, TokenRefreshError.noToken), (.interrupted, .interrupted)] {
            let world = TokenWorld(refresh: { _ in refresh })
            let events = world.send()
            world.clock.advance(by: .seconds(9))
            let cause = RequestError.authorizationFailed(cause: .init(error))
            #expect(events[0].all == [.failed(at: .seconds(1), .requestFailure(error: cause))])
        }
    }

    @Test func removingTheTokenFailsWaitingRequests() {  // F-19
        let world = makeWorld()
        let events = world.send(2)
        world.clock.advance(by: .seconds(2))
        world.refresher.replaceToken(with: nil)
        let cause = RequestError.authorizationFailed(cause: .init(TokenRefreshError.withdrawn))
        #expect(events.allSatisfy { $0.all == [.failed(at: .seconds(2), .requestFailure(error: cause))] })
        #expect(world.store.load() == nil)
        world.clock.advance(by: .zero)
        #expect(world.isQuiet)
    }

    @Test func theRefreshIsSentWithoutATokenAndLaterRequestsWithOne() {  // F-19
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            if request.url.path == "/token" { return .json(#"{"access": "new1"}"#) }
            return .status(request.headers["Authorization"] == "Bearer new1" ? .ok : .unauthorized)
        }
        let network = Network(transport: stub, clock: clock)
        let own = Locked<TokenRefresher?>(nil)
        @Sendable func request(_ path: String) -> Request {
            var request = Request.get("http://api.test/\(path)")
            request.authorization = own.value.map { .refreshing($0) }
            return request
        }
        var options = TokenRefresher.Options()
        options.clock = clock
        let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "old")), options: options) { _ in
            network.send(request("token"), as: AccessToken.self).map(\.parsedData)
        }
        own.value = refresher
        let events = network.send(request("a")).flatMap(.concat) { _ in network.send(request("b")) }.record()
        #expect(events.values.count == 1)
        #expect(stub.requests.map { $0.headers["Authorization"] } == ["Bearer old", nil, "Bearer new1", "Bearer new1"])
        own.value = nil
    }

    @Test func changesOfTheTokenAreReported() {  // F-19
        let world = makeWorld(result: { $0 == 1 ? .failure(TokenWorld.Refusal()) : .success(.number(1)) })
        let told = world.refresher.events.record(on: world.clock)
        for _ in 0..<2 {
            _ = world.send()
            world.clock.advance(by: .seconds(5))
        }
        let failure = RequestError.authorizationFailed(cause: .init(TokenWorld.Refusal()))
        #expect(told.values == [.refreshFailed(failure), .refreshed])
    }

    @Test func descriptionAndDumpHideTokens() {
        let token = AccessToken(access: "canary", refresh: "canary", expiry: Date())
        let world = makeWorld(token: token)
        _ = world.send()
        var text = "\(token) \(token.debugDescription) \(world.refresher) \(world.store) \(world.request)"
        dump(token, to: &text)
        dump(world.refresher, to: &text)
        dump(world.store, to: &text)
        dump(world.request, to: &text)
        dump(TokenRefresher.Event.refreshed, to: &text)
        #expect(!text.contains("canary"))
    }
}

extension SignalProducer {
    /// A producer that interrupts itself.
    fileprivate static var interrupted: SignalProducer { SignalProducer { observer, _ in observer.sendInterrupted() } }
}
