import ReactiveHTTPModel
import Testing

@Suite struct TransportErrorTests {
    @Test func aClosedTransportHasNotReachedTheServerAndIsNotAskedAgain() {  // AD12, AD13
        let error = TransportError(.closed, host: "a.test")
        #expect(!error.isTransient)
        #expect(!error.mayHaveReachedServer)
        #expect(error.description == "The network or the transport is closed (host a.test)")
    }
}
