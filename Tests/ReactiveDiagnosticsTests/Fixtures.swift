import Foundation
import ReactiveNetworking
import ReactiveTesting

/// A network on virtual time over a scripted transport.
struct VirtualNetwork {
    let clock: TestScheduler
    let network: Network

    init(_ script: StubTransport.Reply...) {
        let clock = TestScheduler()
        self.init(StubTransport(script: script, clock: clock), on: clock)
    }

    init(_ stub: StubTransport, on clock: TestScheduler, configuration: Network.Configuration? = nil) {
        self.clock = clock
        network = Network(configuration: configuration, transport: stub, clock: clock)
    }
}

/// A network over real sockets, through the transport that measures the steps of an exchange.
func realNetwork() throws -> Network {
    #if os(Linux)
        Network(configuration: .patient, transport: try SocketTransport.shared.get(), scheduler: ImmediateScheduler())
    #else
        Network(configuration: .patient, transport: URLSessionTransport.shared, scheduler: ImmediateScheduler())
    #endif
}

extension Network.Configuration {
    /// A deadline that a busy machine does not reach, for exchanges over real sockets.
    static var patient: Network.Configuration { Network.Configuration(abortAfter: .seconds(600)) }
}

/// A Boolean value that indicates whether a sanitizer watches this process, which makes every step slower.
let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

extension Endpoint where Self == Request {
    static func get(_ url: String = "http://api.test/todos/1") -> Request { RequestBuilder(.get, url).build() }
    static func post(_ url: String = "http://api.test/todos") -> Request {
        RequestBuilder(.post, url).json(["title": "Ape"]).build()
    }
}
