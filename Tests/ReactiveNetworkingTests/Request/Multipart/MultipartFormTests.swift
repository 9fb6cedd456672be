#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Forms sent over the wire and read by other implementations.
    @Suite(.enabled(if: PythonForms.isInstalled)) struct MultipartFormTests {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
            server.on("*", .status(200))
        }

        /// Returns the fields that arrive, as every installed parser reads them.
        private func sent(_ multipart: Multipart) async throws -> [String: [PythonForms.Field]] {
            let network = Network(configuration: .patient, scheduler: ImmediateScheduler())
            _ = try await network.send(RequestBuilder(.post, server.url("/")).multipart(multipart).build()).value()
            let received = try #require(server.requests.last)
            #expect(received.headers.values(of: "Content-Length") == ["\(received.body.count)"])
            #expect(received.headers.values(of: "Transfer-Encoding") == [])
            let contentType = try #require(received.header("Content-Type"))
            return try await PythonForms.fields(of: Data(received.body), contentType)
        }

        @Test func otherParsersReadTheFormAsSent() async throws {  // F-11, C-37
            let fields = try await withFile(Data("{}".utf8), named: "ö x.json") { file in
                try await sent([
                    .value("caption", "hi"), .value("stars", 5), .value("empty", ""), .json("meta", [1, 2]),
                    .data("raw", Data([0, 255, 13, 10])), .file("settings", file),
                    .stream("log", byteCount: 3) { AsyncStream([Data("a".utf8), Data("bc".utf8)]) },
                ])
            }
            #expect(
                fields["email"] == [
                    .init("caption", "hi"), .init("stars", "5"), .init("empty", ""),
                    .init("meta", nil, "application/json; charset=utf-8", "[1,2]"),
                    .init("raw", "raw", "application/octet-stream", Data([0, 255, 13, 10])),
                    .init("settings", "ö x.json", "application/json", "{}"),
                    .init("log", "log", "application/octet-stream", "abc"),
                ]
            )
        }

        @Test func otherParsersReadRandomForms() async throws {  // F-11
            let seed = UInt64.random(in: 0 ... .max)
            var generator = SplitMix(state: seed)
            for _ in 1...8 {
                let forms = (0..<40).map { number in RandomPart(number, using: &generator) }
                let streamed: [Multipart.Part] =
                    Bool.random(using: &generator)
                    ? []
                    : [
                        .stream("last", byteCount: 1) { AsyncStream([Data("x".utf8)]) }
                    ]
                let fields = try await sent(Multipart(forms.map(\.part) + streamed))
                let expected = forms.map(\.field)
                #expect(fields["email"].map { Array($0.prefix(40)) } == expected, "seed \(seed)")
                #expect(fields["email"]?.count == 40 + streamed.count, "seed \(seed)")
                // Content only: these parsers choose names and types themselves.
                for parser in ["multipart", "werkzeug"] {
                    guard let contents = fields[parser]?.map(\.content) else { continue }
                    let all = expected.map(\.content) + streamed.map { _ in Data("x".utf8).base64EncodedString() }
                    #expect(contents.sorted() == all.sorted(), "\(parser), seed \(seed)")
                }
            }
        }

        @Test func tenThousandPartsArrive() async throws {
            let parts = (0..<10_000).map { Multipart.Part.value("key\($0)", $0) }
            let fields = try await sent(Multipart(parts + [.stream("end", byteCount: 0) { AsyncStream([]) }]))
            let expected = (0..<10_000).map { PythonForms.Field("key\($0)", "\($0)") }
            #expect(fields["email"]?.dropLast() == expected[...])
        }
    }

    extension PythonForms.Field {
        fileprivate init(_ name: String, _ text: String) {
            self.init(name, nil, nil, text)
        }

        fileprivate init(_ name: String, _ fileName: String?, _ contentType: String?, _ text: String) {
            self.init(name, fileName, contentType, Data(text.utf8))
        }
    }

    /// A random part, and the expected result of reading it.
    private struct RandomPart {
        let part: Multipart.Part
        let field: PythonForms.Field

        init(_ number: Int, using generator: inout some RandomNumberGenerator) {
            let name = Self.name(number, using: &generator)
            let key = name.replacingLineBreaks.escapedForForms
            let content = Data(
                (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                    // Line breaks and hyphens are more frequent than other characters because they delimit parts.
                    let bytes = Array("\r\n-".utf8) + [UInt8.random(in: 0...255, using: &generator)]
                    return bytes.randomElement(using: &generator)!
                }
            )
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                let text = Self.name(number, using: &generator)
                part = .value(name, text)
                field = .init(key, text)
            case 1:
                part = .data(name, content, contentType: "x/y")
                field = .init(key, name.escapedForForms, "x/y", content)
            default:
                let fileName = Self.name(number, using: &generator)
                part = .data(name, content, fileName: fileName)
                field = .init(key, fileName.escapedForForms, "application/octet-stream", content)
            }
        }

        /// Without backslashes: browsers write them unchanged, but parsers of mail treat them as escapes.
        private static func name(_ number: Int, using generator: inout some RandomNumberGenerator) -> String {
            let alphabet = Array("aZ09 \"\"'%;=:,-_.<>()[]&\t\r\nöß☺😂日ع").map(\.unicodeScalars)
            var text = String.UnicodeScalarView("\(number)".unicodeScalars)
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                text += alphabet.randomElement(using: &generator)!
                if Int.random(in: 0..<10, using: &generator) == 0 { text += "\r\n".unicodeScalars }
            }
            return String(text)
        }
    }

    extension String {
        /// The escaping of the WHATWG standard, implemented differently than in the library.
        fileprivate var escapedForForms: String {
            var bytes: [UInt8] = []
            for byte in utf8 {
                switch byte {
                case 0x0D, 0x0A, 0x22: bytes += Array((byte == 0x22 ? "%22" : byte == 0x0D ? "%0D" : "%0A").utf8)
                default: bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        fileprivate var replacingLineBreaks: String {
            replacing(#/\r\n|\r|\n/#.matchingSemantics(.unicodeScalar)) { _ in "\r\n" }
        }
    }

    extension AsyncStream {
        fileprivate init(_ elements: [Element]) where Element: Sendable {
            self.init { continuation in
                for element in elements { continuation.yield(element) }
                continuation.finish()
            }
        }
    }
#endif
