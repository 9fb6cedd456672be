#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The exact bytes of a request on the wire.
    @Suite struct RequestBytesTests {
        /// Sends the request and returns what the server received.
        private func received(_ request: Request, from server: RawServer) async throws -> (head: [String], body: Data) {
            let heard = try await Wire.sockets.newTransport().hear(request)
            #expect(heard.isWhole, "\(heard)")
            let bytes = try #require(server.received[1])
            let end = try #require(bytes.range(of: Data("\r\n\r\n".utf8)))
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            return (head, bytes.afterHead)
        }

        /// A server that answers when the body has ended so.
        private func server(bodyEndsIn end: String = "") throws -> RawServer {
            try RawServer { peer in
                guard peer.receiveHead() else { return }
                while !peer.received.afterHead.suffix(end.utf8.count).elementsEqual(end.utf8) {
                    guard peer.receive() else { return }
                }
                peer.send("HTTP/1.1 204 No Content\r\n\r\n")
                peer.drain()
            }
        }

        @Test func aRequestIsSentAsWrittenAndTwoDefaultFieldsFollow() async throws {  // EN14
            let server = try server()
            let request = RequestBuilder(.get, server.url("/a%2Fb/../c?d=%20&e")).header("X-Two", "2")
                .header("x-one", "1").build()
            let (head, body) = try await received(request, from: server)
            let start = [
                "GET /a%2Fb/../c?d=%20&e HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "X-Two: 2", "x-one: 1",
                "Accept: */*",
            ]
            #expect(Array(head.dropLast()) == start)
            #expect(head.last?.hasPrefix("Accept-Encoding: ") == true)
            #expect(body.isEmpty)
        }

        @Test func fieldsOfTheRequestReplaceThoseOfTheTransport() async throws {  // EN14
            let server = try server()
            let request = RequestBuilder(.get, server.url("")).header("accept-encoding", "identity")
                .header("accept", "text/plain").build()
            let (head, _) = try await received(request, from: server)
            let fields = ["accept-encoding: identity", "accept: text/plain"]
            #expect(head == ["GET / HTTP/1.1", "Host: 127.0.0.1:\(server.port)"] + fields)
        }

        @Test func theHostIsSentAsWritten() async throws {  // EN10, EN14
            let server = try server()
            let (head, _) = try await received(.get("http://LocalHost:\(server.port)/"), from: server)
            #expect(head.contains { $0.lowercased() == "host: localhost:\(server.port)" }, "\(head)")
        }

        @Test func aBodyOfUnknownLengthIsSentInChunks() async throws {  // EN14
            let server = try server(bodyEndsIn: "0\r\n\r\n")
            let body = Body.stream {
                AsyncStream<Data> { continuation in
                    for piece in ["Hello", "", "!"] { continuation.yield(Data(piece.utf8)) }
                    continuation.finish()
                }
            }
            let (head, bytes) = try await received(RequestBuilder(.put, server.url()).body(body).build(), from: server)
            #expect(head.contains("Transfer-Encoding: chunked"))
            #expect(!head.contains { $0.hasPrefix("Content-Length") })
            // Pieces may be joined.
            let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "⏎")
            #expect(["5⏎Hello⏎1⏎!⏎0⏎⏎", "6⏎Hello!⏎0⏎⏎"].contains(text), "\(text)")
        }

        @Test func aConnectRequestOfTheUserIsUnsupported() async throws {  // EN14
            let server = try LoopbackServer()
            let heard = try await Wire.sockets.hear(RequestBuilder("CONNECT", server.url("/")).build())
            #expect(heard.error?.kind == .unsupported, "\(heard)")
            #expect(heard.error?.mayHaveReachedServer == false)
            #expect(server.acceptedConnectionCount == 0)
        }
    }
#endif
