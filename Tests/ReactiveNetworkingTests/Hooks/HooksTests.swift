import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Gates and transforms.
@Suite struct HooksTests {
    private struct Refusal: Error, Hashable { var text = "canary" }

    private func makeWorld(_ script: StubTransport.Reply..., hooks: Hooks) -> VirtualNetwork {
        VirtualNetwork(script: script, hooks: hooks)
    }

    private func failure(_ place: HookError.Stage) -> OperationError {
        .requestFailure(error: HookError(place, cause: Refusal()))
    }

    @Test func aNewRequestOfATransformStillInheritsTheLayers() {  // F-22, F-28
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(
            environment: Network.Environment("http://api.test"),
            configuration: Network.Configuration(
                headers: ["X-Layer": "1"],
                hooks: Hooks().transform(request: { _ in Request(.put, "/other") })
            ),
            transport: stub,
            clock: clock
        )
        network.send(Request(.get, "/a")).start()
        #expect(stub.requests.map { "\($0)" } == ["PUT http://api.test/other"])
        #expect(stub.requests.first?.headers["X-Layer"] == "1")
    }

    @Test func theTimeOfATransformCountsTowardTheDeadline() {  // F-22, N11
        let clock = TestScheduler()
        let hooks = Hooks().transform(request: { request in
            clock.advance(by: .seconds(6))
            return request
        })
        let world = VirtualNetwork(script: [.text("ab").delayed(by: .seconds(5))], hooks: hooks, clock: clock)
        let events = world.network.send(.get(), abortAfter: .seconds(10)).record(on: clock)
        clock.run()
        guard case .timedOut(.seconds(10), _, 1, nil) = events.failure else {
            return #expect(Bool(false), "\(events.all)")
        }
    }

    @Test func aGateRunsOncePerStartBeforeAnythingIsSent() {  // F-21
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
        let world = VirtualNetwork(script: [.status(.serviceUnavailable), .status(.ok)], hooks: hooks, clock: clock)
        let producer = world.network.send(.get("http://api.test/")).map { _ in true }
        #expect(passed.value.isEmpty)
        let events = producer.record(on: clock)
        #expect(world.network.activity.count.value == 1)
        clock.advance(by: .seconds(5))
        #expect(passed.value == ["1 http://api.test/", "2"])
        #expect(world.stub.times == [.seconds(1), .seconds(2)])
        #expect(events.all == [.value(at: .seconds(2), true), .completed(at: .seconds(2))])
        producer.start()
        clock.advance(by: .seconds(5))
        #expect(passed.value.count == 4)
        #expect(world.isQuiet)
    }

    @Test func aGateThatFailsLeavesTheRequestUnsent() {  // F-21
        let world = makeWorld(
            .status(.ok),
            hooks: Hooks().gate(producing: { _ in SignalProducer<Void, Refusal>(error: Refusal()) })
        )
        let log = world.log()
        let events = world.network.send(.get()).record(on: world.clock)
        #expect(events.all == [.failed(at: .zero, failure(.gate))])
        #expect(world.stub.requests.isEmpty)
        #expect(log.kinds.first == .began && log.kinds.count == 2)
        #expect(world.isQuiet)
    }

    @Test func aGateEndsAtTheDeadlineAndWithDisposal() {  // F-21, N3, N11
        let world = makeWorld(.status(.ok), hooks: Hooks().gate(producing: { _ in SignalProducer<Void, Never>.never }))
        let events = world.network.send(.get(), abortAfter: .seconds(2)).record(on: world.clock)
        let disposed = world.network.send(.get(), abortAfter: .seconds(2)).record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        disposed.dispose()
        world.clock.advance(by: .seconds(2))
        let error = OperationError.timedOut(after: .seconds(2), phase: .preparing, attempts: 0, lastFailure: nil)
        #expect(events.all == [.failed(at: .seconds(2), error)])
        #expect(disposed.all == [.interrupted(at: .seconds(1))])
        #expect(world.isQuiet)
    }

