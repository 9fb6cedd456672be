import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// One refresh for all.
@Suite struct TokenRefresherTests {
    private typealias Tokens = SignalProducer<AccessToken, TokenWorld.Refusal>

    /// A refresh that takes two seconds.
    private func world(
        token: AccessToken? = AccessToken(access: "old", refresh: "r0"),
        options configure: (inout TokenRefresher.Options) -> Void = { _ in },
        result: @escaping @Sendable (Int) -> Result<AccessToken, TokenWorld.Refusal> = { .success(.number($0)) }
    ) -> TokenWorld {
        let clock = Locked<TestScheduler?>(nil)
        let world = TokenWorld(token: token, configure) { number in
            // The world's own clock, which is made with it.
            guard let clock = clock.value else { return Tokens(result: result(number)) }
            return Tokens.empty.delay(.seconds(2), on: clock).concat(Tokens(result: result(number)))
        }
        clock.value = world.clock
        return world
    }

    @Test func aThousandRefusalsCauseOneRefresh() {  // F-19, B27
        let it = world()
        let all = it.send(1_000)
        it.clock.advance(by: .seconds(9))
        #expect(it.refreshes.value == ["r0"])
        #expect(it.sent.count == 2_000)
        #expect(it.sent[..<1_000].allSatisfy { $0 == "Bearer old" })
        #expect(it.sent[1_000...].allSatisfy { $0 == "Bearer new1" })
        #expect(all.allSatisfy { $0.all == [.value(at: .seconds(4), true), .completed(at: .seconds(4))] })
        #expect(it.store.load() == .number(1))
        #expect(it.isQuiet)
    }

    @Test func aThousandFailWithTheCauseOfTheOneRefresh() {  // F-19, B27
        let it = world(result: { _ in .failure(TokenWorld.Refusal()) })
        let all = it.send(1_000)
        it.clock.advance(by: .seconds(9))
        #expect(it.refreshes.value.count == 1)
        #expect(it.sent.count == 1_000)
        #expect(all.allSatisfy { $0.all == [.failed(at: .seconds(3), TokenWorld.cause)] })
        #expect(!TokenWorld.cause.description.contains("canary"))
        #expect(it.isQuiet)
    }

    @Test func aRefusalThatComesAfterTheRefreshNeedsNoOther() {  // F-19
        let it = world()
        let first = it.send()
        it.clock.advance(by: .milliseconds(500))
        let late = it.network.send(it.request, maxRetries: 0).record(on: it.clock)
        it.clock.advance(by: .milliseconds(2_400))
        #expect(it.sent.count == 2)
        // A third one comes while the refresh goes on, and is not sent before it has ended.
        let third = it.send()
        #expect(it.sent.count == 2)
        it.clock.advance(by: .seconds(5))
        #expect(it.sent == ["Bearer old", "Bearer old", "Bearer new1", "Bearer new1", "Bearer new1"])
        #expect(it.refreshes.value.count == 1)
        #expect(first[0].values.count + late.values.count + third[0].values.count == 3)
    }

    @Test func aRequestWithAnOlderTokenIsJustSentAgain() {  // F-19
        let it = world()
        let early = it.send()
        it.clock.advance(by: .milliseconds(500))
        it.keeper.replaceToken(with: .number(1))
        it.clock.advance(by: .seconds(5))
        #expect(early[0].all == [.value(at: .seconds(2), true), .completed(at: .seconds(2))])
        #expect(it.refreshes.value.isEmpty)
    }

    @Test func aRefusalThatComesAfterAFailedRefreshFailsWithItsCause() {  // B27
        let it = world(result: { _ in .failure(TokenWorld.Refusal()) })
        let slow = it.send()
        it.clock.advance(by: .milliseconds(1))
        let others = it.send(2)
        it.clock.advance(by: .seconds(9))
        #expect((slow + others).allSatisfy { $0.all.last?.event.error == TokenWorld.cause })
        #expect(it.refreshes.value.count == 1)
        // Who asks later has a right to a refresh of the own.
        _ = it.send()
        it.clock.advance(by: .seconds(9))
        #expect(it.refreshes.value.count == 2)
    }

