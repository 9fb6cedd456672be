import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct CollapsingTests {
    private let second = Duration.seconds(1)

    @Test func theSharedExchangeEndsWhenItsLastCallerLeaves() {  // H36
        let world = CacheWorld(.never)
        let answers = (0..<3).map { _ in world.begin() }
        for answer in answers.dropLast() { answer.dispose() }
        #expect(world.stub.cancelledCount == 0)
        answers[2].dispose()
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
        world.begin()
        #expect(world.count == 2)
    }

    @Test func aResponseThatIsNotStorableAnswersOneRequest() {  // H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { _, number in .cached("no-store", "\(number)").delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let answers = (0..<4).map { _ in world.begin() }
        world.at(3)
        #expect(answers.map(\.text).sorted() == ["0", "1", "2", "3"])
        #expect(stub.times == [.zero] + Array(repeating: second, count: 3))
        #expect(world.isQuiet)
    }

    @Test func aCallerThatLeavesDoesNotPassAnUnstorableResponseOn() {  // H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .cached("no-store", request.headers["X"] ?? "").delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let first = world.begin(.get, "http://cache.test/a", ["X": "1"])
        let other = world.begin(.get, "http://cache.test/a", ["X": "2"])
        first.dispose()
        world.at(3)
        #expect(other.text == "2")
        #expect(world.isQuiet)
    }

    /// In memory, there is no gate that a slow caller could hold up, so the size of what waits for it must be known.
    @Test(arguments: [true, false]) func aCallerWithBackpressureJoinsTheExchangeOfOneWithout(knowsSize: Bool) {  // H36
        let clock = TestScheduler()
        let pieces = (0..<4).map { Data([UInt8($0)]) }
        var headers: HTTP.Headers = ["Cache-Control": "max-age=60"]
        if knowsSize { headers.add("Content-Length", "4") }
        let stub = StubTransport(.chunks(pieces, every: .seconds(1), headers: headers), clock: clock)
        let world = CacheWorld(stub, clock)
        let fast = world.begin()
        let early = PacedCaller(world, accepting: 1)
        world.at(2)
        let late = PacedCaller(world, accepting: 1)
        world.at(10)
        #expect(fast.data == Data([0, 1, 2, 3]))
        #expect([early, late].map(\.answer.hasEnded) == [false, false])
        // The first of those with a pace has a fetch with a gate, which the other one joins.
        #expect(world.count == (knowsSize ? 1 : 2))
        early.takeAll()
        late.takeAll()
        #expect([early, late].map(\.answer.data) == [fast.data, fast.data])
        #expect(world.isQuiet)
    }

    @Test func aRequestForAnotherVariantIsSentByItself() {  // H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .cached("max-age=60", request.headers["Foo"] ?? "", ["Vary": "Foo"]).delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let answers = ["1", "2", "1"].map { world.begin(.get, "http://cache.test/a", ["Foo": $0]) }
        world.at(3)
        #expect(answers.map(\.text) == ["1", "2", "1"])
        #expect(world.count == 2)
    }

    @Test(arguments: [true, false]) func callersOfAnotherVariantShareTheNextExchange(isWhole: Bool) {  // H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .cached("max-age=60", request.headers["Foo"] ?? "", ["Vary": "Foo"]).delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock, isWhole: isWhole)
        let values = (0..<10).map { "\($0 % 2)" }
        let answers = values.map { world.begin(.get, "http://cache.test/a", ["Foo": $0]) }
        world.at(3)
        #expect(answers.map(\.text) == values)
        #expect(stub.times == [.zero, second])
        #expect(answers.count { $0.cacheStatus?.isCollapsed == true } == 8)
        #expect(world.cache.statistics.value.stored == 2)
        #expect(world.isQuiet)
    }

    @Test func eachVariantHasOneExchangeAtATime() {  // H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            let text = "\(request.headers["Foo"] ?? "")\(request.headers["Bar"] ?? "")"
            return .cached("max-age=60", text, ["Vary": "Foo, Bar"]).delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let fields: [HTTP.Headers] = (0..<4).flatMap { foo in
            [["Foo": "\(foo)"], ["Foo": "\(foo)", "Bar": ""], ["Foo": "\(foo)", "Bar": "b"]] as [HTTP.Headers]
        }
        let answers = (fields + fields + fields).map { world.begin(.get, "http://cache.test/a", $0) }
        let left = answers[5]
        world.at(0.5)
        left.dispose()
        world.at(3)
        for (index, answer) in answers.enumerated() where answer !== left {
            let field = fields[index % fields.count]
            #expect(answer.text == "\(field["Foo"] ?? "")\(field["Bar"] ?? "")")
        }
        #expect(stub.times == [.zero] + Array(repeating: second, count: 11))
        #expect(world.isQuiet)
    }

    @Test func callersWithAnotherCookieShareTheNextExchange() {  // H19, H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .cached("max-age=60, private", request.headers["Cookie"] ?? "").delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let users = ["a", "b", "b", "a", "b"]
        let answers = users.map { world.begin(.get, "http://cache.test/a", ["Cookie": $0]) }
        world.at(3)
        #expect(answers.map(\.text) == users)
        #expect(world.count == 2)
    }

    @Test func requestsWithoutACookieShareNoResponseThatVariesByCookie() {  // H19, H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { _, number in
            .cached("max-age=60", "\(number)", ["Vary": "Cookie"]).delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let answers = (0..<4).map { _ in world.begin() }
        world.at(3)
        #expect(answers.map(\.text).sorted() == ["0", "1", "2", "3"])
        #expect(stub.times == [.zero] + Array(repeating: second, count: 3))
    }

    @Test func callersOfAnotherStaleVariantShareItsValidation() {  // H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            guard request.headers["If-None-Match"] == nil else {
                return .status(.notModified, headers: ["Cache-Control": "max-age=60"]).delayed(by: .seconds(1))
            }
            let foo = request.headers["Foo"] ?? ""
            return .cached("max-age=1", foo, ["Vary": "Foo", "ETag": "\"\(foo)\""])
        }
        let world = CacheWorld(stub, clock)
        for foo in ["0", "1"] { world.send(.get, "http://cache.test/a", ["Foo": foo]) }
        world.at(5)
        let answers = (0..<10).map { world.begin(.get, "http://cache.test/a", ["Foo": "\($0 % 2)"]) }
        world.at(9)
        #expect(answers.map(\.summary) == (0..<10).map { "304 200 \($0 % 2)" })
        #expect(world.count == 4)
        #expect(world.isQuiet)
    }

    @Test func callersOfDifferentIdentitiesDoNotShareAnExchange() {  // H19, H36
        let world = CacheWorld(StubTransport.Reply.cached("max-age=60").delayed(by: .seconds(1)))
        for user in ["A", "B", "A"] { world.begin(.get, "http://cache.test/a", ["Authorization": user]) }
        #expect(world.count == 2)
    }

    @Test func aPrivateResponseIsSharedOnlyByCallersWithItsCookie() {  // H19, H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .cached("max-age=60, private", request.headers["Cookie"] ?? "").delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        let answers = ["a", "b", "a"].map { world.begin(.get, "http://cache.test/a", ["Cookie": $0]) }
        world.at(3)
        #expect(answers.map(\.text) == ["a", "b", "a"])
        #expect(world.count == 2)
    }

    @Test func aFailureBeforeTheHeadReachesAllCallers() {  // H36
        let world = CacheWorld(
            StubTransport.Reply.failure(.connectionLost).delayed(by: .seconds(1)),
            .cached("max-age=60")
        )
        let answers = (0..<5).map { _ in world.begin() }
        world.at(2)
        #expect(answers.allSatisfy { $0.error?.kind == .connectionLost })
        #expect(world.count == 1)
        #expect(world.get().summary == "net 200 a")
    }

    @Test func aFailureWithinTheBodyReachesAllCallers() {  // H36
        let body = [Data("1".utf8), Data("2".utf8)]
        let headers: HTTP.Headers = ["Cache-Control": "max-age=60"]
        let world = CacheWorld(.cut(afterSending: body, every: .seconds(1), headers: headers))
        let first = world.begin()
        world.at(1.5)
        let late = world.begin()
        #expect(late.text == "1")
        world.at(3)
        #expect([first, late].allSatisfy { $0.error?.kind == .truncatedResponse && $0.text == "12" })
        #expect(world.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aCallerThatJoinsDuringTheBodyReceivesItFromTheBeginning() {  // H36
        let body = ["1", "2", "3"].map { Data($0.utf8) }
        let world = CacheWorld(.chunks(body, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]))
        world.begin()
        world.at(2.5)
        let late = world.begin()
        #expect(late.text == "12")
        #expect(late.note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200; stored; collapsed")
        world.at(4)
        #expect(late.summary == "net 200 123")
        #expect(world.count == 1)
    }

    @Test(arguments: [
        ("max-age=60", "max-age=3", true), ("max-age=60", "max-age=2", false), ("max-age=60", "min-fresh=57", true),
        ("max-age=60", "min-fresh=58", false), ("max-age=60, immutable", "max-age=2", true), ("max-age=0", "foo", true),
        ("max-age=0", "min-fresh=1", false), ("max-age=60, no-cache", "foo", false),
    ])
    func aCallerMayLimitTheAgeOfAResponseItJoins(control: String, request: String, isShared: Bool) {  // H20, H21, H36
        let body = ["1", "2", "3"].map { Data($0.utf8) }
        let world = CacheWorld(.chunks(body, every: .seconds(1), headers: ["Cache-Control": control]))
        world.begin()
        world.at(2.5)
        let late = world.begin(.get, "http://cache.test/a", ["Cache-Control": request])
        #expect(world.count == (isShared ? 1 : 2))
        world.at(10)
        #expect(late.summary == "net 200 123")
        #expect(late.cacheStatus?.isCollapsed == isShared)
    }

    @Test func aPrivateResponseWithoutACookieIsNotSharedByCallersWithOne() {  // H19, H36
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .chunks(
                [Data((request.headers["Cookie"] ?? "none").utf8)],
                every: .seconds(1),
                headers: ["Cache-Control": "max-age=60, private"]
            )
        }
        let world = CacheWorld(stub, clock)
        let users: [HTTP.Headers] = [[:], ["Cookie": "a"], [:]]
        let answers = users.map { world.begin(.get, "http://cache.test/a", $0) }
        world.at(0.5)
        let late = world.begin(.get, "http://cache.test/a", ["Cookie": "b"])
        world.at(3)
        #expect(answers.map(\.text) == ["none", "a", "none"])
        #expect(late.text == "b")
        #expect(world.count == 3)
    }

    @Test func theSlotsOfCallersThatLeaveAreReused() {  // H36
        let body = (0..<4).map { Data("\($0)".utf8) }
        let world = CacheWorld(.chunks(body, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]))
        let first = world.begin()
        world.at(1.5)
        var left: [CacheAnswer] = []
        for _ in 0..<10_000 {
            let answer = world.begin()
            answer.dispose()
            left.append(answer)
        }
        let last = world.begin()
        // Those who have left do not leave again in the place of others.
        for answer in left { answer.dispose() }
        let fetches = world.cache.core.table.all
        #expect(fetches.map { fetch in fetch.state.withLock { $0.participants.count } } == [2])
        world.at(10)
        #expect([first, last].map(\.text) == ["0123", "0123"])
        #expect(left.allSatisfy { $0.text == "0" })
        #expect(world.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aCallerThatLeavesDuringItsDeliveryKeepsItsSlotUntilTheEnd() {  // H36
        let body = (0..<4).map { Data("\($0)".utf8) }
        let world = CacheWorld(.chunks(body, every: .seconds(1), headers: ["Cache-Control": "max-age=60"]))
        let first = world.begin()
        world.at(1.5)
        let inner = Locked<CacheAnswer?>(nil)
        let work = Locked<(any Disposable)?>(nil)
        guard let request = try? RequestBuilder(.get, "http://cache.test/a").build().prepared() else { return }
        let disposable = world.cache.exchange(request).start { event in
            guard case .value(.body) = event, inner.withLock({ $0 == nil }), let own = work.withLock({ $0 }) else {
                return
            }
            own.dispose()
            inner.withLock { $0 = world.begin() }
        }
        work.withLock { $0 = disposable }
        world.at(10)
        #expect(first.text == "0123")
        #expect(inner.withLock { $0 }?.summary == "net 200 0123")
        #expect(world.count == 1)
        #expect(world.isQuiet)
    }

    @Test func a304AnswersAllWaitingCallers() {  // H36
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            StubTransport.Reply.status(.notModified, headers: ["Cache-Control": "max-age=60"]).delayed(by: .seconds(1))
        )
        world.get()
        world.at(5)
        let answers = (0..<3).map { _ in world.begin() }
        world.at(7)
        #expect(answers.map(\.summary) == ["304 200 1", "304 200 1", "304 200 1"])
        #expect(answers.map { $0.cacheStatus?.isCollapsed } == [false, true, true])
        #expect(world.count == 2)
        #expect(world.cache.statistics.value.validations == 1)
    }

    @Test(arguments: ["no-cache", "max-age=0", "no-store"])
    func requestsThatDemandAFreshResponseAreNotCollapsed(control: String) {  // H36
        let world = CacheWorld(StubTransport.Reply.cached("max-age=60").delayed(by: .seconds(1)))
        for _ in 0..<3 { world.begin(.get, "http://cache.test/a", ["Cache-Control": control]) }
        #expect(world.count == 3)
    }

    @Test func eachCallerOfASharedExchangeHasItsOwnDeadline() {  // H36
        let world = CacheWorld(StubTransport.Reply.cached("max-age=60").delayed(by: .seconds(3)))
        let network = world.network
        let url = "http://cache.test/a"
        let short = network.send(.get(url), abortAfter: .seconds(1)).record(on: world.clock)
        let long = network.send(.get(url), abortAfter: .seconds(5)).record(on: world.clock)
        world.clock.run()
        #expect(short.values.isEmpty)
        #expect(long.values.count == 1)
        #expect(world.count == 1)
    }

    @Test func aThousandRequestsShareOneExchange() {  // H36
        let world = CacheWorld(StubTransport.Reply.cached("max-age=60").delayed(by: .seconds(1)))
        let answers = (0..<1_000).map { _ in world.begin() }
        for index in stride(from: 0, to: 1_000, by: 3) { answers[index].dispose() }
        world.at(2)
        #expect(answers.filter(\.isComplete).count == 666)
        #expect(world.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aRequestFromInsideTheDeliveryFindsTheResponseStored() {  // H15
        let world = CacheWorld(.cached("max-age=60"))
        let inner = Locked<CacheAnswer?>(nil)
        guard let request = try? RequestBuilder(.get, "http://cache.test/a").build().prepared() else { return }
        world.cache.exchange(request).startWithCompleted { inner.withLock { $0 = world.begin() } }
        #expect(inner.withLock { $0 }?.summary == "hit 200 a")
    }

    @Test func aSlowStreamHoldsUpNoOtherCaller() {  // H35, H36
        let clock = TestScheduler()
        let pieces = (0..<8).map { Data(repeating: UInt8($0), count: 100_000) }
        let stub = StubTransport(clock: clock) { _, _ in
            .chunks(pieces, every: .seconds(1), headers: ["Cache-Control": "max-age=60"])
        }
        let world = CacheWorld(stub, clock)
        let slow = PacedCaller(world)
        let fast = world.begin()
        world.at(20)
        #expect(fast.data == Data(pieces.joined()))
        #expect(fast.isComplete)
        #expect(slow.answer.pieces.count == 3)
        slow.takeAll()
        #expect(slow.answer.data == Data(pieces.joined()))
        #expect(slow.answer.isComplete)
        #expect(world.count == 1)
    }
}
