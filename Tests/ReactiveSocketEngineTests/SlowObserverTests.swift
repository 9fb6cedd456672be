#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Observers that are slower than the connection, in separate processes because memory is measured.
    @Suite(.serialized) struct SlowObserverTests {
        @Test func aCodedBodyWaitsInLittleMemory() async {  // EN23, TC-33
            await #expect(processExitsWith: .success) {
                let megabyte = SlowObserverTests.codedMegabyte
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(head)
                    for _ in 0..<60 { guard peer.send(megabyte.bytes) else { return } }
                }
                let transport = try SocketTransport.keeping { $0.bufferByteCount = 64 << 10 }
                let exchange = try transport.exchange(Request.get(server.url()).prepared())
                // The first exchange loads what all need.
                _ = try await exchange.filter { if case .body = $0 { true } else { false } }.firstValue()
                try ProcessCounts.resetPeakMemory()
                let before = try ProcessCounts.peakMemoryInKilobytes()
                let tally = Locked((byteCount: 0, largest: 0))
                let error = Locked<TransportError?>(nil)
                await withCheckedContinuation { continuation in
                    exchange.start { event in
                        switch event {
                        case .value(.body(let piece)):
                            tally.withLock { tally in
                                tally.byteCount += piece.count
                                tally.largest = max(tally.largest, piece.count)
                            }
                            poll(nil, 0, 2)
                        case .value: break
                        case .failed(let failure):
                            error.withLock { $0 = failure }
                            continuation.resume()
                        case .completed, .interrupted: continuation.resume()
                        }
                    }
                }
                let growth = try ProcessCounts.peakMemoryInKilobytes() - before
                #expect(error.withLock { $0 } == nil)
                #expect(tally.withLock { $0.byteCount } == 60 * megabyte.decodedByteCount)
                #expect(tally.withLock { $0.largest } <= 128 << 10)
                // ThreadSanitizer stores several bytes of metadata for each byte of memory in use.
                #expect(growth < (isSanitized ? 8 : 1) * 4_096, "\(growth) kB")
            }
        }

        @Test func aSocketIsNotReadWhileTheBufferOfASlowObserverIsFull() async {  // EN23
            await #expect(processExitsWith: .success) {
                let sent = Locked(0)
                let piece = [UInt8](repeating: 7, count: 65_536)
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                    while peer.send(piece) { if peer.number == 2 { sent.withLock { $0 += piece.count } } }
                }
                let transport = try SocketTransport.keeping { $0.bufferByteCount = 64 << 10 }
                let exchange = try transport.exchange(Request.get(server.url()).prepared())
                // The first exchange loads what all need.
                _ = try await exchange.filter { if case .body = $0 { true } else { false } }.firstValue()
                try ProcessCounts.resetPeakMemory()
                let before = try ProcessCounts.peakMemoryInKilobytes()
                let isHeld = Locked(true)
                let handle = exchange.start { event in
                    guard case .value(.body) = event else { return }
                    while isHeld.withLock({ $0 }) { poll(nil, 0, 5) }
                }
                // Until the buffers of both sockets are full as well.
                var latest = -1
                while latest != sent.withLock({ $0 }) || latest == 0 {
                    latest = sent.withLock { $0 }
                    try await Task.sleep(for: .milliseconds(300))
                }
                let growth = try ProcessCounts.peakMemoryInKilobytes() - before
                #expect(growth < (isSanitized ? 8 : 1) * 4_096, "\(growth) kB")
                handle.dispose()
                isHeld.withLock { $0 = false }
                #expect(await eventually { server.endedConnections.contains(2) })
            }
        }

        /// A megabyte in two gzip members of 56 kB: one that cannot be compressed, and one of zeros.
        private static var codedMegabyte: (bytes: [UInt8], decodedByteCount: Int) {
            var random = SplitMix(state: 1)
            let noise = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            return (Gzip.member(noise) + Gzip.manyZeros(3_683), 50_000 + 1 + 3_683 * 258)
        }
    }
#endif
