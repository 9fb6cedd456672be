import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// Hooks that change the settings of a request.
@Suite struct HookedSettingsTests {
    private let clock = TestScheduler()

    private func changing(_ change: @escaping @Sendable (inout Request) -> Void) -> Hooks {
        Hooks().layer(
            Hooks.Transform(request: { request in
                var request = request
                change(&request)
                return request
            })
        )
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
}
