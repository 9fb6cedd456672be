#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct HTTP2RequestTests {
        private func fields(_ builder: RequestBuilder) throws -> [String] {
            HTTP2FieldBlock(try builder.build().prepared()).pairs
        }

        private let codings = ContentDecoding.acceptEncoding.map { ["accept-encoding: \($0)"] } ?? []

        @Test func pseudoHeaderFieldsComeFirst() throws {  // EN36
            let fields = try fields(RequestBuilder(.get, "https://Example.com:8443/a?b=c").header("X-Own", "A b"))
            let own = [":method: GET", ":scheme: https", ":authority: Example.com:8443", ":path: /a?b=c", "x-own: A b"]
            #expect(fields == own + ["accept: */*"] + codings)
        }

        @Test(arguments: [
            ("https://h", "/"), ("https://h?q=/x", "/?q=/x"), ("https://h/a#f", "/a"), ("https://h//x", "//x"),
        ])
        func thePathIsSentAsInHTTP1(url: String, path: String) throws {  // EN36
            #expect(try fields(RequestBuilder(.get, url)).contains(":path: \(path)"))
        }

        @Test func fieldsOfAConnectionAreNotSent() throws {  // EN36
            let builder = RequestBuilder(.get, "https://h/")
                .header("Connection", "close")
                .header("TE", "gzip")
                .header("Accept", "text/plain")
                .header("Accept-Encoding", "identity")
            let sent = try fields(builder).dropFirst(4)
            #expect(Array(sent) == ["accept: text/plain", "accept-encoding: identity"])
        }

        @Test func theCookiesOfTheTransportAreSent() throws {  // EN38
            let request = try RequestBuilder(.get, "https://h/").build().prepared()
            #expect(HTTP2FieldBlock(request, cookie: "a=1; b=2").pairs.contains("cookie: a=1; b=2"))
            #expect(!HTTP2FieldBlock(request).pairs.contains { $0.hasPrefix("cookie") })
        }

        @Test func aBodyHasItsLength() throws {  // EN36
            let fields = try fields(RequestBuilder(.put, "https://h/").data(Data(count: 12)))
            #expect(fields.contains("content-length: 12"))
            #expect(!fields.contains { $0.hasPrefix("transfer-encoding") })
        }
    }
#endif
