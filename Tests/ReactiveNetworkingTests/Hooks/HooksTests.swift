import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// Gates and layers.
@Suite struct HooksTests {
    private struct Refusal: Error, Hashable { var text = "canary" }

    private func world(_ script: StubTransport.Reply..., hooks: Hooks) -> VirtualNetwork {
        VirtualNetwork(script: script, hooks: hooks)
    }

    private func failure(_ place: HookError.Stage) -> OperationError {
        .requestFailure(error: HookError(place, cause: Refusal()))
    }

    @Test func aRequestThatATransformMakesAnewHasWhatTheLayersSay() {  // F-22, F-28
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(
            environment: Network.Environment("http://api.test"),
            configuration: Network.Configuration(headers: ["X-Layer": "1"]),
            transport: stub,
            clock: clock,
            hooks: Hooks().layer(Hooks.Transform(request: { _ in Request(.put, "/other") }))
        )
        network.send(Request(.get, "/a")).start()
        #expect(stub.requests.map { "\($0)" } == ["PUT http://api.test/other"])
        #expect(stub.requests.first?.headers["X-Layer"] == "1")
    }

    @Test func theTimeOfATransformCounts() {  // F-22, N11
        let clock = TestScheduler()
        let hooks = Hooks().layer(
            Hooks.Transform(request: { request in
                clock.advance(by: .seconds(6))
                return request
            })
        )
        let it = VirtualNetwork(script: [.text("ab").delayed(by: .seconds(5))], hooks: hooks, clock: clock)
        let events = it.network.send(.get(), abortAfter: .seconds(10)).record(on: clock)
        clock.run()
        guard case .timedOut(.seconds(10), _, 1, nil) = events.failure else {
            return #expect(Bool(false), "\(events.all)")
        }
    }

    @Test func aGateIsPassedOncePerStartBeforeAnythingIsSent() {  // F-21
        let clock = TestScheduler()
        let passed = Locked<[String]>([])
        let hooks = Hooks()
            .gate(producing: { request in
                SignalProducer<Never, Never>.empty.delay(.seconds(1), on: clock)
                    .on(completed: { passed.modify { $0.append("1 \(request.url)") } })
            })
            .gate(producing: { _ in
                SignalProducer<Int, Never>(value: 2).on(value: { _ in passed.modify { $0.append("2") } })
            })
        let it = VirtualNetwork(script: [.status(.serviceUnavailable), .status(.ok)], hooks: hooks, clock: clock)
        let producer = it.network.send(.get("http://api.test/")).map { _ in true }
        #expect(passed.value.isEmpty)
        let events = producer.record(on: clock)
        #expect(it.network.activity.count.value == 1)
        clock.advance(by: .seconds(5))
        #expect(passed.value == ["1 http://api.test/", "2"])
        #expect(it.stub.times == [.seconds(1), .seconds(2)])
        #expect(events.all == [.value(at: .seconds(2), true), .completed(at: .seconds(2))])
        producer.start()
        clock.advance(by: .seconds(5))
        #expect(passed.value.count == 4)
        #expect(it.isQuiet)
    }

    @Test func aGateThatRefusesLeavesTheRequestUnsent() {  // F-21
        let it = world(
            .status(.ok),
            hooks: Hooks().gate(producing: { _ in SignalProducer<Void, Refusal>(error: Refusal()) })
        )
        let log = it.log()
        let events = it.network.send(.get()).record(on: it.clock)
        #expect(events.all == [.failed(at: .zero, failure(.gate))])
        #expect(it.stub.requests.isEmpty)
        #expect(log.kinds.first == .began && log.kinds.count == 2)
        #expect(it.isQuiet)
    }

