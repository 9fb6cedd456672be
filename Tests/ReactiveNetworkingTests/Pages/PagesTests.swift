import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct PagesTests {
    @Test func eachPageIsRequestedAfterTheOneBefore() {  // B1
        let world = PageWorld("<?page=2>; rel=next", "<?page=3>; rel=\"next\", </>; rel=first", "</>; rel=first")
        let events = world.run()
        #expect(
            events.all == [
                .value(at: .seconds(1), [0]), .value(at: .seconds(2), [1]), .value(at: .seconds(3), [2]),
                .completed(at: .seconds(3)),
            ]
        )
        #expect(world.urls == ["", "?page=2", "?page=3"].map { "http://api.test/todos" + $0 })
        #expect(world.stub.times == [.zero, .seconds(1), .seconds(2)])
        #expect(world.isQuiet)
    }

    @Test func everyStartBeginsWithTheFirstPage() {  // B1, N1
        let world = PageWorld("<?page=2>; rel=next", nil, "<?page=2>; rel=next", nil)
        let pages = world.network.pages(of: .get("http://api.test/todos"), as: [Int].self).map(\.parsedData)
        #expect(world.stub.requests.isEmpty)
        let first = pages.record(on: world.clock)
        world.clock.run()
        let second = pages.record(on: world.clock)
        world.clock.run()
        #expect(first.values == [[0], [1]])
        #expect(second.values == [[2], [3]])
    }

    @Test func theSequenceEndsWithItsConsumer() {  // B1
        let world = PageWorld("<?page=2>; rel=next", "<?page=3>; rel=next", nil)
        let pages = world.network.pages(of: .get(), as: [Int].self).map(\.parsedData)
        let two = pages.take(first: 2).record(on: world.clock)
        world.clock.run()
        #expect(two.all == [.value(at: .seconds(1), [0]), .value(at: .seconds(2), [1]), .completed(at: .seconds(2))])
        #expect(world.stub.requests.count == 2)
        #expect(world.isQuiet)
    }

    @Test func disposalCancelsThePageUnderWay() {  // B1, N3
        let world = PageWorld("<?page=2>; rel=next", "<?page=3>; rel=next", nil)
        let events = world.network.pages(of: .get(), as: [Int].self).map(\.parsedData).record(on: world.clock)
        world.clock.advance(by: .milliseconds(1_500))
        events.dispose()
        #expect(events.all == [.value(at: .seconds(1), [0]), .interrupted(at: .milliseconds(1_500))])
        world.clock.run()
        #expect(world.stub.cancelledCount == 1)
        #expect(world.stub.requests.count == 2)
        #expect(world.isQuiet)
    }

    @Test func aFailureFollowsThePagesThatHaveArrived() {  // B1
        let clock = TestScheduler()
        let stub = StubTransport(
            .text("[0]", headers: ["Content-Type": "application/json", "Link": "<?page=2>; rel=next"]),
            .status(.notFound),
            clock: clock
        )
        let network = Network(transport: stub, clock: clock)
        let events = network.pages(of: .get(), as: [Int].self).map(\.parsedData).record(on: clock)
        #expect(
            events.all == [
                .value(at: .zero, [0]),
                .failed(at: .zero, .unexpectedResponseCode(httpCode: .notFound, data: nil)),
            ]
        )
    }

    @Test func onlyTheFailedPageIsRetried() {  // B1, N6
        let clock = TestScheduler()
        let page = StubTransport.Reply.text(
            "[0]",
            headers: ["Content-Type": "application/json", "Link": "<?page=2>; rel=next"]
        )
        let stub = StubTransport(page, .failure(.connectionLost), .json("[1]"), clock: clock)
        let network = Network(transport: stub, clock: clock)
        let events = network.pages(of: .get("http://api.test/a"), as: [Int].self, abortAfter: .seconds(5))
            .map(\.parsedData).record(on: clock)
        clock.run()
        #expect(events.all == [.value(at: .zero, [0]), .value(at: .seconds(1), [1]), .completed(at: .seconds(1))])
        #expect(stub.requests.map { $0.url.query() } == [nil, "page=2", "page=2"])
    }

    @Test func eachPageHasADeadlineOfItsOwn() {  // B1, N11
        let world = PageWorld("<?page=2>; rel=next", "<?page=3>; rel=next", nil, delay: .seconds(4))
        let pages = world.network.pages(of: .get(), as: [Int].self, abortAfter: .seconds(5)).map(\.parsedData)
        let events = pages.record(on: world.clock)
        world.clock.run()
        #expect(events.values == [[0], [1], [2]])
        #expect(events.all.last == .completed(at: .seconds(12)))
    }

    @Test func aThousandPagesThatArriveAtOnceNeedNoStack() {  // B1
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { _, number in
            var headers: HTTP.Headers = ["Content-Type": "application/json"]
            if number < 999 { headers.set("Link", "<?page=\(number + 2)>; rel=next") }
            return .text("[\(number)]", headers: headers)
        }
        let network = Network(transport: stub, clock: clock)
        let events = network.pages(of: .get(), as: [Int].self).map(\.parsedData).record(on: clock)
        #expect(events.values == (0..<1_000).map { [$0] })
        #expect(events.all.last == .completed(at: .zero))
    }

    @Test func aValidationThatSwallowsAPageEndsTheSequence() {  // B1, F-33
        let world = PageWorld("<?page=2>; rel=next", nil)
        let request = RequestBuilder(.get, "http://api.test/todos").validating { subject in
            subject.data == Data("[1]".utf8) ? .swallowed : .standard
        }
        let events = world.run(request.build())
        #expect(events.all == [.value(at: .seconds(1), [0]), .interrupted(at: .seconds(2))])
    }

    @Test func callsAndEndpointsHavePages() {  // B1
        let world = PageWorld(
            "</v1/todos/2>; rel=next",
            nil,
            environment: Network.Environment("http://api.test/v1")
        )
        let call = Call<[Int]>(Route(.get, "/todos"))
        let events = world.network.pages(of: call).map { "\($0.statusCode.rawValue) \($0.parsedData)" }
            .record(on: world.clock)
        world.clock.run()
        #expect(events.values == ["200 [0]", "200 [1]"])
        #expect(world.urls == ["http://api.test/v1/todos", "http://api.test/v1/todos/2"])
    }
}
