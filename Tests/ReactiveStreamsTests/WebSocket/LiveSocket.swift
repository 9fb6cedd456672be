#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// A WebSocket over a real connection, whose messages are collected, or sent back.
    final class LiveSocket: Sendable {
        private struct State: Sendable {
            var socket: WebSocket?
            var messages: [WebSocket.Message] = []
            var end: Termination<OperationError>?
        }

        private let state = Locked(State())
        let start: any Disposable

        init(
            _ url: String,
            over transport: any Transport,
            echoing: Bool = false,
            _ change: (inout WebSocketOptions) -> Void = { _ in }
        ) {
            var options = WebSocketOptions()
            change(&options)
            let network = Network(
                configuration: Network.Configuration(abortAfter: .patience),
                transport: transport,
                scheduler: ImmediateScheduler()
            )
            let handle = SerialDisposable()
            start = handle
            handle.inner = network.webSocket(.get(url), options: options).start { [state] event in
                switch event {
                case .value(let socket):
                    state.withLock { $0.socket = socket }
                    socket.messages.start { event in
                        guard case .value(let message) = event else { return }
                        if echoing {
                            socket.send(message).start()
                        } else {
                            state.withLock { $0.messages.append(message) }
                        }
                    }
                case .failed(let error): state.withLock { $0.end = .failed(error) }
                case .completed: state.withLock { $0.end = .completed }
                case .interrupted: state.withLock { $0.end = .interrupted }
                }
            }
        }

        var messages: [WebSocket.Message] { state.withLock { $0.messages } }
        var end: Termination<OperationError>? { state.withLock { $0.end } }
        var hasCompleted: Bool { if case .completed? = end { true } else { false } }
        var error: OperationError? { if case .failed(let error)? = end { error } else { nil } }

        /// Waits until the socket is open.
        func opened() async throws -> WebSocket {
            _ = await eventually { state.withLock { $0.socket != nil || $0.end != nil } }
            return try #require(state.withLock { $0.socket }, "it ended with \(String(describing: end))")
        }

        func hasReceived(_ count: Int) async -> Bool { await eventually { messages.count >= count } }

        func hasEnded() async -> Bool { await eventually { end != nil } }
    }
#endif