    @Test func anErrorOfAnAsynchronousGateIsTheCause() async throws {  // F-21
        let stub = StubTransport(.status(.ok))
        let refuses = Locked(true)
        let hooks = Hooks().gate { _ in
            await Task.yield()
            if refuses.value { throw Refusal() }
        }
        let network = Network(
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        await #expect(throws: failure(.gate)) { try await network.send(.get(), abortAfter: .patience).value() }
        #expect(stub.requests.isEmpty)
        refuses.value = false
        _ = try await network.send(.get(), abortAfter: .patience).value()
        #expect(stub.requests.count == 1)
    }

    @Test func transformsRunInOrderForRequestsAndInReverseForResponses() throws {  // F-22, F-23
        let steps = Locked<[String]>([])
        @Sendable func note(_ text: String) { steps.modify { $0.append(text) } }
        func adding(_ name: String, to hooks: Hooks = Hooks()) -> Hooks {
            hooks.transform(
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
        let world = makeWorld(.text("x"), hooks: adding("b", to: adding("a")))
        let events = world.network.send(
            .get("http://api.test/"),
            decoding: .custom { String(decoding: $0, as: UTF8.self) }
        ).record()
        let response = try #require(events.values.first)
        #expect(world.stub.requests.map { $0.url.absoluteString } == ["http://api.test/ab"])
        #expect(world.stub.requests.map { $0.headers["X-Path"] } == ["ab"])
        #expect(response.responseHeaders["X-Path"] == "ba")
        #expect(response.parsedData == "xB(b b)A(a ba)")
        #expect(
            steps.value == [
                "a request", "b request", "a prepared", "b prepared", "b head", "a head", "b body", "a body",
            ]
        )
    }

    @Test func requestTransformsRunOncePerStartAndPreparedOnesPerAttempt() {  // F-22
        let starts = Locked(0)
        let attempts = Locked(0)
        let hooks = Hooks().transform(
            request: { request in
                _ = starts.next()
                return request
            },
            preparedRequest: { request in
                try request.header("X-Attempt", "\(attempts.next())")
            }
        )
        let world = makeWorld(.status(.serviceUnavailable), .status(.ok), hooks: hooks)
        let producer = world.network.send(.get())
        #expect(starts.value == 0 && attempts.value == 0)
        producer.start()
        world.clock.advance(by: .seconds(5))
        #expect(starts.value == 1 && attempts.value == 2)
        #expect(world.stub.requests.map { $0.headers["X-Attempt"] } == ["1", "2"])
    }

    @Test func aTransformedRequestDeterminesAcceptanceAndLimits() {  // F-22, N5, N16
        let hooks = Hooks().transform(request: { request in
            var copy = request
            copy.acceptedCodes = [.notFound]
            copy.maxBodySize = 2
            return copy
        })
        let world = makeWorld(
            .text("12", status: .notFound),
            .text("123", status: .notFound),
            hooks: hooks
        )
        #expect(world.network.send(.get()).record().values.count == 1)
        #expect(
            world.network.send(.get()).record().all.last?.event.error?.cause(as: TransportError.self)?.kind
                == .bodyTooLarge
        )
    }

    @Test func aTransformThatThrowsEndsTheOperationWithItsCause() {  // F-22, F-23
        let cases: [(Hooks, HookError.Stage, Int)] = [
            (Hooks().transform().transform(request: { _ in throw Refusal() }), .request, 0),
            (Hooks().transform(preparedRequest: { _ in throw Refusal() }), .preparedRequest, 0),
            (Hooks().transform(head: { _ in throw Refusal() }), .head, 1),
            (Hooks().transform(chunk: { _ in throw Refusal() }), .body, 1),
            (Hooks().transform(body: { _, _ in throw Refusal() }), .body, 1),
        ]
        for (hooks, place, sentCount) in cases {
            let world = makeWorld(
                .chunks([Data("a".utf8)], every: .seconds(1)),
                hooks: hooks
            )
            let events = world.network.send(.get(), decoding: .custom { $0 }).map { _ in 0 }.record()
            world.clock.advance(by: .seconds(9))
            #expect(events.all == [.failed(at: .zero, failure(place))])
            #expect(world.stub.requests.count == sentCount)
            #expect(failure(place).description.contains("Refusal") && !failure(place).description.contains("canary"))
            #expect(failure(place) != failure(place == .gate ? .body : .gate))
            #expect(events.all.last?.event.error?.cause(as: HookError.self)?.cause.error as? Refusal == Refusal())
            #expect(world.isQuiet)
        }
    }

    @Test func bufferedBodiesAreBoundedAndMissingOnesAreNotTransformed() {  // N16, F-23
        let hooks = Hooks().transform(body: { _, _ in Data("never".utf8) })
        let world = makeWorld(
            .chunks([Data(count: 3), Data(count: 3)]),
            .status(.noContent),
            .failure(.connectionLost),
            hooks: hooks
        )
        let bounded = RequestBuilder(.get, "http://api.test").maxBodySize(5).build()
        let tooLarge = world.network.send(bounded).record()
        #expect(tooLarge.all.last?.event.error?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
        #expect(world.network.send(.get(), decoding: .custom { $0.count }).map(\.parsedData).record().values == [0])
        let lost = world.network.send(.get(), maxRetries: 0).record()
        #expect(lost.all.last?.event.error?.cause(as: TransportError.self) == .connectionLost)
    }

    @Test func aSignatureCoversTheRequestAfterAllTransforms() {  // F-22, F-19
        let hooks = Hooks().transform(preparedRequest: { try $0.header("X-Date", "today").body(Data("changed".utf8)) })
        let world = makeWorld(.status(.ok), hooks: hooks)
        let sign = Authorization("signing") { request in
            "\(request.headers["X-Date"] ?? "") \(String(decoding: request.body ?? Data(), as: UTF8.self))"
        }
        world.network.send(RequestBuilder(.post, "http://api.test").authorization(sign).build()).start()
        #expect(world.stub.requests.first?.headers["Authorization"] == "today changed")
    }

    @Test func secretHeadersAddedByATransformStayAtTheirOrigin() {  // N15
        let hooks = Hooks().transform(preparedRequest: { try $0.header("X-Api-Key", "canary").header("X-Trace", "1") })
        let world = makeWorld(.redirect(to: "http://other.test/"), .status(.ok), hooks: hooks)
        world.network.send(.get()).start()
        #expect(world.stub.requests.map { $0.headers["X-Api-Key"] } == ["canary", nil])
        #expect(world.stub.requests.map { $0.headers["X-Trace"] } == ["1", "1"])
    }

    @Test func headersCanBeRemovedAndBodiesAreRejectedWhereNotAllowed() throws {  // F-22
        let request = try RequestBuilder(.get, "http://api.test").header("X-A", "1").build().prepared()
        #expect(request.removingHeader("x-a").headers.isEmpty)
        #expect(throws: RequestError.bodyNotAllowed(.get)) { try request.body(Data("x".utf8)) }
    }
}
