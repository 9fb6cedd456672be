import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Hooks that change the settings of a request, and hooks of an environment that an operation leaves.
@Suite struct HookedSettingsTests {
    private let clock = TestScheduler()

    private func changing(_ change: @escaping @Sendable (inout Request) -> Void) -> Hooks {
        Hooks().transform(request: { request in
            var request = request
            change(&request)
            return request
        })
    }

    /// The request that is sent for `request`, after `change` by a hook of the network.
    private func sent(
        _ request: Request,
        _ settings: Network.Configuration = Network.Configuration(),
        changedBy change: @escaping @Sendable (inout Request) -> Void
    ) -> PreparedRequest? {
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(
            environment: Network.Environment("http://api.test", configuration: settings),
            configuration: Network.Configuration(hooks: changing(change)),
            transport: stub,
            clock: clock
        )
        network.send(request).start()
        return stub.requests.first
    }

    // Encodings and types

    @Test func theMethodThatAHookSetsDecidesOnThePlaceOfTheParameters() {  // F-13, F-22
        let form = Network.Configuration(parameterEncoding: .form)
        let read = sent(Request(.post, "/", parameters: ["a": 1]), form) { $0.method = .get }
        #expect(read?.description == "GET http://api.test/?a=1")
        let written = sent(Request(.get, "/", parameters: ["a": 1]), form) { $0.method = .post }
        #expect(written?.body == Data("a=1".utf8))
        #expect(written?.url.query == nil)
    }

    @Test func theBodyThatAHookSetsLeavesTheParametersToTheQuery() {  // F-06, F-22
        let form = Network.Configuration(parameterEncoding: .form)
        let request = sent(Request(.post, "/", parameters: ["a": 1]), form) { $0.body = .text("t") }
        #expect(request?.body == Data("t".utf8))
        #expect(request?.url.query == "a=1")
    }

    @Test func theBodyThatAHookSetsHasItsOwnContentType() {  // F-10, F-22
        let typed = Network.Configuration(headers: ["Content-Type": "application/json"])
        let request = sent(Request(.post, "/"), typed) { $0.body = .text("t") }
        #expect(request?.headers["Content-Type"] == "text/plain; charset=utf-8")
        let own = sent(Request(.post, "/"), typed) {
            $0.body = .text("t")
            $0.headers.set("Content-Type", "text/own")
        }
        #expect(own?.headers["Content-Type"] == "text/own")
    }

    // Layers

