#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// A client that echoes every message, over a connection, as suites of conformance drive one.
    @Suite(.timeLimit(.minutes(20))) struct EchoTests {
        /// Opens a socket, and echoes its messages until its end.
        private static func echo(_ url: String) async throws {
            let network = Network(
                configuration: Network.Configuration(abortAfter: .patience),
                transport: try SocketTransport.keeping()
            )
            // A busy machine delivers late.
            let options = WebSocketOptions(closeTimeout: .patience)
            for try await socket in network.webSocket(.get(url), options: options).values() {
                for try await message in socket.messages.values() {
                    socket.send(message).start()
                }
            }
        }

        private func expect(_ sample: EchoCase) async throws {
            let server = try RawServer { EchoCase.play(sample, to: $0) }
            try? await Self.echo(server.url(scheme: "ws"))
            #expect(await eventually { server.endedConnections == [1] })
            let frames = EchoCase.messages(in: server.received[1] ?? Data())
            #expect(frames.last == ClientFrame(opcode: 8, payload: sample.close))
            #expect(Array(frames.dropLast()) == sample.answers)
        }

        @Test(arguments: EchoCase.framing) func messagesAreEchoed(_ sample: EchoCase) async throws {  // W3, W4, WC-1
            try await expect(sample)
        }

        @Test(arguments: EchoCase.controls) func pingsAreAnsweredByPongs(_ sample: EchoCase) async throws {  // W7, WC-3
            try await expect(sample)
        }

        @Test(arguments: EchoCase.violations) func violationsEndTheSocket(_ sample: EchoCase) async throws {  // W5, W6
            try await expect(sample)
        }

        @Test(arguments: EchoCase.fragments) func fragmentsAreJoined(_ sample: EchoCase) async throws {  // W4, WC-11
            try await expect(sample)
        }

        @Test(arguments: EchoCase.texts) func textMustBeUTF8(_ sample: EchoCase) async throws {  // W6, WC-11, WC-13
            try await expect(sample)
        }

        @Test(arguments: EchoCase.closes) func closeFramesAreAnswered(_ sample: EchoCase) async throws {  // W8, WC-19
            try await expect(sample)
        }
    }
#endif
