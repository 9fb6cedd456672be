#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Responses that are crafted to attack a client.
    @Suite(.serialized) struct CraftedResponseTests {
        /// The test runs in a separate process, because the response made libcurl before 8.2.0 free memory twice.
        @Test(arguments: Wire.sound) func aFoldedFirstFieldDoesNotCorruptMemory(wire: Wire) async {  // TC-13
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let server = try RawServer { peer in
                    var count = 1
                    while peer.receiveHead(count) {
                        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK")
                        count += 1
                    }
                }
                let other = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send("HTTP/1.1 200 OK\r\n\tTransfer-Encoding: chunked\r\nX: y\r\n\r\n")
                }
                let network = try wire.network()
                for _ in 1...1_000 {
                    guard await network.failure(.get(server.url())) == nil else { exit(3) }
                    let error = await network.failure(.get(other.url()))?.cause(as: TransportError.self)
                    guard error?.kind == .invalidResponse else { exit(4) }
                }
                exit(0)
            }
        }

        /// With SOCKS, the length of a name is one byte (RFC 1928 §5).
        @Test func aHostNameOfMoreThan255BytesIsInvalid() {
            let name = String(repeating: "a.", count: 130) + "test"
            #expect(throws: RequestError.self) { try Request.get("http://\(name)/").prepared() }
        }

        @Test(arguments: Wire.sound) func trailersAreLimitedLikeHeaders(wire: Wire) async throws {  // EN21
            let line = "X-Trailer: \(String(repeating: "x", count: 1_000))\r\n"
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n0\r\n")
                for _ in 1...1_000 { peer.send(line) }
                peer.send("\r\n")
                peer.drain()
            }
            let heard = try await wire.newTransport().hear(.get(server.url()))
            #expect(heard.error?.kind == .invalidResponse, "\(String(describing: heard.error))")
            #expect(heard.error?.detail?.contains("larger than") == true)
        }
    }
#endif
