#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveStreams
    import ReactiveTesting
    import Testing

    @Suite struct WebSocketEchoTests {
        @Test func messagesAreEchoedUntilTheClientCloses() async throws {  // W11
            let server = try LoopbackServer()
            server.on("/echo") { request in .webSocketEcho(to: request) }
            let network = Network(
                configuration: Network.Configuration(abortAfter: .seconds(600)),
                transport: try SocketTransport(),
                scheduler: ImmediateScheduler()
            )
            let url = "ws" + server.url("/echo").dropFirst("http".count)
            var texts: [WebSocket.Message] = []
            for try await socket in network.webSocket(Request(.get, url)).values() {
                for text in ["a", "b", "c"] { socket.send(.text(text)).start() }
                socket.close(.normal, reason: "done").start()
                for try await message in socket.messages.values() { texts.append(message) }
                #expect(socket.state.value == .closed(WebSocketClose(.normal)))
            }
            #expect(texts == [.text("a"), .text("b"), .text("c")])
        }

        @Test func aRequestThatOpensNoWebSocketIsRefused() async throws {  // W11
            let server = try LoopbackServer()
            server.on("/echo") { request in .webSocketEcho(to: request) }
            let network = Network(
                configuration: Network.Configuration(abortAfter: .seconds(600)),
                transport: try SocketTransport(),
                scheduler: ImmediateScheduler()
            )
            await #expect(throws: Network.OperationError.self) {
                try await network.send(Request(.get, server.url("/echo")), maxRetries: 0).value()
            }
        }
    }
#endif
