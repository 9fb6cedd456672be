import Foundation
import ReactiveTestSupport
import ReactiveTesting

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// A WebSocket on virtual time whose server the test plays.
struct VirtualSocket {
    let clock: TestScheduler
    let server: ScriptedSocket
    let stub: StubTransport
    let network: Network
    /// The producer's events, with the socket as the subprotocol or "open".
    let opening: EventRecorder<String, OperationError>
    private let opened = Locked<WebSocket?>(nil)

    init(
        _ manner: ScriptedSocket.Manner = .silent,
        _ request: Request = .get("ws://chat.test/room"),
        headers: HTTP.Headers = [:],
        _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) {
        let clock = TestScheduler()
        let server = ScriptedSocket(manner: manner, clock: clock)
        self.init(server, [.webSocket(server, headers: headers)], on: clock, request, change)
    }

    init(
        _ server: ScriptedSocket,
        _ script: [StubTransport.Reply],
        on clock: TestScheduler,
        _ request: Request = .get("ws://chat.test/room"),
        _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) {
        self.clock = clock
        self.server = server
        stub = StubTransport(script: script, clock: clock)
        network = Network(transport: stub, clock: clock)
        var options = WebSocketOptions()
        change(&options)
        let opened = opened
        opening = network.webSocket(request, options: options)
            .map { socket in
                opened.withLock { $0 = socket }
                return socket.subprotocol ?? "open"
            }
            .record(on: clock)
    }

    /// The open socket.
    var socket: WebSocket? { opened.withLock { $0 } }

    func messages() -> EventRecorder<WebSocket.Message, WebSocketError>? { socket?.messages.record(on: clock) }

    /// A Boolean value that indicates whether no work is scheduled, no exchange is live, and no operation is counted.
    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }
}

extension ScriptedSocket {
    /// The opcodes and the texts of the frames, on one line.
    var sent: [String] { frames.map { "\($0.opcode) \(String(decoding: $0.payload, as: UTF8.self))" } }
}
