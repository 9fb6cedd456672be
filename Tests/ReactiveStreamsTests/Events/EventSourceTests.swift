import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct EventSourceTests {
    private static let final: [LiveStub.Step] = [.status(.noContent), .end]

    @Test func anEndedResponseIsFollowedByAConnectionWithTheLastID() {  // E11, E13, EC-45
        let world = LiveWorld(
            [.open, .wait(.seconds(1)), .text("id: 5\ndata: a\n\n"), .wait(.seconds(1)), .end],
            [.open, .text("data: b\n\n"), .wait(.seconds(1)), .fail(.connectionLost)],
            Self.final
        )
        let events = world.events()
        world.clock.run()
        #expect(
            events.all == [
                .value(at: .seconds(1), .data("a", id: "5")), .value(at: .seconds(5), .data("b", id: "5")),
                .completed(at: .seconds(9)),
            ]
        )
        #expect(world.stub.times == .seconds([0, 5, 9]))
        #expect(world.sent("Last-Event-ID") == ["", "5", "5"])
        #expect(world.isQuiet)
    }

    @Test func noConnectionFollowsOnANetworkThatIsDrained() {  // AD12
        let world = LiveWorld([.open, .text("data: a\n\n"), .wait(.seconds(2)), .end], Self.final)
        let events = world.events()
        world.clock.advance(by: .seconds(1))
        let drain = world.network.drain().record(on: world.clock)
        world.clock.run()
        #expect(events.all == [.value(at: .zero, .data("a")), .completed(at: .seconds(2))])
        #expect(drain.values == [Drained(finished: 1, interrupted: 0)])
        #expect(world.stub.times == .seconds([0]))
        #expect(world.isQuiet)
    }

    @Test func theIDOfAnUnfinishedEventIsNotSent() {  // E6, EC-23
        let world = LiveWorld([.open, .text("id: 9\ndata: a"), .end], Self.final)
        let events = world.events()
        world.clock.run()
        #expect(events.all == [.completed(at: .seconds(3))])
        #expect(world.sent("Last-Event-ID") == ["", ""])
    }

    @Test func anEventIsDeliveredAtTheReturnThatEndsIt() {  // E2, EC-15
        let world = LiveWorld([.open, .text("data: 1\n\r\ndata: 2\r\r")])
        #expect(world.events().values == [.data("1"), .data("2")])
    }

    @Test func everySampleStreamGivesItsEventsInWhateverPieces() {  // EC-39
        for sample in EventParserTests.samples {
            let expected = sample.items.compactMap { if case .event(let event) = $0 { event } else { nil } }
            for cut in [0, sample.bytes.count / 2, sample.bytes.count - 1] {
                let (begin, rest) = (Data(sample.bytes.prefix(cut)), Data(sample.bytes.dropFirst(cut)))
                let world = LiveWorld([.open, .bytes(begin), .bytes(rest), .end], Self.final)
                let events = world.events()
                world.clock.run()
                #expect(events.values == expected, "\(sample.name)")
            }
        }
    }

    @Test func theRequestOfAnEventStreamForbidsStoring() throws {  // E8
        let world = LiveWorld([.open])
        _ = world.events()
        #expect(world.sent("Accept") == ["text/event-stream"])
        #expect(world.sent("Cache-Control") == ["no-store"])
        let own = LiveWorld([.open])
        let request = RequestBuilder(.post, "http://api.test/a").header("Accept", "*/*")
            .header("cache-control", "no-cache").json(["q": 1]).build()
        _ = own.events(request)
        #expect(own.sent("Accept") == ["*/*"])
        #expect(own.sent("Cache-Control") == ["no-cache"])
        #expect(own.stub.requests.first?.method == .post)
        #expect(own.stub.requests.first?.body == Data(#"{"q":1}"#.utf8))
    }

    @Test func aCacheNeitherAnswersNorStoresAStream() {  // E8
        let world = LiveWorld([
            .head(.ok, ["Content-Type": "text/event-stream", "Cache-Control": "max-age=600"]), .text("data: 1\n\n"),
            .end,
        ])
        let cache = CachingTransport(world.stub, clock: world.clock)
        let network = Network(transport: cache, clock: world.clock)
        let request = RequestBuilder(.get, "http://api.test/a").header("Cache-Control", "max-age=60").build()
        for _ in 0..<2 {
            let options = EventSourceOptions(reconnection: .never)
            #expect(network.eventSource(request, options: options).record(on: world.clock).values == [.data("1")])
        }
        #expect(world.stub.times.count == 2)
        #expect(cache.entries().record(on: world.clock).values.first?.count == 0)
    }

    @Test func anEventStreamIsKnownByTheEssenceOfItsType() {  // E9, EC-43
        for type in ["Text/Event-Stream; charset=x;", "text/event-stream", " text/event-stream ;a=b"] {
            let world = LiveWorld([.head(.ok, ["Content-Type": type]), .text("data: 1\n\n")])
            #expect(world.events().values == [.data("1")])
        }
        for type in ["text/html", "text/event-stream2", "application/json; a=text/event-stream"] {
            let world = LiveWorld([.head(.ok, ["Content-Type": type]), .text("data: 1\n\n"), .wait(.seconds(9))])
            let events = world.events()
            #expect(events.failure?.cause(as: EventSourceError.self) == .contentType(HTTP.ContentType(rawValue: type)))
            #expect(world.isQuiet)
        }
        #expect(
            LiveWorld([.status(.ok), .end]).events().failure?.cause(as: EventSourceError.self) == .contentType(nil)
        )
    }

    @Test func aWrongContentTypeAfterAReconnectionIsFinal() {  // E9
        let world = LiveWorld([.open, .end], [.status(.ok, ["Content-Type": "text/html"]), .end])
        let events = world.events()
        world.clock.run()
        #expect(
            events.failure?.cause(as: EventSourceError.self) == .contentType(HTTP.ContentType(rawValue: "text/html"))
        )
        #expect(world.stub.times == .seconds([0, 3]))
        #expect(world.isQuiet)
    }

    @Test func noContentCompletesAtTheFirstConnectionAndAtTheThird() {  // E9, EC-41
        let first = LiveWorld(Self.final)
        #expect(first.events().all == [.completed(at: .zero)])
        #expect(first.isQuiet)
        let third = LiveWorld([.open, .end], [.open, .end], Self.final)
        let events = third.events()
        third.clock.run()
        #expect(events.all == [.completed(at: .seconds(9))])
        #expect(third.isQuiet)
    }

    @Test(arguments: [201, 301, 400, 401, 404]) func anUnexpectedStatusIsFinalAndHasItsBody(status: Int) {  // E9
        let code = HTTP.StatusCode(rawValue: status)
        let expected = OperationError.unexpectedResponseCode(httpCode: code, data: Data("gone".utf8))
        let answer: [LiveStub.Step] = [.status(code), .text("go"), .text("ne"), .end]
        #expect(LiveWorld(answer).events().all == [.failed(at: .zero, expected)])
        let later = LiveWorld([.open, .end], answer)
        let events = later.events()
        later.clock.run()
        #expect(events.all == [.failed(at: .seconds(3), expected)])
        #expect(later.isQuiet)
    }

    @Test func theFirstConnectionIsMadeAsAnyRequest() {  // E10, N6 to N8
        let world = LiveWorld(
            [.fail(.cannotConnect)],
            [.status(.serviceUnavailable), .end],
            [.open, .text("data: 1\n\n")]
        )
        let events = world.events()
        world.clock.advance(by: .seconds(20))
        #expect(world.stub.times == .seconds([0, 1, 3]))
        #expect(events.all == [.value(at: .seconds(3), .data("1"))])
        let failing = LiveWorld([.fail(.cannotConnect)])
        #expect(failing.events().isTerminated == false)
        failing.clock.run()
        #expect(failing.stub.times == .seconds([0, 1, 3, 7]))
        #expect(failing.isQuiet)
    }

    @Test func theDeadlineIsForTheHeadOfEachConnection() {  // E10, E12
        let world = LiveWorld(
            [.wait(.seconds(9)), .open, .wait(.seconds(100)), .text("data: 1\n\n"), .end],
            [.wait(.seconds(600)), .open],
            [.wait(.seconds(9)), .open, .text("data: 2\n\n"), .wait(.seconds(200))]
        )
        let updates = world.network.eventSourceUpdates(.get()).record(on: world.clock)
        world.clock.advance(by: .seconds(300))
        #expect(world.stub.times == .seconds([0, 112, 128]))
        let cause = TransportError(.timedOut, phase: .connecting, detail: "no response within 10.0 seconds")
        #expect(updates.values.contains(.reconnecting(after: .seconds(6), cause: cause)))
        #expect(updates.values.last == .event(.data("2")))
        #expect(world.stub.liveCount == 1)
        let silent = LiveWorld([.wait(.seconds(600)), .open])
        let events = silent.events()
        silent.clock.run()
        #expect(events.all.count == 1)
        #expect(
            events.failure == .timedOut(after: .seconds(10), phase: .connecting, attempts: 1, lastFailure: nil)
        )
        #expect(silent.isQuiet)
    }

    @Test func aSilentEventStreamCountsAsALostConnection() {  // E10, EC-47
        let world = LiveWorld(
            [
                .open, .wait(.seconds(5)), .text("data: 1\n\n"), .wait(.seconds(5)), .text(":"), .wait(.seconds(100)),
                .end,
            ],
            Self.final
        )
        let updates = world.network.eventSourceUpdates(.get(), options: EventSourceOptions(idleTimeout: .seconds(15)))
            .record(on: world.clock)
        world.clock.run()
        let cause = TransportError(.timedOut, phase: .receiving, detail: "no byte arrived for 15.0 seconds")
        #expect(
            Array(updates.all.dropFirst()) == [
                .value(at: .seconds(5), .event(.data("1"))),
                .value(at: .seconds(25), .reconnecting(after: .seconds(3), cause: cause)),
                .completed(at: .seconds(28)),
            ]
        )
        #expect(world.isQuiet)
    }

    @Test func withoutAnIdleTimeoutAStreamMayBeSilent() {  // E10
        let world = LiveWorld([.open, .wait(.seconds(1_000_000)), .text("data: 1\n\n"), .end], Self.final)
        let events = world.events(.get(), EventSourceOptions(idleTimeout: nil))
        world.clock.run()
        #expect(events.values == [.data("1")])
        #expect(world.stub.times.count == 2)
    }

    @Test func theDelayDoublesUntilAnEventIsReceived() {  // E11, E12, EC-49
        let world = LiveWorld { _, number in
            switch number {
            case 0: [.open, .end]
            case 8: [.open, .text("data: 1\n\n"), .end]
            default: [.fail(.cannotConnect)]
            }
        }
        let updates = world.network.eventSourceUpdates(.get()).record(on: world.clock)
        world.clock.advance(by: .seconds(280))
        let delays = updates.values.compactMap { if case .reconnecting(let delay, _) = $0 { delay } else { nil } }
        #expect(delays == .seconds([3, 6, 12, 24, 48, 60, 60, 60, 3, 6]))
        #expect(updates.values.contains(.reconnecting(after: .seconds(6), cause: .cannotConnect)))
        updates.dispose()
        #expect(world.isQuiet)
    }

    @Test func theServerSetsTheReconnectionTimeAndMayExceedTheLimit() {  // E4, E11
        let world = LiveWorld([.open, .text("retry: 90000\n"), .end], [.fail(.connectionLost)])
        let events = world.events()
        world.clock.advance(by: .seconds(300))
        #expect(world.stub.times == .seconds([0, 90, 180, 270]))
        events.dispose()
        let short = LiveWorld([.open, .text("retry: 500\n"), .end], [.fail(.connectionLost)])
        _ = short.events()
        short.clock.advance(by: .seconds(4))
        #expect(short.stub.times == [.zero, .milliseconds(500), .milliseconds(1_500), .milliseconds(3_500)])
    }

    @Test func jitterComesFromTheRandomNumbersOfTheRetryPolicy() {  // N9
        var policy = RetryPolicy.standard
        policy.random = { 0.5 }
        let world = LiveWorld(
            [.open, .end],
            [.fail(.connectionLost)],
            configuration: Network.Configuration(retryPolicy: policy)
        )
        _ = world.events(.get(), EventSourceOptions(jitter: .full))
        world.clock.advance(by: .seconds(11))
        #expect(world.stub.times == [.zero, .milliseconds(1_500), .milliseconds(4_500), .milliseconds(10_500)])
    }

    @Test func aRequestThatMustNotBeRepeatedIsSentOnce() {  // E11, N7
        let clean = LiveWorld([.open, .text("data: 1\n\n"), .end])
        #expect(clean.events(.post()).all == [.value(at: .zero, .data("1")), .completed(at: .zero)])
        let torn = LiveWorld([.open, .text("data: 1\n\n"), .fail(.truncatedResponse)])
        let failure = OperationError.requestFailure(error: TransportError.truncatedResponse)
        #expect(torn.events(.post()).all == [.value(at: .zero, .data("1")), .failed(at: .zero, failure)])
        let silent = LiveWorld([.open])
        let events = silent.events(.post(), EventSourceOptions(idleTimeout: .seconds(5)))
        silent.clock.run()
        #expect(events.failure?.cause(as: TransportError.self)?.kind == .timedOut)
        let repeatable = LiveWorld([.open, .end], Self.final)
        let request = RequestBuilder(.post, "http://api.test/a").json(["a": 1]).repeatable().build()
        let repeated = repeatable.events(request)
        repeatable.clock.run()
        #expect(repeated.all == [.completed(at: .seconds(3))])
        #expect(repeatable.stub.requests.map(\.body) == Array(repeating: Data(#"{"a":1}"#.utf8), count: 2))
        for world in [clean, torn, silent, repeatable] { #expect(world.isQuiet) }
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func aTransientStatusCountsAsALostConnection(status: Int) {  // E12
        let code = HTTP.StatusCode(rawValue: status)
        let busy: [LiveStub.Step] = [.status(code, ["Retry-After": "20"]), .end]
        let world = LiveWorld([.open, .end], busy, [.status(code), .end], Self.final)
        let events = world.events()
        world.clock.run()
        #expect(world.stub.times == .seconds([0, 3, 23, 35]))
        #expect(events.all == [.completed(at: .seconds(35))])
        let strict = LiveWorld([.open, .end], [.status(code), .end])
        let final = strict.events(.get(), EventSourceOptions(reconnection: .strict))
        strict.clock.run()
        #expect(
            final.all == [.failed(at: .seconds(3), .unexpectedResponseCode(httpCode: code, data: nil))]
        )
    }

    @Test func strictReconnectionSurvivesFailuresOfTheTransport() {  // E12
        let world = LiveWorld([.open, .end], [.fail(.offline)], Self.final)
        let events = world.events(.get(), EventSourceOptions(reconnection: .strict))
        world.clock.run()
        #expect(events.all == [.completed(at: .seconds(9))])
    }

    @Test func withoutReconnectionTheEndCompletesOrFails() {  // E12
        let options = EventSourceOptions(reconnection: .never)
        #expect(LiveWorld([.open, .end]).events(.get(), options).all == [.completed(at: .zero)])
        let failure = LiveWorld([.open, .fail(.connectionLost)]).events(.get(), options).failure
        #expect(failure == .requestFailure(error: TransportError.connectionLost))
    }

    @Test(arguments: [TransportError.Kind.invalidResponse, .proxyRefused, .other])
    func aServerThatIsNotBackYetIsAskedAgain(_ kind: TransportError.Kind) {  // E12
        let world = LiveWorld([.open, .end], [.fail(TransportError(kind))], [.status(.noContent), .end])
        let events = world.events()
        world.clock.run()
        #expect(events.all == [.completed(at: .seconds(9))])
    }

    @Test(arguments: [TransportError.Kind.untrustedCertificate, .closed])
    func aFailureThatNoSecondTryHelpsIsFinal(_ kind: TransportError.Kind) {  // E12, N7, AD13
        let world = LiveWorld([.open, .end], [.fail(TransportError(kind))])
        let events = world.events()
        world.clock.run()
        #expect(events.failure?.cause(as: TransportError.self)?.kind == kind)
        #expect(world.stub.times.count == 2)
    }

    @Test func theNumberOfConsecutiveFailuresCanBeLimited() {  // E12
        let world = LiveWorld(
            [.open, .end],
            [.fail(.offline)],
            [.fail(.offline)],
            [.open, .end],
            [.fail(.offline)],
            [.fail(.offline)],
            [.fail(.connectionLost)]
        )
        let events = world.events(.get(), EventSourceOptions(maxConsecutiveFailures: 3))
        world.clock.run()
        #expect(world.stub.times.count == 7)
        #expect(events.failure == .requestFailure(error: TransportError.connectionLost))
        #expect(world.isQuiet)
    }

    @Test func everyConnectionIsAuthorizedAnew() {  // E11, N7
        let count = Locked(0)
        let world = LiveWorld([.open, .end], [.open, .end], Self.final)
        let request = RequestBuilder(.get, "http://api.test/a")
            .authorization(Authorization("counted") { _ in "Bearer \(count.next())" }).build()
        let events = world.events(request)
        world.clock.run()
        #expect(events.isTerminated)
        #expect(world.sent("Authorization") == ["Bearer 1", "Bearer 2", "Bearer 3"])
    }

    @Test func aStreamIsActiveWhileItConnects() {  // E15
        let world = LiveWorld([.wait(.seconds(1)), .open, .wait(.seconds(1)), .end], [.wait(.seconds(1)), .open])
        let counts = Locked<[Int]>([])
        world.network.activity.count.signal.observeValues { count in counts.withLock { $0.append(count) } }
        let events = world.events()
        #expect(counts.value == [1])
        world.clock.advance(by: .seconds(1))
        #expect(counts.value == [1, 0])
        world.clock.advance(by: .seconds(4))
        #expect(counts.value == [1, 0, 1])
        world.clock.advance(by: .seconds(1))
        #expect(counts.value == [1, 0, 1, 0])
        events.dispose()
        #expect(counts.value == [1, 0, 1, 0])
        #expect(world.isQuiet)
    }

    @Test func reconnectionsAreEventsOfTheLog() {  // E15
        let world = LiveWorld([.open, .end], [.fail(.cannotConnect)], Self.final)
        _ = world.events()
        world.clock.run()
        let failure = OperationError.requestFailure(error: TransportError.cannotConnect)
        let kinds = world.log.value.filter { if case .exchange = $0 { false } else { true } }
        #expect(
            kinds == [
                .began, .attemptBegan(1), .responded(.ok), .reconnecting(after: .seconds(3), nil), .attemptBegan(2),
                .attemptFailed(2, failure), .reconnecting(after: .seconds(6), failure), .attemptBegan(3),
                .responded(.noContent), .ended(.succeeded, nil),
            ]
        )
    }

    @Test func updatesReportConnectionsAndComments() {  // E3, E11
        let world = LiveWorld(
            [.open, .text(": hello\ndata: 1\n\n"), .wait(.seconds(1)), .fail(.connectionLost)],
            Self.final
        )
        let updates = world.network.eventSourceUpdates(.get()).record(on: world.clock)
        world.clock.run()
        let head = ResponseHead(status: .ok, headers: ["Content-Type": "text/event-stream"])
        #expect(
            updates.all == [
                .value(at: .zero, .opened(head)), .value(at: .zero, .comment("hello")),
                .value(at: .zero, .event(.data("1"))),
                .value(at: .seconds(1), .reconnecting(after: .seconds(3), cause: .connectionLost)),
                .completed(at: .seconds(4)),
            ]
        )
    }

    @Test func aLineThatIsTooLongIsFinal() {  // E7
        let world = LiveWorld([.open, .text("data: 1\n\ndata: 123456789"), .wait(.seconds(1)), .end])
        let events = world.events(.get(), EventSourceOptions(maxLineByteCount: 12))
        let failure = OperationError.requestFailure(error: EventSourceError.lineTooLong(limit: 12))
        #expect(events.all == [.value(at: .zero, .data("1")), .failed(at: .zero, failure)])
        #expect(world.isQuiet)
    }

    @Test func aStreamCanBeDisposedOfAtAnyTime() {  // E14, N3
        for halfSeconds in 0..<60 {
            let world = LiveWorld(
                [.wait(.seconds(1)), .open, .wait(.seconds(1)), .text("data: 1\n\n"), .wait(.seconds(1)), .end],
                [.wait(.seconds(1)), .fail(.offline)],
                [.wait(.seconds(20)), .open]
            )
            let events = world.events()
            world.clock.advance(by: .milliseconds(500 * halfSeconds))
            let count = events.all.count
            events.dispose()
            #expect(world.isQuiet, "at \(halfSeconds) half seconds")
            world.clock.run()
            #expect(events.values.count == count)
            #expect(events.all.last?.event == .interrupted)
        }
    }

    @Test func anObserverThatDisposesReceivesNothingMore() {  // E14
        let world = LiveWorld([.open, .text("data: 1\n\ndata: 2\n\ndata: 3\n\n"), .wait(.seconds(1)), .end])
        let received = world.network.eventSource(.get()).take(first: 2).record(on: world.clock)
        #expect(received.values == [.data("1"), .data("2")])
        #expect(world.isQuiet)
    }
}

extension [Duration] {
    static func seconds(_ seconds: [Int]) -> [Duration] { seconds.map { .seconds($0) } }
}
