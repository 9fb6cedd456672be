#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// Event streams over sockets.
    @Suite(.timeLimit(.minutes(20))) struct EventServerTests {
        private let server: LoopbackServer
        private let network = Network(configuration: .patient, scheduler: ImmediateScheduler())

        init() throws {
            server = try LoopbackServer()
        }

        @Test func aReconnectedEventStreamMissesNoEvent() async throws {  // E11, E13
            server.on("/events") { request in
                let id = Int(request.header("Last-Event-ID") ?? "0") ?? 0
                guard id < 30 else { return .status(204) }
                let events = (id + 1...id + 3).map { LoopbackServer.Reply.Chunk("id: \($0)\r\ndata: \($0)\r\n\r\n") }
                let reply: LoopbackServer.Reply = id % 2 == 0 ? .cutChunks(sending: events) : .chunked(events)
                return reply.header("Content-Type", "text/event-stream")
            }
            let options = EventSourceOptions(reconnectionTime: .milliseconds(1))
            let events = try await network.eventSource(Request(.get, server.url("/events")), options: options)
                .collect().value()
            #expect(events.map(\.data) == (1...30).map { "\($0)" })
            #expect(server.requestCount == 11)
        }

        @Test func aTypedStreamClosesItsConnectionAtTheLastEvent() async throws {  // E16
            let event = LoopbackServer.Reply.Chunk("data: 1\n\ndata: [DONE]\n\n")
            server.on(
                "POST",
                "/events",
                LoopbackServer.Reply.endless(event).header("Content-Type", "text/event-stream")
            )
            let request = RequestBuilder(.post, server.url("/events")).json([1]).build()
            let events = try await network.eventSource(request, as: Int.self, ending: .openAI).collect().value()
            #expect(events.map(\.value) == [1])
            #expect(await server.peerClosed(within: .patience))
        }

        @Test func aSlowLoopHoldsUpAnEndlessStream() async throws {  // E14
            let event = Data("data: 0123456789012345678901234567890123456789\n\n".utf8)
            let piece = (0..<1_000).reduce(into: Data()) { data, _ in data.append(event) }
            let reply = LoopbackServer.Reply.endless(LoopbackServer.Reply.Chunk(piece))
            server.on("/events", reply.header("Content-Type", "text/event-stream"))
            let counted = try CountingTransport()
            let network = Network(configuration: .patient, transport: counted)
            var iterator = network.eventSequence(Request(.get, server.url("/events"))).makeAsyncIterator()
            var received = 0
            while received < 200_000, let event = try await iterator.next() {
                received += 1
                guard event.data.utf8.count == 40 else { break }
                // The gate and one delivery of the transport bound the bytes that wait.
                let waiting = counted.byteCount.value - received * 48
                #expect(waiting <= Backpressure.standardLimit + (1 << 20))
            }
            #expect(received == 200_000)
        }

        @Test func linesArriveFromASocket() async throws {  // L3, L5
            let lines = (1...1_000).map { "{\"n\":\($0)}\r\n" }.joined()
            server.on("/lines", LoopbackServer.Reply.bytes(Array(lines.utf8)))
            struct Item: Decodable, Sendable { var n: Int }
            var sum = 0
            for try await item in network.jsonLines(Request(.get, server.url("/lines")), as: Item.self).values() {
                sum += item.n
            }
            #expect(sum == 500_500)
            #expect(server.requests.first?.header("Accept")?.hasPrefix("application/x-ndjson") == true)
        }
    }

    /// Counts the bytes of responses on their way to the network.
    private struct CountingTransport: Transport {
        let byteCount = Locked(0)
        private let base: SocketTransport

        init() throws {
            base = try SocketTransport()
        }

        var toleratesSlowObservers: Bool { true }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            base.exchange(request).on(value: { [byteCount] event in
                if case .body(let bytes) = event { byteCount.withLock { $0 += bytes.count } }
            })
        }
    }
#endif
