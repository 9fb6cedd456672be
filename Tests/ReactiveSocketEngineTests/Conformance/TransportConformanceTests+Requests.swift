import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// The bytes of a request on the wire, from the raw head that the server received.
    @Suite struct Requests {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
            server.on("*", .status(200))
        }

        private func sent(_ wire: Wire, _ request: Request) async throws -> LoopbackServer.ReceivedRequest? {
            _ = try await wire.network().send(request).value()
            return server.requests.last
        }

        private func failure(_ wire: Wire, _ request: Request) async throws -> OperationError? {
            try await wire.network().failure(request)
        }

        @Test(arguments: Wire.all) func controlBytesCannotInjectAHeader(wire: Wire) async throws {  // N14
            for byte in Array(UInt8(0)...31) + [127] {
                let character = String(UnicodeScalar(byte))
                for text in [
                    "\(character)", "a\(character)b", "a\r\(character)\nInjected: 1", "\(character)\nInjected: 1",
                ] {
                    let count = server.requestCount
                    let named = try await failure(
                        wire,
                        RequestBuilder(.get, server.url("/")).header("X\(text)", "1").build()
                    )
                    #expect(named?.cause(as: RequestError.self) != nil)
                    #expect(server.requestCount == count)
                    let valued = try await failure(
                        wire,
                        RequestBuilder(.get, server.url("/")).header("X-Fuzz", text).build()
                    )
                    if text.utf8.allSatisfy({ $0 == 9 || $0 > 31 && $0 != 127 }) {  // the tab, which a value may have
                        let head = try #require(server.requests.last).headText
                        #expect(head.components(separatedBy: "\r\n").count { $0.hasPrefix("X-Fuzz") } == 1)
                        #expect(!head.contains("Injected"))
                    } else {
                        #expect(valued?.cause(as: RequestError.self) == .invalidHeaderValue(name: "X-Fuzz"))
                        #expect(server.requestCount == count)
                    }
                }
            }
        }

        @Test(
            arguments: Wire.all,
            ["", " ", "GE T", "GET / HTTP/1.1\r\nX:", "GET\r\n", "G\u{0}T", "GÉT", "GET:", "(GET)", "GET\t"]
        )
        func anInvalidMethodIsNotSent(wire: Wire, method: String) async throws {  // N14
            let error = try await failure(wire, RequestBuilder(HTTP.Method(rawValue: method), server.url("/")).build())
            guard case .invalidMethod? = error?.cause(as: RequestError.self) else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.acceptedConnectionCount == 0)
        }

        @Test(
            arguments: Wire.all,
            [
                "http://127.0.0.1:PORT /", "http://127.0.0.1:PORT/\r\nX: 1", "http://127.0.0.1:PORT/ HTTP/1.1\r\nX: 1",
                "http://evil@127.0.0.1:PORT/", "http://127.0.0.1:PORT\\@evil/", "http:///127.0.0.1:PORT/",
                "//127.0.0.1:PORT/",
                "http://127.0.0.1:PORT/%zz", "http://127.0.0.1:PORT/a b", "http://127.0.0.1%00:PORT/",
                "http:127.0.0.1:PORT/",
                "ftp://127.0.0.1:PORT/", "file:///etc/passwd", "http://127.0.0.1:0/", "http://127.0.0.1:65536/",
                "http://127.0.0.1:-1/", "http://[::1/", "http://[fe80::1%25lo]/", "http://%31%32%37.0.0.1:PORT/", "",
            ]
        )
        func anInvalidURLIsNotRequested(wire: Wire, url: String) async throws {
            let error = try await failure(wire, .get(url.replacing("PORT", with: "\(server.port)")))
            guard case .invalidURL? = error?.cause(as: RequestError.self) else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.acceptedConnectionCount == 0)
        }

        @Test(arguments: Wire.all) func explicitHeadersReplaceGeneratedOnes(wire: Wire) async throws {  // N14
            let request = RequestBuilder(.post, server.url("/")).json(["a": 1])
                .header("content-type", "application/vnd.ape+json").header("user-agent", "ape/1").header(
                    "accept",
                    "x/y"
                )
                .header("accept-language", "en").header("accept-encoding", "identity").build()
            let received = try #require(try await sent(wire, request))
            let expected = [
                ("Content-Type", "application/vnd.ape+json"), ("User-Agent", "ape/1"), ("Accept", "x/y"),
                ("Accept-Language", "en"), ("Accept-Encoding", "identity"),
            ]
            for (name, value) in expected { #expect(received.headers.values(of: name) == [value], "\(name)") }
            #expect(received.headers.values(of: "Host") == ["127.0.0.1:\(server.port)"])
            #expect(received.headers.values(of: "Content-Length") == ["7"])
        }

        @Test(arguments: Wire.all) func severalValuesOfOneHeaderArrive(wire: Wire) async throws {  // N14
            let builder = RequestBuilder(.get, server.url("/")).addingHeader("X-Many", "1").addingHeader("x-many", "2")
            let received = try #require(try await sent(wire, builder.build()))
            let values = received.headers.values(of: "X-Many").joined(separator: ",").replacing(" ", with: "")
            #expect(values == "1,2")
        }

        @Test(arguments: Wire.all) func unusualButLegalValuesArrive(wire: Wire) async throws {  // N14
            let values = [("", ""), ("ü", "ü"), ("  padded\t", "padded"), ("a\tb", "a\tb"), ("a: b; c", "a: b; c")]
            for (value, expected) in values {
                let request = RequestBuilder(.get, server.url("/")).header("X-Odd", value).build()
                let received = try #require(try await sent(wire, request))
                #expect(received.headers.values(of: "X-Odd") == [expected])
            }
        }

        @Test(arguments: Wire.all, ["POST", "PUT", "PATCH"])
        func anEmptyBodyIsSentWithContentLengthZero(wire: Wire, method: String) async throws {
            let received = try #require(try await sent(wire, Request(HTTP.Method(rawValue: method), server.url("/"))))
            #expect(received.headers.values(of: "Content-Length") == ["0"])
            #expect(received.headers.values(of: "Transfer-Encoding") == [])
            #expect(received.body.isEmpty)
        }
    }
}
