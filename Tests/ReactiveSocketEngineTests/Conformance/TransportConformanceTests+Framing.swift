import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// The end of a body.
    @Suite struct Framing {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
        }

        private func hear(_ wire: Wire, _ rest: String, then ending: LoopbackServer.Reply.Ending = .close) async throws
            -> Heard
        {
            server.on("/odd", .raw("HTTP/1.1 200 OK\r\n\(rest)", then: ending))
            return try await wire.hear(server.url("/odd"))
        }

        @Test(arguments: Wire.all) func aBodyShorterThanDeclaredIsATruncation(wire: Wire) async throws {
            server.on("/cut", .cutBody(declaring: 100, sending: String(repeating: "x", count: 50).utf8))
            let heard = try await wire.hear(.post(server.url("/cut")))
            #expect(heard.status == 200)
            #expect(heard.error?.kind == .truncatedResponse, "\(String(describing: heard.error))")
            #expect(heard.error?.phase == .receiving)
            #expect(heard.error?.mayHaveReachedServer == true)
            #expect(heard.error?.isTransient == true)
        }

        @Test(arguments: Wire.all) func aMissingLastChunkIsATruncation(wire: Wire) async throws {
            server.on("/chunks", .cutChunks(sending: [.init("hello")]))
            let heard = try await wire.hear(.post(server.url("/chunks")))
            #expect(heard.status == 200)
            #expect(heard.error?.kind == .truncatedResponse, "\(String(describing: heard.error))")
        }

        @Test(arguments: Wire.all) func anIncompleteChunkIsATruncation(wire: Wire) async throws {
            let heard = try await hear(wire, "Transfer-Encoding: chunked\r\n\r\n10\r\nhello")
            #expect(heard.error?.kind == .truncatedResponse, "\(String(describing: heard.error))")
        }

        @Test(arguments: Wire.all, ["FFFFFFFFFFFFFFFF", "-1", "G", "", "11111111111111111"])
        func anInvalidChunkSizeIsAProtocolError(wire: Wire, size: String) async throws {
            let heard = try await hear(wire, "Transfer-Encoding: chunked\r\n\r\n\(size)\r\nabc\r\n0\r\n\r\n")
            #expect(heard.error?.kind == .invalidResponse, "\(String(describing: heard.error))")
            #expect(heard.error?.isTransient == false)
        }

        /// Transports read `0x5` and a bare line feed differently, but none invents data.
        @Test(arguments: Wire.all, ["0x5\r\nhello\r\n0\r\n\r\n", "5\nhello\r\n0\n\n"])
        func anUnusualChunkSizeIsReadCorrectlyOrRejected(wire: Wire, chunks: String) async throws {
            let heard = try await hear(wire, "Transfer-Encoding: chunked\r\n\r\n\(chunks)")
            if heard.isWhole {
                #expect(heard.text == "hello" || heard.text.isEmpty)
            } else {
                #expect([.invalidResponse, .truncatedResponse].contains(heard.error?.kind), "\(heard)")
            }
        }

        @Test(arguments: Wire.all) func aLongChunkExtensionIsSkipped(wire: Wire) async throws {
            let padding = String(repeating: "a", count: 65_536)
            let heard = try await hear(
                wire,
                "Transfer-Encoding: chunked\r\n\r\n5;ext=\(padding)\r\nhello\r\n0\r\n\r\n"
            )
            if heard.isWhole {
                #expect(heard.text == "hello")
            } else {
                #expect(heard.error?.kind == .invalidResponse)
            }
        }

        @Test(
            arguments: Wire.sound,
            [
                "Content-Length: 3\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: 3",
                "Content-Length: 5, 3",
                "Content-Length: +5", "Content-Length: -5", "Content-Length: 0x5", "Content-Length: 5 5",
                "Content-Length: ", "Content-Length: five", "Content-Length: 99999999999999999999",
                "Content-Length: 5;",
            ]
        )
        func anInvalidOrConflictingLengthIsAProtocolError(wire: Wire, lines: String) async throws {
            let heard = try await hear(wire, "\(lines)\r\n\r\nhello")
            #expect(heard.error?.kind == .invalidResponse, "\(heard)")
            #expect(heard.error?.isTransient == false)
            #expect(heard.body.isEmpty)
        }

        @Test(arguments: Wire.sound, ["5 ", " 5", "5\r\nContent-Length: 5", "5 ,5", "05"])
        func unusualButValidLengthsAreAccepted(wire: Wire, length: String) async throws {
            let heard = try await hear(wire, "Content-Length:\(length)\r\n\r\nhello")
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.text == "hello")
        }

        @Test(arguments: Wire.sound)
        func theTransferCodingOverridesALengthAndTheConnectionIsClosed(wire: Wire) async throws {
            let chunks = "5\r\nhello\r\n0\r\n\r\n"
            for lines in [
                "Content-Length: 3\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 3",
            ] {
                let heard = try await hear(wire, "\(lines)\r\n\r\n\(chunks)", then: .keepAlive)
                #expect(heard.isWhole, "\(heard)")
                #expect(heard.text == "hello")
                server.on("/next", .text("next"))
                let next = try await wire.hear(server.url("/next"))
                #expect(next.text == "next")
                #expect(next.metrics?.reusedConnection == false)
            }
        }

        @Test(
            arguments: Wire.sound,
            [
                "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: deflate, chunked", "Transfer-Encoding: gzip", "Transfer-Encoding: identity",
                "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: ,",
                "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked;q=1", "Transfer-Encoding:",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\n , gzip",
                "Transfer-Encoding:\r\n chunked",
            ]
        )
        func aTransferCodingOtherThanChunkedIsAProtocolError(wire: Wire, lines: String) async throws {
            let zipped = String(decoding: Gzip.member("hello".utf8).prefix(15).map { $0 & 0x7F }, as: UTF8.self)
            for chunks in ["5\r\nhello\r\n0\r\n\r\n", "f\r\n\(zipped)\r\n0\r\n\r\n"] {
                let heard = try await hear(wire, "\(lines)\r\n\r\n\(chunks)")
                #expect(heard.error?.kind == .invalidResponse, "\(heard)")
                #expect(heard.error?.isTransient == false)
                #expect(heard.body.isEmpty)
            }
        }

        @Test(arguments: Wire.sound)
        func aTruncatedTransferCodingIsNotASuccess(wire: Wire) async throws {
            let zipped = Gzip.member("hello".utf8)
            for count in [1, 12, zipped.count] {
                let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
                let chunk = Array("\(String(count, radix: 16))\r\n".utf8) + zipped.prefix(count)
                server.on("/odd", .raw(Array(head.utf8) + chunk + Array("\r\n0\r\n\r\n".utf8), then: .close))
                let heard = try await wire.hear(server.url("/odd"))
                #expect(heard.error?.kind == .invalidResponse, "\(heard)")
            }
        }

        @Test(arguments: Wire.sound, ["chunked", "Chunked", " chunked ", "\tCHUNKED"])
        func unusualSpellingsOfChunkedAreAccepted(wire: Wire, value: String) async throws {
            let heard = try await hear(wire, "Transfer-Encoding:\(value)\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.text == "hello")
        }

        @Test(arguments: Wire.sound, [204, 304])
        func aResponseThatCannotHaveABodyIsReadWithoutOne(wire: Wire, status: Int) async throws {
            for framing in [
                "Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            ] {
                server.on("/none", .raw("HTTP/1.1 \(status) X\r\n\(framing)", then: .keepAlive))
                let heard = try await wire.hear(server.url("/none"))
                #expect(heard.isWhole, "\(heard)")
                #expect(heard.status == status)
                #expect(heard.body.isEmpty)
                server.on("/next", .text("next"))
                #expect(try await wire.hear(server.url("/next")).text == "next")
            }
        }

        @Test(arguments: Wire.all) func theBodyOfAResponseToHeadIsIgnored(wire: Wire) async throws {
            server.on("/head", .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", then: .keepAlive))
            let heard = try await wire.hear(RequestBuilder(.head, server.url("/head")).build())
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.headers["Content-Length"] == "5")
            #expect(heard.body.isEmpty)
            server.on("/next", .text("next"))
            #expect(try await wire.hear(server.url("/next")).text == "next")
        }

        @Test(arguments: Wire.sound) func trailersAreNotHeaders(wire: Wire) async throws {  // AD17, TC-23
            server.on(
                "/trailers",
                LoopbackServer.Reply.chunked([.init("hello")]).trailer("Digest", "x").trailer("Set-Cookie", "a=1")
            )
            let transport = try wire.transport { $0.cookies = .inMemory }
            for _ in 1...3 {
                let heard = try await transport.hear(.get(server.url("/trailers")))
                #expect(heard.isWhole)
                #expect(heard.text == "hello")
                #expect(!heard.headers.contains("Digest") && !heard.headers.contains("Set-Cookie"))
                #expect(heard.trailers == ["Digest": "x", "Set-Cookie": "a=1"])
            }
            #expect(server.requests.allSatisfy { $0.header("Cookie") == nil })
        }

        @Test(arguments: Wire.sound, [Duration.zero, .milliseconds(20)])
        func trailersBehindACodedBodyFollowItsLastBytes(wire: Wire, pause: Duration) async throws {  // AD17
            let piece = LoopbackServer.Reply.Chunk(Gzip.member("hello".utf8))
            server.on(
                "/coded",
                LoopbackServer.Reply.chunked([piece, .init("", after: pause)]).header("Content-Encoding", "gzip")
                    .trailer("Digest", "x")
            )
            let heard = try await wire.hear(server.url("/coded"))
            #expect(heard.text == "hello")
            #expect(heard.trailers == ["Digest": "x"])
        }

        @Test(arguments: Wire.all) func aBodyWithoutFramingEndsWithTheConnection(wire: Wire) async throws {
            let heard = try await hear(wire, "Content-Type: text/plain\r\n\r\nall of it")
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.text == "all of it")
        }

        @Test(arguments: Wire.sound) func bytesAfterAResponseAreNotTheNextResponse(wire: Wire) async throws {
            let smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
            for _ in 1...20 {
                let heard = try await hear(wire, "Content-Length: 5\r\n\r\nhello\(smuggled)", then: .keepAlive)
                #expect(heard.text == "hello")
                server.on("/next", .text("next"))
                #expect(try await wire.hear(server.url("/next")).text == "next")
            }
        }
    }
}
