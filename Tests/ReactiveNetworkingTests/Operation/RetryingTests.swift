import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct RetryingTests {
    @Test func attemptsFollowAtOneTwoFourEightSeconds() {  // N6, C-69
        let world = VirtualNetwork(.failure(.cannotResolveHost))
        let events = world.network.send(.get(), abortAfter: .seconds(100), maxRetries: 4).record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == [0, 1, 3, 7, 15].map { .seconds($0) })
        #expect(
            events.all == [.failed(at: .seconds(15), .requestFailure(error: TransportError.cannotResolveHost))]
        )
        #expect(world.isQuiet)
    }

    @Test func byDefaultTheActualFailureArrivesWhenTheNextDelayExceedsTheDeadline() {  // N8, N11, C-69
        let world = VirtualNetwork(.failure(.cannotResolveHost))
        let log = world.log()
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == [0, 1, 3, 7].map { .seconds($0) })
        #expect(
            events.all == [.failed(at: .seconds(7), .requestFailure(error: TransportError.cannotResolveHost))]
        )
        #expect(log.stopReason == .deadline)
    }

    @Test func byDefaultAServerThatDoesNotAnswerIsTriedTwiceWithinTheDeadline() {  // AD19, AC-21
        let world = VirtualNetwork(.failure(.connectTimedOut).delayed(by: .seconds(4)))
        let log = world.log()
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(5)])
        #expect(events.all == [.failed(at: .seconds(9), .requestFailure(error: TransportError.connectTimedOut))])
        #expect(log.stopReason == .deadline)
    }

    @Test func withoutRetriesThereIsOneAttempt() {  // N6, C-69
        let world = VirtualNetwork(.failure(.cannotResolveHost))
        let log = world.log()
        let events = world.network.send(.get(), maxRetries: 0).record(on: world.clock)
        #expect(events.isTerminated)
        #expect(world.stub.times == [.zero])
        #expect(log.stopReason == .retryLimitReached)
    }

    @Test func delaysAreCappedAtSixtySeconds() {  // N6
        let world = VirtualNetwork(.failure(.cannotConnect))
        world.network.send(.get(), abortAfter: .seconds(10_000), maxRetries: 8).start()
        world.clock.run()
        #expect(world.stub.times == [0, 1, 3, 7, 15, 31, 63, 123, 183].map { .seconds($0) })
    }

    @Test func requestsThatWereNotProcessedAreRetriedForEveryMethod() {  // N7
        for error in [
            TransportError.cannotResolveHost, .cannotConnect, .connectTimedOut, .handshakeFailed,
            TransportError(.connectionLost, mayHaveReachedServer: false),
        ] {
            let world = VirtualNetwork(.failure(error), .status(.ok))
            world.network.send(.post()).start()
            world.clock.run()
            #expect(world.stub.requests.count == 2, "\(error)")
        }
    }

    @Test func requestsThatMayHaveArrivedAreRetriedOnlyIfRepeatable() {  // N7
        let failures: [StubTransport.Reply] =
            [.failure(.connectionLost), .failure(.truncatedResponse)]
            + [408, 425, 429, 500, 502, 503, 504].map { .status(HTTP.StatusCode(rawValue: $0)) }
        for failure in failures {
            let get = VirtualNetwork(failure, .status(.ok))
            get.network.send(.get()).start()
            get.clock.run()
            #expect(get.stub.requests.count == 2)

            let post = VirtualNetwork(failure, .status(.ok))
            let log = post.log()
            post.network.send(.post()).start()
            post.clock.run()
            #expect(post.stub.requests.count == 1)
            #expect(log.stopReason == .notRepeatable)

            let keyed = VirtualNetwork(failure, .status(.ok))
            keyed.network.send(RequestBuilder(.post, "http://a.test").idempotencyKey("k").build()).start()
            keyed.clock.run()
            #expect(keyed.stub.requests.count == 2)
        }
    }

    @Test func statusesOfPermanentFailuresAreNotRetried() {  // N7
        let statuses = [400, 401, 403, 404, 409, 410, 422, 501, 505, 599]
        for status in statuses {
            let world = VirtualNetwork(.status(HTTP.StatusCode(rawValue: status)))
            let log = world.log()
            world.network.send(.get()).start()
            world.clock.run()
            #expect(world.stub.requests.count == 1)
            #expect(log.stopReason == .statusNotRetryable)
        }
        for kind in [TransportError.Kind.untrustedCertificate, .pinMismatch, .invalidResponse] {
            let world = VirtualNetwork(.failure(TransportError(kind)))
            let log = world.log()
            world.network.send(.get()).start()
            world.clock.run()
            #expect(world.stub.requests.count == 1)
            #expect(log.stopReason == .notTransient)
        }
    }

    @Test func conflictingRetryAfterValuesAreIgnoredAndEqualOnesCountAsOne() {  // N8
        for (second, wait) in [("5", 5), ("6", 1)] {
            let headers: HTTP.Headers = ["Retry-After": "5", "retry-after": second]
            let world = VirtualNetwork(.status(.serviceUnavailable, headers: headers), .status(.ok))
            world.network.send(.get()).start()
            world.clock.run()
            #expect(world.stub.times == [.zero, .seconds(wait)])
        }
    }

    @Test func aPolicyCanBeJittered() {  // N9
        var policy = RetryPolicy.standard.jittered()
        policy.random = { 0.25 }
        let world = VirtualNetwork(
            .failure(.connectionLost),
            .failure(.connectionLost),
            .status(.ok),
            retryPolicy: policy
        )
        world.network.send(.get()).start()
        world.clock.run()
        #expect(world.stub.times == [.zero, .milliseconds(250), .milliseconds(750)])
        #expect(RetryPolicy.standard.backoff.jitter == .none)
    }

    @Test func retryAfterIsHonoredIfLongerThanTheDelay() {  // N8, N18
        let world = VirtualNetwork(.status(.serviceUnavailable, headers: ["Retry-After": "5"]), .status(.ok))
        let log = world.log()
        world.network.send(.get()).start()
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(5)])
        #expect(log.kinds.contains(.retryPlanned(after: .seconds(5), .retryAfter)))
        let short = VirtualNetwork(.status(.tooManyRequests, headers: ["Retry-After": "0"]), .status(.ok))
        let shortLog = short.log()
        short.network.send(.get()).start()
        short.clock.run()
        #expect(short.stub.times == [.zero, .seconds(1)])
        #expect(shortLog.kinds.contains(.retryPlanned(after: .seconds(1), .policy)))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:42 GMT", 5), ("Sunday, 06-Nov-94 08:49:42 GMT", 5), ("Sun Nov  6 08:49:42 1994", 5),
        ("Sun, 06 Nov 1994 08:49:30 GMT", 1), ("-5", 1), ("1e30", 1), ("soon", 1), ("", 1),
        ("Sun, 99 Nov 1994 08:49:42 GMT", 1),
    ])
    func retryAfterIsParsedInEveryForm(text: String, seconds: Int) {  // N8
        let headers: HTTP.Headers = ["Retry-After": text, "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
        let world = VirtualNetwork(.status(.serviceUnavailable, headers: headers), .status(.ok))
        world.network.send(.get()).start()
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(seconds)])
    }

    @Test func aRetryAfterBeyondTheDeadlineEndsTheOperationAtOnce() {  // N8
        for text in ["10", "86400", "99999999999999999999999"] {
            let world = VirtualNetwork(.status(.serviceUnavailable, headers: ["Retry-After": text]))
            let log = world.log()
            let events = world.network.send(.get()).record(on: world.clock)
            #expect(
                events.all == [
                    .failed(at: .zero, .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil))
                ]
            )
            #expect(log.stopReason == .deadline)
            #expect(world.isQuiet)
        }
    }

    @Test func authorizationIsComputedForEachAttempt() {
        let count = Locked(0)
        let authorization = Authorization("counter") { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return "Token \(number)"
        }
        let world = VirtualNetwork(.failure(.connectionLost), .status(.ok))
        world.network.send(RequestBuilder(.get, "http://a.test").authorization(authorization).build()).start()
        world.clock.run()
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == ["Token 1", "Token 2"])
    }

    @Test func retryStateBelongsToOneStart() {  // N6
        let world = VirtualNetwork(.failure(.cannotConnect))
        let producer = world.network.send(.get())
        producer.start()
        world.clock.run()
        producer.start()
        world.clock.run()
        #expect(world.stub.times == [0, 1, 3, 7, 7, 8, 10, 14].map { .seconds($0) })
    }

    @Test func aPostThatWasRedirectedIsNotSentAgain() {  // N7
        for status in [301, 302, 303] {
            let world = VirtualNetwork(
                .redirect(to: "http://b.test/", status: HTTP.StatusCode(rawValue: status)),
                .failure(.cannotConnect)
            )
            let log = world.log()
            world.network.send(.post()).start()
            world.clock.run()
            #expect(world.stub.requests.map(\.method) == [.post, .get])
            #expect(log.stopReason == .notRepeatable)
        }
    }

    @Test func aRequestTimeoutStatusMayHaveRetryAfter() {  // N8
        let world = VirtualNetwork(.status(.requestTimeout, headers: ["Retry-After": "4"]), .status(.ok))
        world.network.send(.get()).start()
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(4)])
    }

    @Test func aPermanentlyUnavailableServerFailsWithItsStatusInsteadOfATimeout() {  // N8
        let world = VirtualNetwork(.status(.serviceUnavailable))
        let log = world.log()
        let events = world.network.send(.get(), abortAfter: .seconds(6)).record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(1), .seconds(3)])
        #expect(
            events.all == [
                .failed(at: .seconds(3), .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil))
            ]
        )
        #expect(log.stopReason == .deadline)
        #expect(world.isQuiet)
    }
}
