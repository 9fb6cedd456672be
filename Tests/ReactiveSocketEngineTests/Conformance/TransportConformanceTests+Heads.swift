import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// Status lines and header fields.
    @Suite struct Heads {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
        }

        private func hear(_ wire: Wire, _ bytes: some Sequence<UInt8>) async throws -> Heard {
            server.on("/odd", .raw(bytes, then: .close))
            return try await wire.hear(server.url("/odd"))
        }

        private func hear(_ wire: Wire, header line: String) async throws -> Heard {
            try await hear(wire, "HTTP/1.1 200 OK\r\nX-A: 1\r\n\(line)\r\nContent-Length: 2\r\n\r\nok".utf8)
        }

        @Test(arguments: Wire.all) func interimResponsesAreNotTheFinalResponse(wire: Wire) async throws {
            server.on("/103", LoopbackServer.Reply.text("hi").interim(103, headers: [.init("Link", "</a.css>")]))
            let heard = try await wire.hear(server.url("/103"))
            #expect(heard.informational == [103])
            #expect(heard.status == 200)
            #expect(heard.text == "hi")
            #expect(!heard.headers.contains("Link"))
        }

        @Test(arguments: Wire.sound)
        func aThousandInterimResponsesPrecedeTheFinalOne(wire: Wire) async throws {
            server.on("/102", (1...1_000).reduce(LoopbackServer.Reply.text("hi")) { reply, _ in reply.interim(102) })
            let heard = try await wire.hear(server.url("/102"))
            #expect(heard.informational == Array(repeating: 102, count: 1_000))
            #expect(heard.text == "hi")
        }

        @Test(arguments: Wire.sound) func endlessInterimResponsesAreTooLarge(wire: Wire) async throws {
            server.on("/102", (1...20_000).reduce(LoopbackServer.Reply.text("hi")) { reply, _ in reply.interim(102) })
            let heard = try await wire.hear(server.url("/102"))
            #expect(heard.error?.kind == .invalidResponse)
            #expect(heard.heads.isEmpty)
        }

        @Test(arguments: Wire.sound, ["HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.0 200 OK", "HTTP/1.0 200"])
        func minimalStatusLinesAreAccepted(wire: Wire, line: String) async throws {
            let heard = try await hear(wire, "\(line)\r\nContent-Length: 2\r\n\r\nok".utf8)
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.status == 200)
            #expect(heard.text == "ok")
        }

        @Test(
            arguments: Wire.sound,
            [
                "ICY 200 OK", "HTTP/0.9 200 OK", "HTTP/1.1 099 X", "HTTP/1.1 1000 X", "HTTP/1.1 20 X",
                "HTTP/1.1 2OO OK",
                "HTTP/1.1  200 OK", "HTTP/1.1", "HTTP/1.1\tOK", "HTTP/1.1 -200 OK", "HTTP/1.1200 OK", "http/1.1 200 OK",
                "HTTP/1.x 200 OK", "HTTP/9.1 200 OK", " HTTP/1.1 200 OK", "RTSP/1.0 200 OK", "hello",
            ]
        )
        func anInvalidStatusLineIsAProtocolError(wire: Wire, line: String) async throws {
            let heard = try await hear(wire, "\(line)\r\nX-A: 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
            #expect(heard.error?.kind == .invalidResponse, "\(heard)")
            #expect(heard.error?.mayHaveReachedServer == true)
            #expect(heard.error?.isTransient == false)
            #expect(heard.heads.isEmpty)
            #expect(heard.body.isEmpty)
        }

        @Test(arguments: Wire.all, [404, 599, 600, 799, 999])
        func anUnknownStatusKeepsItsNumberAndBody(wire: Wire, status: Int) async throws {  // N5
            server.on("/status", .text("no", status: HTTP.StatusCode(rawValue: status)))
            let heard = try await wire.hear(server.url("/status"))
            #expect(heard.status == status)
            #expect(heard.text == "no")
        }

        @Test(
            arguments: Wire.sound,
            [
                ("X-B:bar", "bar"), ("X-B: a\r\n b", "a b"), ("X-B: a\r\n\t b\r\n c", "a b c"), ("X-B:", ""),
                ("X-B: \t", ""), ("x-b: ü", "ü"), ("X-B: a:b: c", "a:b: c"), ("X-B: a\tb", "a\tb"),
            ]
        )
        func unusualButLegalHeadersAreRead(wire: Wire, sample: (line: String, value: String)) async throws {
            let heard = try await hear(wire, header: sample.line)
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.headers["X-B"] == sample.value)
            #expect(heard.headers["X-A"] == "1")
            #expect(heard.text == "ok")
        }

        @Test(arguments: Wire.sound) func latin1HeaderBytesAreRead(wire: Wire) async throws {
            let head =
                Array("HTTP/1.1 200 OK\r\nX-B: caf".utf8) + [0xE9] + Array("\r\nContent-Length: 2\r\n\r\nok".utf8)
            let heard = try await hear(wire, head)
            #expect(heard.headers["X-B"] == "café")
        }

        @Test(arguments: Wire.sound) func bareLineFeedsEndLines(wire: Wire) async throws {
            let heard = try await hear(wire, "HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 2\n\nok".utf8)
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.headers["X-A"] == "1")
            #expect(heard.text == "ok")
        }

        @Test(
            arguments: Wire.sound,
            [
                "Foo : bar", ": empty", "F\u{0}: x", "X-B: a\u{0}b", "no colon", "F oo: x", "F(oo): x", "Füü: x",
                "\u{1}: x",
                "X-B: a\rX-C: b",
            ]
        )
        func anInvalidHeaderIsAProtocolError(wire: Wire, line: String) async throws {
            let heard = try await hear(wire, header: line)
            #expect(heard.error?.kind == .invalidResponse, "\(heard)")
            #expect(heard.heads.isEmpty)
        }

        @Test(arguments: Wire.sound) func aHeaderLineOfAMegabyteIsTooLarge(wire: Wire) async throws {
            server.on("/large", LoopbackServer.Reply.text("x").header("X-A", String(repeating: "a", count: 1 << 20)))
            let heard = try await wire.hear(server.url("/large"))
            #expect(heard.error?.kind == .invalidResponse, "\(String(describing: heard.error))")
            #expect(heard.error?.isTransient == false)
            #expect(heard.heads.isEmpty)
        }

        @Test(arguments: Wire.sound) func aHundredThousandHeadersAreTooLarge(wire: Wire) async throws {
            let lines = (1...100_000).map { "X-\($0): 1\r\n" }.joined()
            let heard = try await hear(wire, "HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8)
            #expect(heard.error?.kind == .invalidResponse, "\(String(describing: heard.error))")
            #expect(heard.heads.isEmpty)
        }

        @Test(arguments: Wire.sound) func manyHeadersWithinTheLimitAreRead(wire: Wire) async throws {
            let lines = (1...5_000).map { "X-\($0): \($0)\r\n" }.joined()
            let heard = try await hear(wire, "HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n".utf8)
            #expect(heard.isWhole)
            #expect(heard.headers.count == 5_001)
            #expect(heard.headers["X-4999"] == "4999")
        }

        @Test(arguments: Wire.sound) func headersWithTheSameNameStaySeparate(wire: Wire) async throws {  // N14
            let heard = try await hear(wire, header: "x-many: 1\r\nSet-Cookie: a=1, b\r\nX-Many: 2\r\nset-cookie: c=2")
            #expect(heard.headers.values(for: "X-Many") == ["1", "2"])
            #expect(heard.headers.values(for: "Set-Cookie") == ["a=1, b", "c=2"])
        }

        @Test(arguments: Wire.all, [401, 407])
        func aChallengeIsAnOrdinaryResponse(wire: Wire, status: Int) async throws {
            let name = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
            for challenge in [
                "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"a\"", "Bearer", "Negotiate", "\u{1}garbage", "",
                ",,,",
            ] {
                server.on(
                    "/who",
                    LoopbackServer.Reply.text("who?", status: HTTP.StatusCode(rawValue: status)).header(name, challenge)
                )
                let heard = try await wire.hear(.post(server.url("/who")))
                #expect(heard.isWhole, "\(challenge): \(heard)")
                #expect(heard.status == status)
                #expect(heard.text == "who?")
            }
        }
    }
}
