#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Sources of bodies that do not deliver what they announced.
    @Suite struct BodySourceTests {
        private struct Broken: Error {}

        /// Pieces of equal size, and then the end or an error.
        private func pieces(of size: Int, total: Int, thenFails: Bool) -> AsyncThrowingStream<Data, any Error> {
            AsyncThrowingStream { continuation in
                for _ in 0..<(total / size) { continuation.yield(Data(repeating: UInt8(ascii: "b"), count: size)) }
                continuation.finish(throwing: thenFails ? Broken() : nil)
            }
        }

        /// Sends a body that is announced with 100 bytes. No server may take it for a whole one.
        private func check(_ size: Int, total: Int, thenFails: Bool) async throws {
            let server = try RawServer { $0.drain() }
            let body = Body.stream(byteCount: 100) { pieces(of: size, total: total, thenFails: thenFails) }
            let heard = try await Wire.sockets.newTransport()
                .hear(RequestBuilder(.post, server.url()).body(body).build())
            #expect(heard.error?.kind == .bodyUnavailable, "\(heard)")
            #expect(heard.error?.isTransient == false)
            #expect((heard.error?.cause?.error is Broken) == thenFails)
            #expect(await eventually { server.endedConnections.count == server.connectionCount })
            #expect(server.received.values.allSatisfy { $0.afterHead.count <= 99 }, "\(server.received)")
        }

        @Test(arguments: [1, 10, 50, 100, 200])
        func aSourceThatDeliversTooMuchIsAFailure(size: Int) async throws {  // EN15, TC-45
            try await check(size, total: 200, thenFails: false)
        }

        @Test(arguments: [1, 10, 50])
        func aSourceThatDeliversTooLittleIsAFailure(size: Int) async throws {  // EN15
            try await check(size, total: 50, thenFails: false)
        }

        @Test(arguments: [10, 50, 100])
        func aSourceThatFailsBehindItsLastByteIsAFailure(size: Int) async throws {  // EN15
            try await check(size, total: 100, thenFails: true)
        }

        @Test func aFailedSourceOfUnknownLengthDoesNotSendTheLastChunk() async throws {  // EN15
            let server = try RawServer { $0.drain() }
            let body = Body.stream { pieces(of: 10, total: 50, thenFails: true) }
            let heard = try await Wire.sockets.newTransport()
                .hear(RequestBuilder(.post, server.url()).body(body).build())
            #expect(heard.error?.kind == .bodyUnavailable, "\(heard)")
            #expect(await eventually { server.endedConnections.count == server.connectionCount })
            #expect(server.received.values.allSatisfy { $0.afterHead.occurrences(of: "0\r\n\r\n") == 0 })
        }
    }
#endif
