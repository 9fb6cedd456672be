import ReactiveNetworking
import Testing

@Suite struct CauseTests {
    private struct Unreadable: Error {}

    private let lost = Network.OperationError.requestFailure(error: TransportError(.connectionLost))

    @Test func theCauseIsTheErrorInsideAFailureIfItHasTheType() {
        #expect(lost.cause(as: TransportError.self)?.kind == .connectionLost)
        #expect(lost.cause(as: RequestError.self) == nil)
        #expect(Network.OperationError.parseFailure(cause: Unreadable()).cause(as: Unreadable.self) != nil)
        #expect(Network.OperationError.missingData.cause(as: TransportError.self) == nil)
    }

    @Test func theLastFailureOfATimeoutIsNotItsCause() {
        let error = Network.OperationError.timedOut(
            after: .seconds(1),
            phase: .connecting,
            attempts: 2,
            lastFailure: lost
        )
        #expect(error.cause(as: TransportError.self) == nil)
    }
}