    @Test func aGateIsHeldToTheDeadlineAndEndsWithDisposal() {  // F-21, N3, N11
        let it = world(.status(.ok), hooks: Hooks().gate(producing: { _ in SignalProducer<Void, Never>.never }))
        let events = it.network.send(.get(), abortAfter: .seconds(2)).record(on: it.clock)
        let disposed = it.network.send(.get(), abortAfter: .seconds(2)).record(on: it.clock)
        it.clock.advance(by: .seconds(1))
        disposed.dispose()
        it.clock.advance(by: .seconds(2))
        let error = OperationError.timedOut(after: .seconds(2), phase: .preparing, attempts: 0, lastFailure: nil)
        #expect(events.all == [.failed(at: .seconds(2), error)])
        #expect(disposed.all == [.interrupted(at: .seconds(1))])
        #expect(it.isQuiet)
    }

    @Test func anAsynchronousGateThrowsItsCause() async throws {  // F-21
        let stub = StubTransport(.status(.ok))
        let refuses = Locked(true)
        let hooks = Hooks().gate { _ in
            await Task.yield()
            if refuses.value { throw Refusal() }
        }
        let network = Network(transport: stub, scheduler: ImmediateScheduler(), hooks: hooks)
        await #expect(throws: failure(.gate)) { try await network.send(.get(), abortAfter: .patience).value() }
        #expect(stub.requests.isEmpty)
        refuses.value = false
        _ = try await network.send(.get(), abortAfter: .patience).value()
        #expect(stub.requests.count == 1)
    }

