import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Hooks that change the request of a running operation: after the gates, and between attempts.
@Suite struct RevisedRequestTests {
    private struct Refusal: Error, Hashable {}
    private typealias Verdicts = SignalProducer<Hooks.Decision, Refusal>

    private static let backup = Network.Environment(
        "http://backup.test/v2",
        configuration: Network.Configuration(
            headers: ["X-Server": "backup"],
            authorization: .bearer("backup"),
            acceptedCodes: [.ok, 418],
            maxBodySize: 3
        )
    )

    /// Returns hooks with an interceptor that decides on each attempt.
    private func deciding(_ decide: @escaping @Sendable (Hooks.Attempt) -> Hooks.Decision) -> Hooks {
        Hooks().interceptor(producing: { { Verdicts(value: decide($0)) } })
    }

    // After the gates

    @Test func aRequestCanBeChangedAfterTheGates() {  // F-21, F-22
        let clock = TestScheduler()
        let key = Locked("none")
        let steps = Locked<[String]>([])
        let hooks = Hooks()
            .gate(producing: { _ in
                SignalProducer<Never, Never>.empty.delay(.seconds(1), on: clock).on(completed: { key.value = "opened" })
            })
            .transform(
                request: {
                    steps.modify { $0.append("described \(key.value)") }
                    return $0
                },
                requestAfterGates: { request in
                    steps.modify { $0.append("passed \(key.value)") }
                    return request.adding(headers: ["X-Key": key.value])
                },
                preparedRequest: {
                    steps.modify { $0.append("prepared") }
                    return $0
                }
            )
        let world = VirtualNetwork(script: [.status(.serviceUnavailable), .status(.ok)], hooks: hooks, clock: clock)
        let events = world.network.send(.get()).record(on: clock)
        clock.run()
        #expect(steps.value == ["described none", "passed opened", "prepared", "prepared"])
        #expect(world.stub.requests.map { $0.headers["X-Key"] } == ["opened", "opened"])
        #expect(events.values.count == 1)
        #expect(world.isQuiet)
    }

    @Test func theTransformAfterTheGatesRunsWithoutAnyGate() {  // F-22
        let hooks = Hooks().transform(requestAfterGates: { _ in Request(.put, "/other") })
        let world = EnvironmentNetwork(
            .status(418),
            configuration: Network.Configuration(headers: ["X-Layer": "1"], acceptedCodes: [418]),
            hooks: hooks
        )
        let events = world.network.send(Route(.get, "/a")).record(on: world.clock)
        #expect(world.sent == ["PUT http://api.test/other"])
        #expect(world.lastHeader("X-Layer") == "1")
        #expect(events.values.count == 1)
    }

    @Test func theCredentialsOfTheChangedRequestAreSent() async throws {  // F-18, F-22
        let authorizations: [Authorization] = [
            .bearer("known"), Authorization("computed") { _ in "Bearer computed" },
            Authorization("asked", awaiting: { _ in "Bearer asked" }),
        ]
        for authorization in authorizations {
            let stub = StubTransport(.status(.ok))
            let hooks = Hooks().transform(requestAfterGates: { request in
                var request = request
                request.authorization = authorization
                return request
            })
            let network = Network(
                configuration: Network.Configuration(hooks: hooks),
                transport: stub,
                scheduler: ImmediateScheduler()
            )
            _ = try await network.send(.get(), abortAfter: .patience).value()
            #expect(stub.requests.first?.headers["Authorization"]?.hasPrefix("Bearer ") == true)
        }
    }

    @Test func anErrorOfTheChangeAfterTheGatesLeavesTheRequestUnsent() {  // F-22
        let hooks = Hooks().transform(requestAfterGates: { _ in throw Refusal() })
        let world = VirtualNetwork(script: [.status(.ok)], hooks: hooks)
        let events = world.network.send(.get()).record(on: world.clock)
        let error = OperationError.requestFailure(error: HookError(.request, cause: Refusal()))
        #expect(events.all == [.failed(at: .zero, error)])
        #expect(world.stub.requests.isEmpty)
    }

    // Bodies

    @Test func anInterceptorSeesTheBodyOfASuccess() {  // F-24
        let bodies = Locked<[String?]>([])
        let hooks = deciding { attempt in
            bodies.modify { $0.append(attempt.body.map { String(decoding: $0, as: UTF8.self) }) }
            return attempt.body == Data("wait".utf8) ? .retry(after: .seconds(1)) : .proceed
        }
        let script: [StubTransport.Reply] = [
            .chunks([Data("wa".utf8), Data("it".utf8)]), .failure(.connectionLost), .text("no", status: .badGateway),
            .text("done"),
        ]
        let world = VirtualNetwork(script: script, hooks: hooks)
        let events = world.network.send(.get(), decoding: .text()).record(on: world.clock)
        world.clock.run()
        #expect(bodies.value == ["wait", nil, "no", "done"])
        #expect(events.values.map(\.parsedData) == ["done"])
    }

    @Test func anInterceptorDoesNotSeeTheBodyOfAFileDownload() throws {  // F-16, F-24
        let folder = try Folder()
        let bodies = Locked<[Data?]>([])
        let hooks = deciding { attempt in
            bodies.modify { $0.append(attempt.body) }
            return .proceed
        }
        let world = VirtualNetwork(script: [.text("abc")], hooks: hooks)
        world.network.download(.get(), to: .file(folder.url.appending(path: "a"))).start()
        world.clock.run()
        #expect(bodies.value == [nil])
    }

    // Environments