    @Test func theSecondRefusalIsTheAnswer() {  // F-19
        let it = world(result: { _ in .success(AccessToken(access: "wrong")) })
        let log = Locked<[Network.Event]>([])
        it.network.events.observeValues { event in log.withLock { $0.append(event) } }
        let events = it.send()
        it.clock.advance(by: .seconds(9))
        #expect(events[0].all == [.failed(at: .seconds(4), TokenWorld.unauthorized)])
        #expect(it.sent == ["Bearer old", "Bearer wrong"])
        #expect(it.refreshes.value.count == 1)
        #expect(log.stopReason == .statusNotRetryable)
        #expect(log.kinds.contains(.reauthorizing(.unauthorized)))
    }

    @Test func sendingAgainIsNoRetry() {  // N6, F-19
        let it = world()
        let stub = StubTransport(clock: it.clock) { request, number in
            if number == 1 { return .status(.serviceUnavailable) }
            return .status(request.headers["Authorization"] == "Bearer new1" ? .ok : .unauthorized)
        }
        let network = Network(transport: stub, clock: it.clock)
        let events = network.send(it.request, maxRetries: 1).map { _ in true }.record(on: it.clock)
        it.clock.advance(by: .seconds(9))
        // The refusal, two seconds of refresh, the failure, the first wait of the backoff, the success.
        #expect(stub.times == [.zero, .seconds(2), .seconds(3)])
        #expect(events.all == [.value(at: .seconds(3), true), .completed(at: .seconds(3))])
    }

    @Test func everyoneWhoWaitsIsHeldToTheOwnDeadline() {  // B27, N11
        let it = world(options: { $0.refreshLimit = .seconds(60) })
        let short = it.send(abortAfter: .seconds(2))
        let long = it.send(abortAfter: .seconds(5))
        it.clock.advance(by: .seconds(9))
        let error = OperationError.timedOut(after: .seconds(2), phase: .preparing, attempts: 1, lastFailure: nil)
        #expect(short[0].all == [.failed(at: .seconds(2), error)])
        #expect(long[0].all.first == .value(at: .seconds(4), true))
        #expect(it.isQuiet)
    }

    @Test func aRefreshThatHangsIsBoundedByItsOwnLimit() {  // B27
        let it = TokenWorld({ $0.refreshLimit = .seconds(5) }, refresh: { _ in .never })
        let events = it.send(abortAfter: .seconds(60))
        let first = it.send(abortAfter: .seconds(3))
        it.clock.advance(by: .seconds(59))
        let cause = RequestError.Cause(TokenRefreshError.timedOut(after: .seconds(5)))
        let error = OperationError.requestFailure(error: RequestError.authorizationFailed(cause: cause))
        #expect(events[0].all == [.failed(at: .seconds(6), error)])
        #expect(first[0].all.count == 1)
        #expect(it.isQuiet)
    }

    @Test func disposalOfOneCancelsNothingForTheOthers() {  // N3
        let it = world(options: { $0.whenUnawaited = .cancel })
        let events = it.send(3)
        it.clock.advance(by: .seconds(2))
        events[0].dispose()
        events[1].dispose()
        it.clock.advance(by: .seconds(9))
        #expect(events[2].values == [true])
        #expect(events[0].all == [.interrupted(at: .seconds(2))])
        #expect(it.refreshes.value.count == 1)
        #expect(it.isQuiet)
    }

    @Test func anAbandonedRefreshGoesOnOrIsCancelledAsIsAskedFor() {  // N3, F-19
        for abandonment in [TokenRefresher.UnawaitedRefreshPolicy.finish, .cancel] {
            let it = world(options: { $0.whenUnawaited = abandonment })
            let events = it.send(2)
            it.clock.advance(by: .seconds(2))
            for event in events { event.dispose() }
            it.clock.advance(by: .zero)
            #expect((it.clock.scheduledCount == 0) == (abandonment == .cancel))
            it.clock.advance(by: .seconds(9))
            #expect(it.store.load()?.access == (abandonment == .finish ? "new1" : "old"))
            #expect(it.isQuiet)
            _ = it.send()
            it.clock.advance(by: .seconds(9))
            #expect(it.refreshes.value.count == (abandonment == .finish ? 1 : 2))
        }
    }

