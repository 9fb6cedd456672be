#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// Long streams and loops that sleep, in separate processes. `STREAM_BYTES=1073741824` sets their length.
    @Suite(.serialized) struct StreamMemoryTests {
        /// The memory of a process while a loop takes parts, and now and then sleeps.
        private struct Watch {
            let wanted = ProcessInfo.processInfo.environment["STREAM_BYTES"].flatMap(Int.init) ?? 192 << 20
            private let before = StreamMemoryTests.residentBytes()
            private var received = 0
            private var naps = 0
            private var largest = 0

            /// Takes a part.
            ///
            /// - Returns: False once there was enough.
            mutating func take(_ byteCount: Int) -> Bool {
                received += byteCount
                if received / (wanted / 16) > naps {
                    naps += 1
                    // The loop waits as one whose body is slow; the server goes on.
                    poll(nil, 0, 100)
                    largest = max(largest, StreamMemoryTests.residentBytes() - before)
                }
                return received < wanted
            }

            /// The server shares the process, and the first bytes are among those measured.
            func expectLittle() {
                #expect(received >= wanted)
                #expect(largest < StreamMemoryTests.bookkeepingFactor * 24 << 20, "\(largest)")
            }
        }

        private static func residentBytes() -> Int {
            let numbers = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return (numbers?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
        }

        /// ThreadSanitizer stores several bytes of metadata for each byte of memory in use.
        private static var bookkeepingFactor: Int { dlsym(nil, "__tsan_init") == nil ? 1 : 8 }

        @Test func aLoopThatSleepsHoldsUpEventsInConstantMemory() async {  // E14
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer()
                let event = "data: \(String(repeating: "a", count: 1_000))\n\n"
                let piece = Data(String(repeating: event, count: 256).utf8)
                let reply = LoopbackServer.Reply.endless(LoopbackServer.Reply.Chunk(piece))
                server.on("/events", reply.header("Content-Type", "text/event-stream"))
                let network = Network(configuration: .patient, transport: try SocketTransport.keeping())
                var watch = Watch()
                for try await event in network.eventSequence(Request(.get, server.url("/events"))) {
                    guard watch.take(event.data.utf8.count) else { break }
                }
                watch.expectLittle()
            }
        }

        @Test func aLoopBehindOperatorsHoldsUpEventsInConstantMemoryAndLosesNone() async {  // E14, R43
            await #expect(processExitsWith: .success) {
                typealias Events = SignalProducer<ServerSentEvent, Network.OperationError>
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
                    let padding = String(repeating: "a", count: 1_000)
                    var first = 0
                    repeat {
                        let piece = (first..<first + 256).map { "id: \($0)\ndata: \(padding)\n\n" }
                        first += 256
                        guard peer.send(piece.joined()) else { return }
                    } while true
                }
                let network = Network(configuration: .patient, transport: try SocketTransport.keeping())
                let events = network.eventSource(Request(.get, server.url()))
                let chains: [Events] = [
                    events.retry(upTo: 2),
                    events.flatMapError { Events(error: $0) },
                    events.flatMap(.concat) { Events(value: $0) },
                    events.observe(on: QueueScheduler(name: "hop")),
                    events.delay(.milliseconds(1), on: QueueScheduler(name: "delay")),
                ]
                for chain in chains {
                    var watch = Watch()
                    var next = 0
                    for try await event in chain.values() {
                        #expect(event.id == "\(next)")
                        next += 1
                        guard watch.take(event.data.utf8.count) else { break }
                    }
                    watch.expectLittle()
                }
            }
        }

        @Test func aLoopThatSleepsHoldsUpMessagesInConstantMemory() async {  // W9
            await #expect(processExitsWith: .success) {
                let piece = (0..<64).flatMap { _ in ServerFrame.data([UInt8](repeating: 7, count: 4_000)) }
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(WebSocketHandshake.agreement(to: peer.received))
                    while peer.send(piece) {}
                }
                let network = Network(configuration: .patient, transport: try SocketTransport.keeping())
                var watch = Watch()
                for try await socket in network.webSocket(.get(server.url(scheme: "ws"))).values() {
                    for try await message in socket.messages.values() {
                        guard watch.take(message.byteCount) else { break }
                    }
                    break
                }
                watch.expectLittle()
            }
        }

        @Test func aDecompressionBombTakesNoMoreMemoryThanItsLimit() async {  // W12, W6
            await #expect(processExitsWith: .success) {
                // A gigabyte of zeros in a megabyte.
                let frame = ServerFrame.compressed(2, isFinal: false, DeflatedZeros.bytes(byteCount: 1 << 30))
                #expect(frame.count < 1_100_000)
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(WebSocketHandshake.agreement(to: peer.received, with: "permessage-deflate"))
                    peer.send(frame)
                    peer.drain()
                }
                let transport = try SocketTransport.keeping()
                try ProcessCounts.resetPeakMemory()
                let before = try ProcessCounts.peakMemoryInKilobytes()
                let live = LiveSocket(server.url(scheme: "ws"), over: transport) {
                    $0.maxMessageByteCount = 4 << 20
                    $0.compression = WebSocketCompression()
                }
                #expect(await live.hasEnded())
                let text = "a message is larger than allowed"
                let expected = WebSocketError.protocolViolation(.messageTooBig, text)
                #expect(live.error?.cause(as: WebSocketError.self) == expected)
                let grown = try ProcessCounts.peakMemoryInKilobytes() - before
                #expect(grown < StreamMemoryTests.bookkeepingFactor * 32 << 10, "\(grown)")
            }
        }

        @Test func aHundredThousandFragmentsAndPingsTakeNoMemory() async {  // W9, WC-27
            await #expect(processExitsWith: .success) {
                let piece = (0..<1_000).flatMap { _ in ServerFrame.make(0, isFinal: false, []) + ServerFrame.ping("a") }
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(WebSocketHandshake.agreement(to: peer.received))
                    peer.send([0x01, 0x01, 0x61] as [UInt8])
                    for _ in 0..<100 { guard peer.send(piece) else { return } }
                    peer.send([0x80, 0x01, 0x62] as [UInt8])
                    peer.drain()
                }
                let live = LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping())
                _ = try await live.opened()
                let before = StreamMemoryTests.residentBytes()
                #expect(await live.hasReceived(1))
                #expect(live.messages == [.text("ab")])
                #expect(StreamMemoryTests.residentBytes() - before < StreamMemoryTests.bookkeepingFactor * 16 << 20)
                live.start.dispose()
            }
        }
    }
#endif
