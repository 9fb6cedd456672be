import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// The bytes of multipart bodies.
@Suite struct MultipartTests {
    private let abc = Data("ABC".utf8)

    private func text(_ parts: [Multipart.Part], _ subtype: Multipart.Subtype = .formData) async throws -> String {
        let body = Body.multipart(Multipart(parts, subtype: subtype, boundary: "cut"))
        return String(decoding: try await body.content().bytes(), as: UTF8.self)
    }

    private func failure(_ multipart: Multipart) -> RequestError? {
        do throws(RequestError) {
            _ = try RequestBuilder(.post, "http://api.test/").multipart(multipart).build().prepared()
            return nil
        } catch {
            return error
        }
    }

    @Test func aFieldAndAFileAreEncodedExactly() throws {  // C-21, F-11
        let body = Body.multipart(
            Multipart([.value("caption", "hi"), .data("image", abc, fileName: "image.jpg")], boundary: "XYZ")
        )
        let expected =
            "--XYZ\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\nhi\r\n--XYZ\r\n"
            + "Content-Disposition: form-data; name=\"image\"; filename=\"image.jpg\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\nABC\r\n--XYZ--\r\n"
        #expect(String(decoding: try body.data(), as: UTF8.self) == expected)
        #expect(try body.data().count == 192)
        #expect(body.contentType?.rawValue == "multipart/form-data; boundary=XYZ")
    }

    @Test func dataWithoutAFileNameUsesItsKey() async throws {  // C-21
        #expect(try await text([.data("image", abc)]).contains("name=\"image\"; filename=\"image\"\r\n"))
    }

    @Test func aFilesNameAndTypeComeFromItsPath() async throws {  // C-21, F-11
        try await withFile(abc, named: "photo.JPG") { file in
            let own = try await text([.file("image", file)])
            #expect(own.contains("name=\"image\"; filename=\"photo.JPG\"\r\nContent-Type: image/jpeg\r\n\r\nABC\r\n"))
            let given = try await text([.file("image", file, fileName: "a.bin", contentType: "x/y")])
            #expect(given.contains("filename=\"a.bin\"\r\nContent-Type: x/y\r\n\r\nABC\r\n"))
        }
    }

    @Test func valuesAreFormattedAsInForms() async throws {  // C-13, F-11
        let parts: [Multipart.Part] = [
            .value("a", 11), .value("b", 11.1), .value("c", true), .value("d", false), .value("e", Int64.min),
            .value("f", Decimal(string: "1.25")!), .value("g", ""), .value("h", "é\n\r"),
        ]
        let contents = try await text(parts).components(separatedBy: "\r\n\r\n").dropFirst().map {
            $0.components(separatedBy: "\r\n--cut")[0]
        }
        #expect(contents == ["11", "11.1", "1", "0", "-9223372036854775808", "1.25", "", "é\n\r"])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func theErrorNamesThePartOfANonFiniteNumber(number: Double)
    {  // N1
        let error = failure([.value("fine", 1), .value("score", number)])
        #expect(error?.description == "the body cannot be encoded: score: \(number) is not a number")
    }

    @Test func valuesCanBeJSON() async throws {  // F-11
        let parts: [Multipart.Part] = [.json("meta", ["id": 1]), .json("loose", ["a": [1, nil]] as [String: Any])]
        let body = try await text(parts)
        #expect(body.contains("name=\"meta\"\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{\"id\":1}\r\n"))
        #expect(
            body.contains("name=\"loose\"\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{\"a\":[1,null]}")
        )
        let error = failure([.json("meta", ["scores": [1, Double.nan]])])
        #expect(error?.description == "the body cannot be encoded: meta.scores[1]: nan is not a JSON number")
    }

    @Test func anEmptyFormIsTheClosingBoundary() async throws {
        #expect(try await text([]) == "--cut--\r\n")
    }

    // The cases of the web platform tests for names in forms.
    static let names = [
        ("a\"b", "a%22b", "a%22b"), ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\rb", "a%0D%0Ab", "a%0Db"),
        ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("a\n\rb", "a%0D%0A%0D%0Ab", "a%0A%0Db"),
        ("a\\b", "a\\b", "a\\b"), ("a%22b", "a%22b", "a%22b"),
        ("~\u{1}\u{B}\u{7F}'`", "~\u{1}\u{B}\u{7F}'`", "~\u{1}\u{B}\u{7F}'`"),
        ("☺😂.txt", "☺😂.txt", "☺😂.txt"), ("a\"\r\nX: y", "a%22%0D%0AX: y", "a%22%0D%0AX: y"), ("", "", ""),
    ]

    @Test(arguments: names) func namesAreEscapedAsInBrowsers(name: String, key: String, fileName: String) async throws {
        let body = try await text([.data(name, abc, fileName: name)])
        let expected =
            "--cut\r\nContent-Disposition: form-data; name=\"\(key)\"; filename=\"\(fileName)\"\r\nContent-Type"
        #expect(body.hasPrefix(expected), "\(body)")
    }

    @Test func additionalHeadersFollowThoseOfThePart() async throws {
        let part = Multipart.Part.value("a", "b").header("Content-ID", "<1>").header("X-Kind", "x")
        let expected =
            "--cut\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-ID: <1>\r\nX-Kind: x\r\n\r\nb\r\n--cut--\r\n"
        #expect(try await text([part]) == expected)
    }

