#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// Servers that others have written, as the judges of compressed messages. `COMPRESSED_MESSAGES=10000` sets the
    /// number of random messages.
    @Suite(.timeLimit(.minutes(20))) struct PythonCompressionTests {
        private static let messageCount =
            ProcessInfo.processInfo.environment["COMPRESSED_MESSAGES"].flatMap(Int.init) ?? 300

        /// Offers that both servers accept.
        private static let offers = [
            WebSocketCompression(),
            WebSocketCompression(minMessageByteCount: 0),
            WebSocketCompression(serverNoContextTakeover: true, clientNoContextTakeover: true),
            WebSocketCompression(serverMaxWindowBits: 9, clientMaxWindowBits: 9, minMessageByteCount: 0),
            WebSocketCompression(clientNoContextTakeover: true, serverMaxWindowBits: 11, clientMaxWindowBits: 12),
        ]

        private func options(_ compression: WebSocketCompression) -> WebSocketOptions {
            WebSocketOptions(subprotocols: ["v1"], closeTimeout: .patience, compression: compression)
        }

        /// Expects that random messages come back, a few at a time.
        private func expectEchoes(from url: String, _ compression: WebSocketCompression) async throws {
            let network = Network(configuration: .patient, transport: try SocketTransport.keeping())
            var random = SplitMix(state: 5)
            var awaited: [WebSocket.Message] = [.text("permessage-deflate")]
            var count = 0
            for try await socket in network.webSocket(.get(url), options: options(compression)).values() {
                socket.send(.text("extensions")).start()
                for try await message in socket.messages.values() {
                    #expect(message == awaited.removeFirst(), "message \(count)")
                    guard awaited.isEmpty else { continue }
                    for _ in 0..<Int.random(in: 1...4, using: &random) where count < Self.messageCount {
                        awaited.append(.random(using: &random))
                        count += 1
                    }
                    for message in awaited { socket.send(message).start() }
                    if awaited.isEmpty { socket.close().start() }
                }
            }
            #expect(count == Self.messageCount && awaited.isEmpty)
        }

        @Test(.enabled(if: PythonWebSockets.isInstalled), arguments: offers)
        func randomMessagesComeBackFromWebsockets(compression: WebSocketCompression) async throws {  // W12
            let server = try await PythonWebSockets()
            try await expectEchoes(from: server.url, compression)
        }

        @Test(.enabled(if: PythonStreams.isInstalled), arguments: offers)
        func randomMessagesComeBackFromAiohttp(compression: WebSocketCompression) async throws {  // W12
            let server = try await PythonStreams()
            try await expectEchoes(from: server.url("/socket", scheme: "ws"), compression)
        }

        @Test(.enabled(if: PythonWebSockets.isInstalled)) func fragmentsAreInflated() async throws {  // W12
            let server = try await PythonWebSockets()
            let live = LiveSocket(server.url, over: try SocketTransport.keeping()) {
                $0 = options(WebSocketCompression())
            }
            let socket = try await live.opened()
            for _ in 0..<2 { socket.send(.text("fragments")).start() }
            #expect(await live.hasReceived(2))
            #expect(live.messages == [.text("abc"), .text("abc")])
            live.start.dispose()
        }

        @Test(
            .enabled(if: PythonWebSockets.isInstalled),
            arguments: [("text", 1, 16 << 20, 0), ("data", 1, 4 << 20, 65_536), ("text", 200, 300, 0)]
        )
        func theClientEchoesAllMessages(kind: String, count: Int, byteCount: Int, frame: Int) async throws {  // W12
            let server = try await PythonWebSockets()
            let url = server.drive(kind, count: count, byteCount: byteCount, frameByteCount: frame)
            let live = LiveSocket(url, over: try SocketTransport.keeping(), echoing: true) {
                $0 = options(WebSocketCompression())
            }
            #expect(await live.hasEnded())
            #expect(live.hasCompleted)
            #expect(try await live.opened().state.value == .closed(WebSocketClose(.normal)))
        }
    }

    extension WebSocket.Message {
        /// Returns a message of up to 100,000 bytes, most of them small.
        fileprivate static func random(using random: inout SplitMix) -> WebSocket.Message {
            let count = Int.random(in: 0...1 << Int.random(in: 0...16, using: &random), using: &random)
            switch UInt8.random(in: 0..<4, using: &random) {
            case 0: return .data(Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }))
            case 1: return .data(Data(repeating: UInt8.random(in: .min ... .max, using: &random), count: count))
            case 2:
                let letters = ["a", "é", "\u{20AC}", "\u{1F435}", "0", " "]
                let text = (0..<count / 2).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
                return .text("x" + text.joined())
            default:
                let items = (0..<count / 40).map { _ in
                    "{\"id\":\(UInt16.random(in: 0...999, using: &random)),\"name\":\"ape\",\"is_fond\":true}"
                }
                return .text("[\(items.joined(separator: ","))]")
            }
        }
    }
#endif