    @Test func theSixthAttemptUsesAnotherEnvironmentAfterFiveFailures() {  // F-24
        let hooks = deciding { attempt in
            guard attempt.error != nil else { return .proceed }
            return attempt.number == 5 ? .retryIn(Self.backup, after: .seconds(1)) : .retry(after: .zero)
        }
        let failures = Array(repeating: StubTransport.Reply.failure(.cannotConnect), count: 5)
        let clock = TestScheduler()
        let stub = StubTransport(script: failures + [.status(418)], clock: clock)
        let home = Network.Environment("http://home.test/v1", configuration: .init(authorization: .bearer("home")))
        let network = Network(
            environment: home,
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            clock: clock
        )
        let events = network.send(Route(.get, "/todos?page=2")).record(on: clock)
        clock.run()
        let elsewhere = "GET http://backup.test/v2/todos?page=2"
        let first = Array(repeating: "GET http://home.test/v1/todos?page=2", count: 5)
        #expect(stub.requests.map(\.description) == first + [elsewhere])
        #expect(
            stub.requests.map { $0.headers["Authorization"] } == Array(repeating: "Bearer home", count: 5) + [
                "Bearer backup"
            ]
        )
        #expect(stub.requests.last?.headers["X-Server"] == "backup")
        #expect(events.all.last?.time == .seconds(1))
        #expect(events.values.count == 1)
        #expect(network.activity.count.value == 0 && clock.scheduledCount == 0)
    }

    @Test func theOtherEnvironmentAppliesToAllLaterAttempts() {  // F-24, F-28, N16
        let hooks = deciding { $0.number == 1 ? .retryIn(Self.backup, after: .zero) : .proceed }
        let world = EnvironmentNetwork(.status(.notFound), .status(.serviceUnavailable), .text("four"), hooks: hooks)
        let events = world.network.send(Route(.get, "/a"), decoding: .text()).record(on: world.clock)
        world.clock.run()
        #expect(world.sent == ["GET http://api.test/a"] + Array(repeating: "GET http://backup.test/v2/a", count: 2))
        #expect(events.failure?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
    }

    @Test func theOtherEnvironmentMayUseMocks() {  // F-24, F-52
        let clock = TestScheduler()
        let stub = StubTransport(.status(.internalServerError), .text("real"), clock: clock)
        let mocks = Network.Configuration(mocks: [.on(.get, "/x", .text("mock"))])
        let mocked = Network.Environment(scheme: "http", host: "mock.test", configuration: mocks)
        let hooks = Hooks().interceptor(producing: {
            { attempt in
                SignalProducer<Hooks.Decision, Never>(
                    value: attempt.number == 1 ? .retryIn(mocked, after: .zero) : .proceed
                )
            }
        })
        let network = Network(
            environment: Network.Environment(scheme: "http", host: "real.test"),
            configuration: Network.Configuration(retryPolicy: .never, hooks: hooks),
            transport: MockingTransport(otherwise: .transport(stub), clock: clock),
            clock: clock
        )
        let events = network.send(.get("/x"), decoding: .text()).map(\.parsedData).record(on: clock)
        clock.run()
        #expect(events.values == ["mock"])
        #expect(stub.requests.count == 1)
    }

    @Test func anAbsoluteURLDoesNotChangeWithTheEnvironment() {  // F-02, N15
        let hooks = deciding { $0.number == 1 ? .retryIn(Self.backup, after: .zero) : .proceed }
        let world = EnvironmentNetwork(.status(.notFound), .status(.ok), hooks: hooks)
        world.network.send(.get("http://other.test/a")).start()
        world.clock.run()
        #expect(world.sent == ["GET http://other.test/a", "GET http://other.test/a"])
        #expect(world.lastHeader("Authorization") == nil)
    }

    @Test func changingTheEnvironmentRunsTheTransformsAgainButNotTheGates() {  // F-21, F-22
        let gates = Locked(0)
        let hooks = deciding { $0.number == 1 ? .retryIn(Self.backup, after: .zero) : .proceed }
            .gate(producing: { _ in
                _ = gates.next()
                return SignalProducer<Never, Never>.empty
            })
            .transform(
                request: { $0.adding(queryParameters: ["a": "1"]) },
                requestAfterGates: { $0.adding(headers: ["X-Key": "1"]) }
            )
        let world = EnvironmentNetwork(.status(.notFound), .status(.ok), hooks: hooks)
        let log = Locked<[String]>([])
        world.network.events.observeValues { event in log.withLock { $0.append(event.request.url) } }
        world.network.send(Route(.get, "/a")).start()
        world.clock.run()
        #expect(world.sent == ["GET http://api.test/a?a=1", "GET http://backup.test/v2/a?a=1"])
        #expect(world.lastHeader("X-Key") == "1")
        #expect(gates.value == 1)
        #expect(log.value.last == "http://backup.test/v2/a")
    }

    @Test func anErrorOfATransformDuringTheChangeOfEnvironmentIsFinal() {  // F-22, F-24
        let hooks = deciding { _ in .retryIn(Self.backup, after: .zero) }.transform(request: { request in
            if request.url.contains("backup") { throw Refusal() }
            return request
        })
        let world = EnvironmentNetwork(.status(.serviceUnavailable), hooks: hooks)
        let events = world.network.send(Route(.get, "/a")).record(on: world.clock)
        world.clock.run()
        #expect(world.sent.count == 1)
        #expect(events.failure?.cause(as: HookError.self)?.place == .request)
    }

    @Test func withoutAnAllowedRetryTheEnvironmentDoesNotChange() {  // F-24, N6
        let hooks = deciding { _ in .retryIn(Self.backup, after: .zero) }
        let world = EnvironmentNetwork(.status(418), hooks: hooks)
        let events = world.network.send(Route(.get, "/a"), maxRetries: 0).record(on: world.clock)
        world.clock.run()
        #expect(world.sent == ["GET http://api.test/a"])
        #expect(events.failure == .unexpectedResponseCode(httpCode: 418, data: nil))
    }
}