    @Test func whatGoesOutPassesInOrderAndWhatComesInPassesInReverse() throws {  // F-22, F-23
        let steps = Locked<[String]>([])
        @Sendable func note(_ text: String) { steps.modify { $0.append(text) } }
        func layer(_ name: String) -> Hooks.Transform {
            Hooks.Transform(
                request: { request in
                    note("\(name) request")
                    var copy = request
                    copy.url += name
                    return copy
                },
                preparedRequest: { request in
                    note("\(name) prepared")
                    return try request.header("X-Path", (request.headers["X-Path"] ?? "") + name)
                },
                head: { head in
                    note("\(name) head")
                    var copy = head
                    copy.headers["X-Path"] = (head.headers["X-Path"] ?? "") + name
                    return copy
                },
                chunk: { $0 + Data(name.uppercased().utf8) },
                body: { body, head in
                    note("\(name) body")
                    return body + Data("(\(name) \(head.headers["X-Path"] ?? ""))".utf8)
                }
            )
        }
        let it = world(.text("x"), hooks: Hooks().layer(layer("a")).layer(layer("b")))
        let events = it.network.send(.get("http://api.test/"), parse: { String(decoding: $0, as: UTF8.self) }).record()
        let response = try #require(events.values.first)
        #expect(it.stub.requests.map { $0.url.absoluteString } == ["http://api.test/ab"])
        #expect(it.stub.requests.map { $0.headers["X-Path"] } == ["ab"])
        #expect(response.responseHeaders["X-Path"] == "ba")
        #expect(response.parsedData == "xB(b b)A(a ba)")
        #expect(
            steps.value == [
                "a request", "b request", "a prepared", "b prepared", "b head", "a head", "b body", "a body",
            ]
        )
    }

    @Test func aDescriptionIsChangedOncePerStartAndWhatIsSentInEachAttempt() {  // F-22
        let starts = Locked(0)
        let attempts = Locked(0)
        let layer = Hooks.Transform(
            request: { request in
                _ = starts.next()
                return request
            },
            preparedRequest: { request in
                try request.header("X-Attempt", "\(attempts.next())")
            }
        )
        let it = world(.status(.serviceUnavailable), .status(.ok), hooks: Hooks().layer(layer))
        let producer = it.network.send(.get())
        #expect(starts.value == 0 && attempts.value == 0)
        producer.start()
        it.clock.advance(by: .seconds(5))
        #expect(starts.value == 1 && attempts.value == 2)
        #expect(it.stub.requests.map { $0.headers["X-Attempt"] } == ["1", "2"])
    }

    @Test func aChangedDescriptionDecidesOnEverything() {  // F-22, N5, N16
        let layer = Hooks.Transform(request: { request in
            var copy = request
            copy.acceptedResponseCodes = [.notFound]
            copy.maxBodySize = 2
            return copy
        })
        let it = world(.text("12", status: .notFound), .text("123", status: .notFound), hooks: Hooks().layer(layer))
        #expect(it.network.send(.get()).record().values.count == 1)
        #expect(it.network.send(.get()).record().all.last?.event.error?.transportError?.kind == .bodyTooLarge)
    }

    @Test func eachTransformThatThrowsEndsTheOperationWithItsCause() {  // F-22, F-23, T17
        let cases: [(Hooks.Transform, HookError.Stage, Int)] = [
            (.init(request: { _ in throw Refusal() }), .request, 0),
            (.init(preparedRequest: { _ in throw Refusal() }), .preparedRequest, 0),
            (.init(head: { _ in throw Refusal() }), .head, 1),
            (.init(chunk: { _ in throw Refusal() }), .body, 1),
            (.init(body: { _, _ in throw Refusal() }), .body, 1),
        ]
        for (layer, place, sentCount) in cases {
            let it = world(.chunks([Data("a".utf8)], every: .seconds(1)), hooks: Hooks().layer(.init()).layer(layer))
            let events = it.network.send(.get(), parse: { $0 }).map { _ in 0 }.record()
            it.clock.advance(by: .seconds(9))
            #expect(events.all == [.failed(at: .zero, failure(place))])
            #expect(it.stub.requests.count == sentCount)
            #expect(failure(place).description.contains("Refusal") && !failure(place).description.contains("canary"))
            #expect(failure(place) != failure(place == .gate ? .body : .gate))
            #expect(events.all.last?.event.error?.hookError?.cause.error as? Refusal == Refusal())
            #expect(it.isQuiet)
        }
    }

    @Test func aBodyHeldBackIsBoundedAndOneThatIsNotThereIsNotAskedFor() {  // N16, F-23
        let hooks = Hooks().layer(.init(body: { _, _ in Data("never".utf8) }))
        let it = world(
            .chunks([Data(count: 3), Data(count: 3)]),
            .status(.noContent),
            .fail(.connectionLost),
            hooks: hooks
        )
        let bounded = RequestBuilder(.get, "http://api.test").maxBodySize(5).build()
        let tooLarge = it.network.send(bounded).record()
        #expect(tooLarge.all.last?.event.error?.transportError?.kind == .bodyTooLarge)
        #expect(it.network.send(.get(), parse: { $0.count }).map(\.parsedData).record().values == [0])
        let lost = it.network.send(.get(), maxRetries: 0).record()
        #expect(lost.all.last?.event.error?.transportError == .connectionLost)
    }

    @Test func aSignatureIsMadeOfWhatTheLayersHaveLeft() {  // F-22, F-19
        let layer = Hooks.Transform(preparedRequest: { try $0.header("X-Date", "today").body(Data("changed".utf8)) })
        let it = world(.status(.ok), hooks: Hooks().layer(layer))
        let sign = Authorization("signing") { request in
            "\(request.headers["X-Date"] ?? "") \(String(decoding: request.body ?? Data(), as: UTF8.self))"
        }
        it.network.send(RequestBuilder(.post, "http://api.test").authorization(sign).build()).start()
        #expect(it.stub.requests.first?.headers["Authorization"] == "today changed")
    }

    @Test func whatALayerAddsTravelsNoFurtherThanItMay() {  // N15, T3
        let layer = Hooks.Transform(preparedRequest: { try $0.header("X-Api-Key", "canary").header("X-Trace", "1") })
        let it = world(.redirect(to: "http://other.test/"), .status(.ok), hooks: Hooks().layer(layer))
        it.network.send(.get()).start()
        #expect(it.stub.requests.map { $0.headers["X-Api-Key"] } == ["canary", nil])
        #expect(it.stub.requests.map { $0.headers["X-Trace"] } == ["1", "1"])
    }

    @Test func aHeaderIsTakenAwayAndABodyIsRefusedWhereThereCanBeNone() throws {  // F-22
        let request = try RequestBuilder(.get, "http://api.test").header("X-A", "1").build().prepared()
        #expect(request.removingHeader("x-a").headers.isEmpty)
        #expect(throws: RequestError.bodyNotAllowed(.get)) { try request.body(Data("x".utf8)) }
    }
}
