#if os(Linux)
    import ReactiveNetworking
    import ReactiveStreams
    import ReactiveTestSupport
    import Testing

    /// The loop of the article "WebSockets", with a server that others have written.
    @Suite(.enabled(if: PythonWebSockets.isInstalled)) struct WebSocketsArticleTests {
        @Test func aLoopReceivesTheMessagesOfASocket() async throws {  // W1
            let server = try await PythonWebSockets()
            #expect(try await echoes(of: "hello", from: server.url) == [.text("hello")])
        }

        private func echoes(of text: String, from url: String) async throws -> [WebSocket.Message] {
            let network = Network(configuration: .patient, transport: try SocketTransport())
            var received: [WebSocket.Message] = []
            let options = WebSocketOptions(subprotocols: ["v1"])
            for try await socket in network.webSocket(Request(.get, url), options: options).values() {
                socket.send(.text(text)).start()
                for try await message in socket.messages.values() {
                    received.append(message)
                    socket.close().start()
                }
            }
            return received
        }
    }
#endif
