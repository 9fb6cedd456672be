#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct RequestHeadTests {
        private func text(_ builder: RequestBuilder) throws -> String {
            var bytes: [UInt8] = []
            try RequestHead(builder.build().prepared()).append(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }

        private func lines(_ builder: RequestBuilder) throws -> [String] {
            let text = try text(builder)
            #expect(text.hasSuffix("\r\n\r\n"))
            return text.components(separatedBy: "\r\n").dropLast(2)
        }

        private func head(_ builder: RequestBuilder) throws -> RequestHead {
            try RequestHead(builder.build().prepared())
        }

        private let codings = ContentDecoding.acceptEncoding.map { "Accept-Encoding: \($0)\r\n" } ?? ""

        @Test func aPlainRequestHasTheFieldsOfTheConnection() throws {  // EN14
            let text = try text(RequestBuilder(.get, "http://example.com:8080/a/b?c=d"))
            #expect(text == "GET /a/b?c=d HTTP/1.1\r\nHost: example.com:8080\r\nAccept: */*\r\n\(codings)\r\n")
        }

        @Test(arguments: [
            ("http://h", "/"), ("http://h/", "/"), ("http://h?", "/?"), ("http://h?q=/x", "/?q=/x"),
            ("http://h/?", "/?"),
            ("http://h#f", "/"), ("http://h/a#f?", "/a"), ("http://h?q#/f", "/?q"), ("http://h//x//", "//x//"),
            ("http://h/../%2e/%2F;a=b,c", "/../%2e/%2F;a=b,c"), ("http://h/a?b=http://c/d?e", "/a?b=http://c/d?e"),
            ("http://h/é?ü", "/%C3%A9?%C3%BC"), ("http://h/[1]", "/%5B1%5D"), ("http://[::1]:1/x", "/x"),
            ("HTTPS://h:1?q", "/?q"), ("http://bücher.example/a", "/a"),
        ])
        func theTargetIsSentAsWritten(url: String, target: String) throws {  // EN14
            #expect(try lines(RequestBuilder(.get, url)).first == "GET \(target) HTTP/1.1")
        }

        @Test(arguments: [
            ("http://Example.COM./x", "Example.COM."), ("http://h:80/", "h:80"), ("https://h:443?q", "h:443"),
            ("http://[2001:DB8::1]:8080", "[2001:DB8::1]:8080"), ("http://1.2.3.4", "1.2.3.4"),
        ])
        func theHostIsSentAsWritten(url: String, host: String) throws {  // EN14
            #expect(try lines(RequestBuilder(.get, url))[1] == "Host: \(host)")
        }

        @Test func fieldsKeepTheirOrderAndSpelling() throws {  // EN14
            let builder = RequestBuilder(.get, "http://h/").header("x-B", "1").header("X-a", "t\tü").header(
                "X-Empty",
                ""
            )
            #expect(
                try lines(builder)[2...].prefix(4) == ["x-B: 1", "X-a: t\tü", "X-Empty:", "Accept: */*"]
            )
        }

        @Test func fieldsOfTheRequestReplaceTheDefaultFields() throws {  // EN14
            let builder = RequestBuilder(.get, "http://h/").header("accept", "text/html")
                .header("ACCEPT-encoding", "identity").header("User-Agent", "x")
            #expect(try lines(builder)[2...] == ["accept: text/html", "ACCEPT-encoding: identity", "User-Agent: x"])
        }

        @Test func noUserAgentIsAdded() throws {  // EN14
            #expect(try !text(RequestBuilder(.get, "http://h/")).lowercased().contains("user-agent"))
        }

        @Test(arguments: [
            (Body?.none, HTTP.Method.get, String?.none, BodyFraming.none), (nil, .delete, nil, .none),
            (nil, .post, "Content-Length: 0", .length(0)), (.data(Data()), .delete, "Content-Length: 0", .length(0)),
            (.data(Data(count: 1_234_567)), .put, "Content-Length: 1234567", .length(1_234_567)),
            (.stream(byteCount: 0) { AsyncStream<Data> { nil } }, .put, "Content-Length: 0", .length(0)),
            (
                .stream(byteCount: .max) { AsyncStream<Data> { nil } }, .put, "Content-Length: 9223372036854775807",
                .length(.max)
            ),
            (.stream { AsyncStream<Data> { nil } }, .patch, "Transfer-Encoding: chunked", .chunked),
        ])
        func theFramingIsAnnouncedLast(body: Body?, method: HTTP.Method, line: String?, framing: BodyFraming) throws {
            var builder = RequestBuilder(method, "http://h/")
            if let body { builder = builder.body(body) }
            let lines = try lines(builder)
            let announcements = lines.filter {
                $0.lowercased().hasPrefix("content-length") || $0.lowercased().hasPrefix("transfer-encoding")
            }
            #expect(announcements == [line].compactMap { $0 })
            if let line { #expect(lines.last == line) }
            #expect(try head(builder).framing == framing)  // EN14
        }

        @Test func anExplicitContentLengthIsSentOnce() throws {  // EN14
            let builder = RequestBuilder(.put, "http://h/").data(Data(count: 3)).header("content-length", "3")
                .header("host", "H")
            let lines = try lines(builder)
            #expect(lines.count { $0.lowercased().hasPrefix("content-length") } == 1)
            #expect(lines.filter { $0.lowercased().hasPrefix("host") } == ["Host: h"])
        }

        @Test func aConnectRequestIsUnsupported() throws {  // EN14
            let error = #expect(throws: TransportError.self) { try head(RequestBuilder(.connect, "http://h/")) }
            #expect(error?.kind == .unsupported)
            #expect(error?.host == "h")
            #expect(error?.mayHaveReachedServer == false)
        }

        @Test(arguments: [-1, Int64.min]) func aNegativeLengthIsUnsupported(byteCount: Int64) throws {
            let body = Body.stream(byteCount: byteCount) { AsyncStream<Data> { nil } }
            let error = #expect(throws: TransportError.self) { try head(RequestBuilder(.put, "http://h/").body(body)) }
            #expect(error?.kind == .unsupported)
        }

        @Test func anExpectationIsRecognizedInAnyCase() throws {  // EN16
            let builder = RequestBuilder(.put, "http://h/").data(Data(count: 1))
            #expect(try !head(builder).expectsContinue)
            #expect(try head(builder.header("eXPECT", "100-Continue ")).expectsContinue)
            #expect(try !head(builder.header("Expect", "something")).expectsContinue)
        }

        @Test func withoutABodyNothingIsExpected() throws {  // EN16
            for builder in [
                RequestBuilder(.get, "http://h/"), RequestBuilder(.put, "http://h/"), .init(.post, "http://h/"),
            ] {
                let builder = builder.header("Expect", "100-continue")
                #expect(try !head(builder).expectsContinue)
                #expect(try lines(builder).contains("Expect: 100-continue"))
            }
        }

        @Test func connectionCloseIsRecognizedInAnyCase() throws {
            let builder = RequestBuilder(.get, "http://h/")
            #expect(try !head(builder).closes)
            #expect(try head(builder.header("CONNECTION", "Close")).closes)
            #expect(try !head(builder.header("Connection", "keep-alive")).closes)
            #expect(try lines(builder.header("Connection", "close")).contains("Connection: close"))
        }

        @Test(arguments: ["\r", "\n", "\0", "\r\nX: y", "a\nb", "a\0b", "\u{7F}", "\u{1}"])
        func noPartOfARequestCanEndALine(text: String) throws {  // EN14
            let prepared = try RequestBuilder(.get, "http://h/").build().prepared()
            #expect(throws: RequestError.self) { try prepared.header("X-A", "a\(text)b") }
            #expect(throws: RequestError.self) { try prepared.header("X\(text)A", "a") }
            #expect(throws: RequestError.self) { try prepared.withDefaults(["X-A": "a\(text)b"]) }
            for builder in [
                RequestBuilder(.get, "http://h/").header("X", "a\(text)b"),
                .init(.get, "http://h/").header("X\(text)", "a"),
                .init(.init(rawValue: "A\(text)B"), "http://h/"), .init(.get, "http://h/a\(text)b"),
                .init(.get, "http://h\(text)b/"), .init(.get, "http://h?a\(text)b"),
                .init(.get, "http://h").header("Host", "h\(text)"),
                .init(.get, "http://h").header("Cookie", "a\(text)b"),
            ] {
                #expect(throws: RequestError.self) { try builder.build().prepared() }
            }
            #expect(throws: RequestError.self) {
                try prepared.redirected(to: "http://h/\(text)x", method: .get, keepingBody: false) { _ in true }
            }
        }

        @Test func theHeadIsAppendedToEarlierBytes() throws {
            var bytes = Array("before".utf8)
            try RequestHead(RequestBuilder(.get, "http://h/").build().prepared()).append(to: &bytes)
            #expect(bytes.starts(with: "beforeGET / HTTP/1.1\r\n".utf8))
        }

        @Test func theSizeReservedForAHeadIsLargeEnough() throws {
            let builders = [
                RequestBuilder(.get, "http://h"), .init(.put, "http://h").body(.stream { AsyncStream<Data> { nil } }),
                .init(.put, "http://h").body(.stream(byteCount: .max) { AsyncStream<Data> { nil } }),
                RequestBuilder(.get, "http://h").header("X", String(repeating: "x", count: 50_000)),
            ]
            for builder in builders {
                let head = try head(builder)
                var bytes: [UInt8] = []
                head.append(to: &bytes)
                #expect(bytes.count <= head.byteCount)
            }
        }
    }
#endif
