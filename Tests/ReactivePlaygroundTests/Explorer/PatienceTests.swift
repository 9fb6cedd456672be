import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactivePlayground

/// Tests of the time limit for a response when the command line sets none.
struct PatienceTests {
    private let clock = TestScheduler()
    private let isGivenUp = Locked(false)

    private func patience() -> Patience {
        let patience = Patience(limit: .seconds(10), on: clock)
        patience.watch { [isGivenUp] in isGivenUp.withLock { $0 = true } }
        return patience
    }

    @Test func withoutAResponseTheOperationIsGivenUpAtTheLimit() {
        let patience = patience()
        clock.advance(by: .milliseconds(9_999))
        #expect(!patience.isLost && !isGivenUp.withLock { $0 })
        clock.advance(by: .milliseconds(1))
        #expect(patience.isLost && isGivenUp.withLock { $0 })
    }

    @Test func aResponseThatHasBegunHasNoTimeLimit() {
        let patience = patience()
        clock.advance(by: .seconds(9))
        patience.reward()
        clock.advance(by: .seconds(1_000))
        #expect(!patience.isLost && !isGivenUp.withLock { $0 })
    }

    private func busy(_ retryAfter: String? = nil) -> RetryPolicy.Failure {
        var headers: HTTP.Headers = [:]
        headers["Retry-After"] = retryAfter
        return RetryPolicy.Failure(
            request: Request(.get, "http://a.test/"),
            error: .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil),
            response: ResponseHead(status: .serviceUnavailable, headers: headers)
        )
    }

    @Test func aRetryThatWouldBeginTooLateIsNotMade() {
        let policy = patience().retryPolicy
        #expect(policy.decision(on: busy()) == .retry)
        clock.advance(by: .seconds(7.9))
        #expect(policy.decision(on: busy()) == .retry)
        #expect(policy.decision(on: busy()) == .stop(.deadline))
    }

    @Test(arguments: ["3600", "99999999999999999", "Wed, 21 Oct 2099 07:28:00 GMT"])
    func aRetryAfterLongerThanTheLimitIsNotAwaited(_ retryAfter: String) {
        #expect(patience().retryPolicy.decision(on: busy(retryAfter)) == .stop(.deadline))
    }

    @Test(arguments: ["2", "Wed, 21 Oct 2015 07:28:00 GMT", "soon"])
    func aShortRetryAfterIsAwaited(_ retryAfter: String) {
        #expect(patience().retryPolicy.decision(on: busy(retryAfter)) == .retry)
    }

    @Test func failuresThatTheStandardPolicyDoesNotRetryAreNotRetried() {
        var failure = busy()
        failure.error = .unexpectedResponseCode(httpCode: .notFound, data: nil)
        #expect(patience().retryPolicy.decision(on: failure) == .stop(.statusNotRetryable))
    }
}