    @Test func aTokenThatIsKnownToHaveExpiredIsNotSent() {  // F-19, N12
        let expiry = Date(timeIntervalSince1970: 30)
        let it = world(
            token: AccessToken(access: "old", refresh: "r0", expiry: expiry),
            options: { $0.leeway = .seconds(10) }
        )
        it.accepted.value = "old"
        _ = it.send()
        it.clock.advance(by: .seconds(19))
        #expect(it.sent == ["Bearer old"])
        it.accepted.value = "new1"
        it.clock.advance(by: .seconds(1))
        let events = it.send()
        it.clock.advance(by: .seconds(5))
        #expect(it.sent == ["Bearer old", "Bearer new1"])
        #expect(events[0].values == [true])
    }

    @Test func aNewTokenThatSeemsExpiredIsUsedAllTheSame() {  // F-19
        let it = world(result: {
            .success(AccessToken(access: "new\($0)", expiry: Date(timeIntervalSince1970: -9_999)))
        })
        for _ in 0..<3 {
            let events = it.send()
            it.clock.advance(by: .seconds(9))
            #expect(events[0].values == [true])
        }
        #expect(it.refreshes.value.count == 1)
    }

    @Test func withoutATokenOneIsGotFirst() {  // F-19
        let it = world(token: nil)
        let events = it.send(2)
        it.clock.advance(by: .seconds(9))
        #expect(it.refreshes.value == [nil])
        #expect(it.sent == ["Bearer new1", "Bearer new1"])
        #expect(events.allSatisfy { $0.values == [true] })
    }

    @Test func aRefreshWithoutATokenIsAFailureWithAName() {  // F-19
        for (refresh, error) in [(Tokens.empty, TokenRefreshError.noToken), (.interrupted, .interrupted)] {
            let it = TokenWorld(refresh: { _ in refresh })
            let events = it.send()
            it.clock.advance(by: .seconds(9))
            let cause = RequestError.authorizationFailed(cause: .init(error))
            #expect(events[0].all == [.failed(at: .seconds(1), .requestFailure(error: cause))])
        }
    }

    @Test func aTokenThatIsTakenAwayFailsThoseWhoWait() {  // F-19
        let it = world()
        let events = it.send(2)
        it.clock.advance(by: .seconds(2))
        it.keeper.replaceToken(with: nil)
        let cause = RequestError.authorizationFailed(cause: .init(TokenRefreshError.withdrawn))
        #expect(events.allSatisfy { $0.all == [.failed(at: .seconds(2), .requestFailure(error: cause))] })
        #expect(it.store.load() == nil)
        it.clock.advance(by: .zero)
        #expect(it.isQuiet)
    }

    @Test func theRefreshGoesOutWithoutATokenAndWhatFollowsWithOne() {  // F-19, B27
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
        let keeper = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "old")), options: options) { _ in
            network.send(request("token"), as: AccessToken.self).map(\.parsedData)
        }
        own.value = keeper
        let events = network.send(request("a")).flatMap(.concat) { _ in network.send(request("b")) }.record()
        #expect(events.values.count == 1)
        #expect(stub.requests.map { $0.headers["Authorization"] } == ["Bearer old", nil, "Bearer new1", "Bearer new1"])
        own.value = nil
    }

    @Test func whatHappensToTheTokenIsTold() {  // F-19
        let it = world(result: { $0 == 1 ? .failure(TokenWorld.Refusal()) : .success(.number(1)) })
        let told = it.keeper.events.record(on: it.clock)
        for _ in 0..<2 {
            _ = it.send()
            it.clock.advance(by: .seconds(5))
        }
        let failure = RequestError.authorizationFailed(cause: .init(TokenWorld.Refusal()))
        #expect(told.values == [.refreshFailed(failure), .refreshed])
    }

    @Test func neitherDescriptionNorDumpShowsAToken() {  // T17
        let token = AccessToken(access: "canary", refresh: "canary", expiry: Date())
        let it = world(token: token)
        _ = it.send()
        var text = "\(token) \(token.debugDescription) \(it.keeper) \(it.store) \(it.request)"
        dump(token, to: &text)
        dump(it.keeper, to: &text)
        dump(it.store, to: &text)
        dump(it.request, to: &text)
        dump(TokenRefresher.Event.refreshed, to: &text)
        #expect(!text.contains("canary"))
    }
}

extension SignalProducer {
    /// A producer that ends in an interruption by itself.
    fileprivate static var interrupted: SignalProducer { SignalProducer { observer, _ in observer.sendInterrupted() } }
}
