import Network
import ReactiveNetworking
import ReactiveStreams
import Testing

/// A WebSocket of the platform.
@Suite struct WebSocketTests {
    @Test func aSessionDoesNotPassOverAnOfferOfCompression() throws {  // W12
        let network = Network(
            transport: URLSessionTransport(configuration: .ephemeral),
            scheduler: ImmediateScheduler()
        )
        let options = WebSocketOptions(compression: WebSocketCompression())
        let result = network.webSocket(Request(.get, "ws://127.0.0.1:1/"), options: options).first()
        guard case .failure(.requestFailure(let error))? = result else {
            Issue.record("the result is \(String(describing: result))")
            return
        }
        #expect((error as? TransportError)?.kind == .unsupported)
    }
}
