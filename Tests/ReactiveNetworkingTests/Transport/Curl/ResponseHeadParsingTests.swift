#if os(Linux)
    import Foundation
    import Testing

    @testable import ReactiveNetworking

    @Suite struct ResponseHeadParsingTests {
        private func head(_ text: String) throws -> ResponseHead {
            try ResponseHead(WireHead(bytes: Array(text.utf8)), url: #require(URL(string: "http://a.test/")))
        }

        @Test func aHeadIsParsedVerbatim() throws {  // N14
            let head = try head("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n")
            #expect(head.status == .ok)
            #expect(head.headers.map(\.name) == ["ETag", "set-cookie", "Set-Cookie"])
            #expect(head.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
            #expect(head.url?.absoluteString == "http://a.test/")
        }

        @Test(
            arguments: [
                ("HTTP/1.1 200", 200), ("HTTP/1.0 404 Not Found", 404), ("HTTP/2 200", 200), ("HTTP/1.1 799 ?", 799),
                ("HTTP/1.1 100", 100), ("HTTP/1.1 999 \u{FF}", 999),
            ]
        )
        func everyStatusOfThreeDigitsIsAccepted(line: String, status: Int) throws {
            #expect(try head("\(line)\r\n\r\n").status.rawValue == status)
        }

        @Test(arguments: [
            "", "\r\n", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 099", "HTTP/1.1 1000", "HTTP/1.1 20", "HTTP/1.1 2x0",
            "ICY 200 OK", "HTTP/1.1  200", "HTTP/1.1\r\nX: 200", "http/1.1 200", "HTTP/1.1 ٢٠٠",
        ])
        func anInvalidStatusLineIsRejected(line: String) {
            #expect(throws: ResponseHead.ParsingFailure.self) { try head("\(line)\r\n\r\n") }
        }

        @Test(
            arguments: [
                ("X-B:a", "a"), ("X-B: a \t", "a"), ("X-B:", ""), ("X-B: \t ", ""), ("X-B: a\r\n b", "a b"),
                ("X-B: a\n\tb\n  c", "a b c"), ("X-B: a\r\n \r\n b", "a  b"), ("X-B: a:b", "a:b"), ("X-B: ü", "ü"),
            ]
        )
        func valuesAreTrimmed(line: String, value: String) throws {
            let head = try head("HTTP/1.1 200 OK\r\n\(line)\r\nX-C: 1\r\n\r\n")
            #expect(head.headers["X-B"] == value)
            #expect(head.headers["X-C"] == "1")
        }

        @Test func invalidUTF8IsReadAsLatin1() throws {
            let bytes = Array("HTTP/1.1 200 OK\r\nX-B: caf".utf8) + [0xE9, 0x0D, 0x0A, 0x0D, 0x0A]
            let head = try ResponseHead(WireHead(bytes: bytes), url: #require(URL(string: "http://a.test/")))
            #expect(head.headers["X-B"] == "café")
        }

        @Test(arguments: [
            "Foo : bar", ": a", "a", "F\u{0}: a", "X: a\u{0}b", "X: a\rb", "F o: a", "Ä: a", "\u{7F}: a", "(): a",
            " X: a",
        ])
        func anInvalidHeaderLineIsRejected(line: String) {
            #expect(throws: ResponseHead.ParsingFailure.self) { try head("HTTP/1.1 200 OK\r\n\(line)\r\n\r\n") }
        }

        @Test func randomBytesAreParsedSafely() {
            var generator = SeededGenerator(state: 3)
            let alphabet = Array("HTTP/1.1 200\r\n:X \t\u{0}é".utf8)
            var readCount = 0
            for _ in 0..<20_000 {
                let count = Int.random(in: 0..<40, using: &generator)
                let noise = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
                for bytes in [noise, Array("HTTP/1.1 200 OK\r\n".utf8) + noise] {
                    guard let url = URL(string: "http://a.test/") else { continue }
                    if (try? ResponseHead(WireHead(bytes: bytes), url: url)) != nil { readCount += 1 }
                }
            }
            #expect(readCount > 0 && readCount < 40_000)
        }
    }
#endif