    @Test func headersThatInjectLinesAreRejected() {
        for byte in (UInt8(0)...31).map({ Unicode.Scalar($0) }) + ["\u{7F}"] where byte != "\t" {
            let error = failure([.value("a", "b").header("X", "1\(byte)2")])
            #expect(
                error?.description == "the body cannot be encoded: a: the value of the header X has a control character"
            )
        }
        #expect(
            failure([.value("a", "b").header("X\r\nY", "1")])?.description.contains("a: a header name is not a token")
                == true
        )
        #expect(failure([.data("a", abc, contentType: "x/y\r\nZ: 1")])?.description.contains("Content-Type") == true)
        #expect(
            failure([.value("a", "b").header("content-disposition", "x")])?.description.contains("a: the header")
                == true
        )
    }

    @Test func mixedAndRelatedPartsHaveTheirContentTypes() async throws {
        let parts: [Multipart.Part] = [
            .json("meta", ["id": 1]), .data("media", abc, fileName: "a.png", contentType: .imagePng),
        ]
        let expected =
            "--cut\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{\"id\":1}\r\n--cut\r\n"
            + "Content-Disposition: attachment; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nABC\r\n--cut--\r\n"
        #expect(try await text(parts, .mixed) == expected)
        #expect(try await text(parts, .related) == expected)
        func type(_ subtype: Multipart.Subtype) -> String? {
            Body.multipart(Multipart(parts, subtype: subtype, boundary: "a:b")).contentType?.rawValue
        }
        #expect(type(.mixed) == "multipart/mixed; boundary=\"a:b\"")
        #expect(type(.related) == "multipart/related; boundary=\"a:b\"; type=\"application/json\"")
        #expect(failure(Multipart(parts, subtype: .init(rawValue: "a/b")))?.description.contains("subtype") == true)
    }

    @Test func aBodyOfValuesAndDataIsInMemory() throws {
        let body = Body.multipart([.value("key", "value"), .data("data", abc)])
        let request = try RequestBuilder(.post, "http://api.test/").body(body).build().prepared()
        #expect(try request.body == body.data())
        #expect(request.content?.canBeReplayed == true)
    }

    @Test func descriptionsHideTheContent() {
        let multipart: Multipart = [.value("key", "canary"), .data("file", Data("canary".utf8))]
        var text = "\(multipart) \(multipart.parts)"
        dump(multipart, to: &text)
        #expect(!text.contains("canary"))
        #expect(
            text.hasPrefix(
                "multipart/form-data of 2 parts [key: 6 bytes, file (file): 6 bytes of application/octet-stream]"
            )
        )
    }

    @Test(arguments: [
        ("JPG", "image/jpeg"), ("json", "application/json"), ("txt", "text/plain"), ("mp4", "video/mp4"),
        ("", "application/octet-stream"),
        ("unheard-of", "application/octet-stream"),
    ]) func fileExtensionsDetermineMediaTypes(fileExtension: String, type: String) {  // F-11
        #expect(HTTP.ContentType(fileExtension: fileExtension).rawValue == type)
    }
}

/// Tests that boundaries are unpredictable.
@Suite struct BoundaryTests {
    /// A generator that returns its numbers in turn and then repeats the last one.
    private struct Scripted: RandomNumberGenerator {
        var numbers: [UInt64]
        mutating func next() -> UInt64 { numbers.count > 1 ? numbers.removeFirst() : numbers[0] }
    }

    private func boundary(_ body: Body) throws -> String { try #require(body.contentType?.parameters["boundary"]) }

    @Test func everyBodyHasItsOwnBoundary() throws {
        let multipart: Multipart = [.value("a", "b")]
        let boundaries = try (0..<1_000).map { _ in try boundary(.multipart(multipart)) }
        #expect(Set(boundaries).count == 1_000)
        #expect(boundaries.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        // 128 bits: in a thousand draws each bit is sometimes set and sometimes clear.
        let digits = boundaries.map { $0.map { $0.hexDigitValue ?? 0 } }
        for position in 0..<32 {
            #expect(digits.reduce(0) { $0 | $1[position] } == 15)
            #expect(digits.reduce(15) { $0 & $1[position] } == 0)
        }
    }

    @Test func aBoundaryThatOccursInTheContentIsReplaced() throws {
        let taken = String(repeating: "0", count: 31) + "7"
        var generator = Scripted(numbers: [0, 7, 0, 8])
        let multipart: Multipart = [.value("a", "--\(taken)"), .data("b", Data(count: 100))]
        let drawn = try boundary(.multipart(multipart, using: &generator))
        #expect(drawn == String(repeating: "0", count: 31) + "8")
    }

    @Test func anExplicitBoundaryThatOccursInTheContentIsRejected() {
        func failure(_ boundary: String, _ content: String) -> String? {
            do {
                _ = try Body.multipart(Multipart([.value("a", content)], boundary: boundary)).data()
                return nil
            } catch {
                return "\(error)"
            }
        }
        for content in ["cut", "xxcut", "cutxx", "cucut", "ccut\r\n"] {
            #expect(failure("cut", content) == "the body cannot be encoded: a part contains the boundary")
        }
        for content in ["", "cu", "c ut", "CUT"] { #expect(failure("cut", content) == nil) }
        for boundary in ["", "a b", "a\r\nb", "é", "\"", String(repeating: "x", count: 71)] {
            #expect(failure(boundary, "y")?.contains("RFC 2046") == true, "\(boundary)")
        }
        #expect(failure(String(repeating: "x", count: 70), "y") == nil)
    }
}

extension BodyContent {
    /// Returns all bytes of the body.
    func bytes() async throws -> Data {
        switch self {
        case .data(let data): return data
        case .stream(let stream):
            let bytes = Locked(Data())
            try await stream.write { chunk in bytes.withLock { $0.append(chunk) } }
            return bytes.withLock { $0 }
        }
    }
}
