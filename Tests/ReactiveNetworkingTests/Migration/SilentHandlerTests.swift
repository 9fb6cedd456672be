import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

/// A handler with a method in place of the property.
private struct Mistaken: AuthenticationHandler { func authHeader() -> String { "Bearer t" } }

private struct Unused: AuthenticationHandler {}

private struct Intended: AuthenticationHandler { var authHeader: String? { nil } }

@Suite struct SilentHandlerTests {
    private func send(_ handler: any AuthenticationHandler) -> String? {
        let clock = TestScheduler()
        let stub = StubTransport(.status(.noContent), clock: clock)
        let request = ApeRequestBuilder(endpoint: Request(.get, "http://silent.test/")).add(authHandler: handler)
            .build()
        Network(transport: stub, clock: clock).send(request).start()
        clock.run()
        return stub.requests.first.map { $0.headers["Authorization"] ?? "nothing" }
    }

    @Test func aHandlerThatSendsNothingIsReportedOnce() {
        #expect(SilentHandlers.notice(of: Unused.self)?.contains("Unused sends no Authorization") == true)
        #expect(SilentHandlers.notice(of: Unused.self) == nil)
        #expect(send(Mistaken()) == "nothing")
        #expect(SilentHandlers.notice(of: Mistaken.self) == nil)
    }

    @Test func aHandlerDeclaredToSendNothingIsNotReported() {
        #expect(send(Intended()) == "nothing")
        #expect(SilentHandlers.notice(of: Intended.self) != nil)
    }
}
