#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// Streams of a server that others have written, also through a proxy that collects what it passes on.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: PythonStreams.isInstalled)) struct PythonStreamsTests {
        private struct Word: Decodable, Sendable {
            var text: String
        }

        private func network(_ transport: (any Transport)? = nil) throws -> Network {
            Network(
                configuration: .patient,
                transport: try transport ?? SocketTransport.keeping(),
                scheduler: ImmediateScheduler()
            )
        }

        /// Expects the events that no connection loses, whichever way they come.
        private func expectAllEvents(_ url: String, over network: Network) async throws {
            var numbers: [String] = []
            var connectionCount = 0
            var commentCount = 0
            for try await update in network.eventSourceUpdates(Request(.get, url)).values() {
                switch update {
                case .event(let event):
                    numbers.append(event.id)
                    #expect(event == ServerSentEvent(type: "add", data: "\(event.id)\nb", id: event.id))
                case .opened: connectionCount += 1
                case .comment(let text): commentCount += text == "hello" ? 1 : 0
                case .reconnecting(let delay, _): #expect(delay == .milliseconds(100))
                }
            }
            #expect(numbers == (1...PythonStreams.lastEvent).map { "\($0)" })
            #expect(connectionCount >= PythonStreams.lastEvent / 3 && commentCount == connectionCount)
        }

        @Test func aReconnectedEventStreamMissesNoEvent() async throws {  // E1 to E6, E11, E13
            let server = try await PythonStreams()
            try await expectAllEvents(server.url("/events"), over: network())
        }

        @Test(.enabled(if: Nginx.isInstalled), arguments: ["ssl", "ssl http2"])
        func aBufferingProxyLosesNoEvents(protocols: String) async throws {  // E2, E11, E13
            let server = try await PythonStreams()
            let certificates = try await Certificates.made()
            let proxy = try await Nginx(
                certificates["server"],
                protocols,
                "location /events { proxy_pass http://127.0.0.1:\(server.port); proxy_buffering on; }"
            )
            var sockets = SocketTransport.Configuration()
            sockets.keepConnections()
            sockets.tls.trust = .file(certificates.authority.certificate)
            try await expectAllEvents(proxy.url("/events"), over: network(SocketTransport(sockets)))
        }

        @Test func anAnswerEndsAtItsLastEvent() async throws {  // E16
            let server = try await PythonStreams()
            let request = RequestBuilder(.post, server.url("/answer")).json(["prompt": "all apes are fond"]).build()
            let words = try await network().eventSource(request, as: Word.self, ending: .openAI).collect().value()
            #expect(words.map(\.value.text) == ["all", "apes", "are", "fond"])
        }

        @Test func linesArriveInOrder() async throws {  // L3, L5
            let server = try await PythonStreams()
            var expected = 0
            for try await number in try network().jsonLines(Request(.get, server.url("/lines")), as: Int.self).values()
            {
                #expect(number == expected)
                expected += 1
            }
            #expect(expected == 1_000)
        }

        @Test(arguments: [0, 125, 126, 65_536, 3_000_000])
        func messagesAreEchoedByAPythonServer(count: Int) async throws {  // W3, W4, W7
            let server = try await PythonStreams()
            let live = LiveSocket(server.url("/socket", scheme: "ws"), over: try SocketTransport.keeping()) {
                $0.subprotocols = ["v1"]
            }
            let socket = try await live.opened()
            #expect(socket.subprotocol == "v1")
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let text = "x" + String(repeating: "é", count: count / 2)
            socket.send(.data(data)).start()
            #expect(await live.hasReceived(1))
            socket.send(.text(text)).start()
            #expect(await live.hasReceived(2))
            #expect(live.messages == [.data(data), .text(text)])
            socket.send(.text("close")).start()
            #expect(await live.hasEnded())
            let close = WebSocketClose(WebSocketCloseCode(rawValue: 4_000), reason: "as asked")
            #expect(live.hasCompleted && socket.state.value == .closed(close))
        }
    }
#endif