    @Test func aConfigurationThatAHookAssignsKeepsTheLayersBelow() {  // F-22, F-28
        let common = Network.Configuration(headers: ["X-Server": "api"], authorization: .bearer("t"))
        let endpoint = Network.Configuration(headers: ["X-Endpoint": "1"])
        let request = sent(Request(.get, "/", headers: ["X-Old": "1"], configuration: endpoint), common) {
            $0.configuration = Network.Configuration(headers: ["X-New": "1"])
        }
        #expect(
            request?.headers == [
                "X-Server": "api", "X-Endpoint": "1", "X-New": "1", "Authorization": "Bearer t",
            ]
        )
    }

    @Test func aHookCanRemoveAHeaderOfALayer() {  // F-22
        let common = Network.Configuration(headers: ["X-A": "1", "X-B": "1"])
        let request = sent(Request(.get, "/"), common) { request in
            request.headers.remove("X-A")
            var configuration = request.configuration
            configuration.headers.remove("X-B")
            request.configuration = configuration
        }
        #expect(request?.headers == [:])
    }

    @Test func aHookOfTwoLayersRunsOnce() {  // F-23
        let common = Network.Configuration(hooks: changing { $0.url += "a" })
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(
            environment: Network.Environment("http://api.test", configuration: common),
            configuration: common,
            transport: stub,
            clock: clock
        )
        network.send(Request(.get, "/")).start()
        #expect(stub.requests.map(\.description) == ["GET http://api.test/a"])
    }

    // Environments

    private func environment(_ name: String, _ configuration: Network.Configuration) -> Network.Environment {
        Network.Environment("http://\(name).test", configuration: configuration)
    }

    private func signing(_ name: String, after hooks: Hooks = Hooks()) -> Hooks {
        hooks.transform(preparedRequest: { try $0.header("X-Signed-By", ($0.headers["X-Signed-By"] ?? "") + name) })
    }

    /// Hooks that send the second attempt to `environment`.
    private func moving(to environment: Network.Environment) -> Hooks {
        Hooks().interceptor(producing: {
            { attempt in
                SignalProducer<Hooks.Decision, Never>(
                    value: attempt.number == 1 ? .retryIn(environment, after: .zero) : .proceed
                )
            }
        })
    }

    private func send(
        in home: Network.Environment,
        _ hooks: Hooks,
        _ script: StubTransport.Reply...
    ) -> (stub: StubTransport, failure: Network.OperationError?) {
        let stub = StubTransport(script: script, clock: clock)
        let network = Network(
            environment: home,
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            clock: clock
        )
        let events = network.send(Request(.get, "/")).record(on: clock)
        clock.run()
        return (stub, events.failure)
    }

    @Test func theLayersOfAnEnvironmentSeeOnlyRequestsToItsServer() {  // F-23, F-24, N15
        let home = environment("home", Network.Configuration(hooks: signing("home+")))
        let backup = environment("backup", Network.Configuration(hooks: signing("backup+")))
        let hooks = signing("network", after: moving(to: backup))
        let stub = send(in: home, hooks, .status(.notFound), .status(.ok)).stub
        #expect(stub.requests.map { $0.headers["X-Signed-By"] } == ["home+network", "backup+network"])
    }

    @Test func theInterceptorsOfAnEnvironmentSeeOnlyAttemptsAtItsServer() {  // F-24
        let asked = Locked<[String]>([])
        func noting(_ name: String, before backup: Network.Environment? = nil) -> Hooks {
            Hooks().interceptor(producing: {
                let count = Locked(0)
                return { attempt in
                    let text = "\(name) \(attempt.number) \(count.next())"
                    asked.modify { $0.append(text) }
                    let move = attempt.number == 1 ? backup : nil
                    return SignalProducer<Hooks.Decision, Never>(
                        value: move.map { .retryIn($0, after: .zero) } ?? .proceed
                    )
                }
            })
        }
        let backup = environment("backup", Network.Configuration(hooks: noting("backup")))
        let home = environment("home", Network.Configuration(hooks: noting("home")))
        let hooks = noting("network", before: backup)
        _ = send(in: home, hooks, .status(.notFound), .status(.serviceUnavailable), .status(.ok))
        // An interceptor that stays in force keeps its state.
        #expect(
            asked.value == [
                "home 1 1", "network 1 1", "backup 2 1", "network 2 2", "backup 3 2", "network 3 3",
            ]
        )
    }

    @Test func theRedirectPolicyIsThatOfTheEnvironment() {  // F-24, F-28, N15
        let home = environment("home", Network.Configuration(redirectPolicy: .never))
        let backup = environment("backup", Network.Configuration(redirectPolicy: .standard))
        let redirect = StubTransport.Reply.redirect(to: "http://backup.test/new")
        let there = send(in: home, moving(to: backup), redirect, redirect, .status(.ok))
        #expect(
            there.stub.requests.map(\.description) == [
                "GET http://home.test/", "GET http://backup.test/", "GET http://backup.test/new",
            ]
        )
        let back = send(in: backup, moving(to: home), .status(.notFound), redirect)
        #expect(back.stub.requests.count == 2)
        #expect(back.failure == .unexpectedResponseCode(httpCode: .found, data: nil))
    }

    @Test func theRetryPolicyIsThatOfTheEnvironment() {  // F-24, F-28, N7
        let patient = environment("patient", Network.Configuration(retryPolicy: .standard))
        let hasty = environment("hasty", Network.Configuration(retryPolicy: .never))
        let failures: [StubTransport.Reply] = [.status(.notFound), .status(.serviceUnavailable)]
        #expect(send(in: patient, moving(to: hasty), failures[0], failures[1]).stub.requests.count == 2)
        #expect(send(in: hasty, moving(to: patient), failures[0], failures[1], .status(.ok)).failure == nil)
    }

    @Test func theRequestChangedAfterTheGatesDecidesOnRedirects() {  // F-22, N15
        let hooks = Hooks().transform(requestAfterGates: { request in
            var request = request
            request.configuration.redirectPolicy = .never
            return request
        })
        let home = environment("home", Network.Configuration())
        let stub = send(in: home, hooks, .redirect(to: "http://home.test/new"), .status(.ok)).stub
        #expect(stub.requests.count == 1)
    }
}
