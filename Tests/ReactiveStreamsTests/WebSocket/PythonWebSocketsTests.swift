#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// A server that others have written, as the judge of the frames that go out.
    @Suite(.enabled(if: PythonWebSockets.isInstalled)) struct PythonWebSocketsTests {
        private func open(_ server: PythonWebSockets) throws -> LiveSocket {
            LiveSocket(server.url, over: try SocketTransport.keeping()) { $0.subprotocols = ["v1", "other"] }
        }

        @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 65_537, 3_000_000])
        func messagesOfAllLengthsComeBack(count: Int) async throws {  // W4
            let server = try await PythonWebSockets()
            let live = try open(server)
            let socket = try await live.opened()
            #expect(socket.subprotocol == "v1")
            let text = String(repeating: "é", count: count / 2)
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            socket.send(.text(text)).start()
            #expect(await live.hasReceived(1))
            socket.send(.data(data)).start()
            #expect(await live.hasReceived(2))
            #expect(live.messages == [.text(text), .data(data)])
            socket.close().start()
            #expect(await live.hasEnded())
            #expect(live.hasCompleted)
        }

        @Test func fragmentsAndPingsOfTheServerAreUnderstood() async throws {  // W7
            let server = try await PythonWebSockets()
            let live = try open(server)
            let socket = try await live.opened()
            for text in ["fragments", "ping"] { socket.send(.text(text)).start() }
            #expect(await live.hasReceived(2))
            #expect(live.messages == [.text("abc"), .text("ponged")])
            let pong = Locked<Duration?>(nil)
            socket.ping().startWithResult { result in pong.withLock { $0 = try? result.get() } }
            #expect(await eventually { pong.withLock { $0 } != nil })
            live.start.dispose()
        }

        @Test func manyMessagesComeBackInOrder() async throws {  // W4
            let server = try await PythonWebSockets()
            let live = try open(server)
            let socket = try await live.opened()
            for number in 0..<1_000 { socket.send(.text("\(number)")).start() }
            #expect(await live.hasReceived(1_000))
            #expect(live.messages == (0..<1_000).map { .text("\($0)") })
            live.start.dispose()
        }

        @Test func theCloseCodeOfTheServerIsReported() async throws {  // W8
            let server = try await PythonWebSockets()
            let live = try open(server)
            let socket = try await live.opened()
            socket.send(.text("close")).start()
            #expect(await live.hasEnded())
            let close = WebSocketClose(WebSocketCloseCode(rawValue: 4_000), reason: "as asked")
            #expect(live.hasCompleted && socket.state.value == .closed(close))
        }

        @Test(
            arguments: [
                ("text", 1, 16 << 20, 0), ("data", 1, 16 << 20, 0), ("text", 1, 4 << 20, 65_536),
                ("data", 1, 1 << 20, 64), ("text", 500, 0, 0), ("data", 500, 256, 0), ("text", 50, 131_072, 0),
            ]
        )
        func theClientEchoesAllMessages(kind: String, count: Int, byteCount: Int, frame: Int) async throws {  // W4, W9
            let server = try await PythonWebSockets()
            let url = server.drive(kind, count: count, byteCount: byteCount, frameByteCount: frame)
            let live = LiveSocket(url, over: try SocketTransport.keeping(), echoing: true) { $0.subprotocols = ["v1"] }
            #expect(await live.hasEnded())
            #expect(live.hasCompleted)
            #expect(try await live.opened().state.value == .closed(WebSocketClose(.normal)))
        }

        @Test func aServerThatDiesIsAFailure() async throws {  // W8
            let server = try await PythonWebSockets()
            let live = try open(server)
            let socket = try await live.opened()
            socket.send(.text("die")).start()
            #expect(await live.hasEnded())
            #expect(live.error != nil && socket.state.value == .closed(WebSocketClose(.abnormal)))
        }
    }
#endif
