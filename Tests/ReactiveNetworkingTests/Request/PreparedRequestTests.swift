import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct PreparedRequestTests {
    private let url = "https://example.com/x"

    private func failure(_ request: Request) -> RequestError? {
        do {
            _ = try request.prepared()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Array(UInt8(0)...31) + [127, 32, 58, 47, 34])
    func aMethodThatIsNotATokenIsRejected(byte: UInt8) {
        let other = String(decoding: [byte], as: UTF8.self)
        #expect(failure(Request(HTTP.Method(rawValue: "get\(other)x"), url)) == .invalidMethod("GET"))
        #expect(failure(Request(HTTP.Method(rawValue: other), url)) == .invalidMethod(""))
    }

    @Test func aRequestLineInAMethodIsRejected() {
        let error = failure(Request("GET / HTTP/1.1\r\nX:", url))
        #expect(error?.description == "the method is not a token (\"GET\")")
        #expect(failure(Request("", url)) == .invalidMethod(""))
    }

    @Test(arguments: Array(UInt8(0)...8) + Array(UInt8(10)...31) + [127])
    func aControlByteFromAnyHeaderSourceIsRejected(byte: UInt8) {
        let evil = "a\(String(decoding: [byte], as: UTF8.self))b"
        let base = Request(.post, url)
        var byHeader = base
        byHeader.headers = ["X": evil]
        var byType = base
        byType.body = .data(Data(), contentType: HTTP.ContentType(rawValue: evil))
        var byAuthorization = base
        byAuthorization.authorization = .custom(evil)
        #expect(failure(byHeader) == .invalidHeaderValue(name: "X"))
        #expect(failure(byType) == .invalidHeaderValue(name: "Content-Type"))
        #expect(failure(byAuthorization) == .invalidHeaderValue(name: "Authorization"))
    }

    @Test func methodAndHeadersAreNormalizedForTheWire() throws {  // N14, C-09
        let request = Request(
            "patch",
            url,
            headers: ["TestHeader": " TestHeaderValue\t", "customHeader": "value", "k": "a", "K": "b"]
        )
        let prepared = try request.prepared()
        #expect(prepared.method.rawValue == "PATCH")
        #expect(prepared.url.absoluteString == url)
        #expect(prepared.headers == ["TestHeader": "TestHeaderValue", "customHeader": "value", "k": "a", "K": "b"])
    }

    @Test func headerValuesAreTrimmedButKeepInnerWhitespace() throws {
        let headers = try Request(.get, url, headers: ["A": "  a  b\t", "B": " \t ", "C": ""]).prepared().headers
        #expect(headers == ["A": "a  b", "B": "", "C": ""])
    }

    @Test func theLastValueOfASingleValuedFieldWins() throws {  // N14
        let prepared = try Request(
            .post,
            url,
            headers: [
                "Content-Type": "a/a", "User-Agent": "1", "content-type": "b/b", "USER-AGENT": "2",
                "Authorization": "x", "authorization": "y",
            ],
            body: .json([1]),
            authorization: .bearer("t")
        ).prepared()
        #expect(prepared.headers == ["content-type": "b/b", "USER-AGENT": "2", "authorization": "y"])
    }

    @Test func severalCookiesAreJoinedIntoOneField() throws {  // RFC 6265 §5.4
        let prepared = try Request(.get, url, headers: ["Cookie": "a=1", "cookie": "b=2"]).prepared()
        #expect(prepared.headers == ["cookie": "a=1; b=2"])
    }

    @Test func theContentTypeOfTheBodyIsSentOnce() throws {  // N14, C-07
        let prepared = try Request(.post, url, body: .json(["a": 1], vendor: "vnd.apegroup.com")).prepared()
        #expect(prepared.headers == ["Content-Type": "application/vnd.apegroup.com+json; charset=utf-8"])
        #expect(prepared.body == Data(#"{"a":1}"#.utf8))
    }

    static let refusedHeaders: [(String, String, RequestError.HeaderRejectionReason)] = [
        ("Transfer-Encoding", "chunked", .belongsToTransport),
        ("transfer-encoding", "identity", .belongsToTransport),
        ("Upgrade", "websocket", .belongsToTransport),
        ("Keep-Alive", "timeout=5", .belongsToTransport),
        ("Proxy-Connection", "close", .belongsToTransport),
        ("Connection", "Authorization", .belongsToTransport),
        ("Content-Length", "3", .differsFromBody),
        ("Content-Length", "+4", .differsFromBody),
        ("Content-Length", "4, 4", .differsFromBody),
        ("Host", "evil.example", .differsFromURL),
        ("Host", "example.com:443", .differsFromURL),
    ]

    @Test(arguments: refusedHeaders)
    func conflictingFramingHeadersAreRejected(name: String, value: String, reason: RequestError.HeaderRejectionReason) {
        let request = Request(.post, url, headers: [name: value], body: .text("body"))
        #expect(failure(request) == .refusedHeader(name: name, reason: reason))
    }

    @Test func matchingFramingHeadersAreLeftToTheTransport() throws {
        let prepared = try Request(
            .post,
            url,
            headers: ["Content-Length": "4", "Host": "Example.com", "Connection": "Close"],
            body: .data(Data("body".utf8))
        ).prepared()
        #expect(prepared.headers == ["Connection": "Close", "Content-Type": "application/octet-stream"])
    }

    @Test(arguments: [HTTP.Method.get, .head, .trace, .connect])
    func aMethodWithoutContentRejectsABody(method: HTTP.Method) throws {
        #expect(failure(Request(method, url, body: .text("x"))) == .bodyNotAllowed(method))
        let prepared = try Request(method, url, body: .data(Data())).prepared()
        #expect(prepared.body == nil)
        #expect(prepared.headers.isEmpty)
    }

    @Test(arguments: [HTTP.Method.post, .put, .patch])
    func aMethodWithContentGetsAnEmptyBody(method: HTTP.Method) throws {
        let prepared = try Request(method, url).prepared()
        #expect(prepared.body == Data())
        #expect(prepared.headers.isEmpty)
        #expect(try Request(.delete, url).prepared().body == nil)
        #expect(try Request(.delete, url, body: .text("x")).prepared().body == Data("x".utf8))
    }

    @Test func preparingARequestReportsEncodingErrors() {  // N1
        let request = RequestBuilder(.post, url).json(["user": ["avatar": Data()]] as [String: Any]).build()
        let reason = "Data is not a JSON value"
        #expect(failure(request) == .unencodableBody(path: "user.avatar", reason: reason))
    }

    @Test func repeatabilityDependsOnTheMethodAMarkOrAnIdempotencyKey() throws {  // N7
        #expect(try Request(.put, url).prepared().isRepeatable)
        #expect(try !Request(.post, url).prepared().isRepeatable)
        #expect(try !Request("PURGE", url).prepared().isRepeatable)
        #expect(try Request(.post, url, headers: ["idempotency-key": "1"]).prepared().isRepeatable)
        #expect(try RequestBuilder(.post, url).repeatable().build().prepared().isRepeatable)
    }

    @Test func theBodyLimitIsNeverNegative() throws {  // N16
        #expect(try Request(.get, url).prepared().maxBodySize == 64 * 1024 * 1024)
        #expect(try RequestBuilder(.get, url).maxBodySize(-1).build().prepared().maxBodySize == 0)
    }

    @Test func headersAddedByADecoratorAreChecked() throws {
        let prepared = try Request(.get, url, headers: ["A": "1"]).prepared()
        #expect(try prepared.header("If-None-Match", "\"x\"").headers == ["A": "1", "If-None-Match": "\"x\""])
        #expect(throws: RequestError.invalidHeaderValue(name: "B")) { try prepared.header("B", "\r\n") }
        #expect(throws: RequestError.refusedHeader(name: "Host", reason: .differsFromURL)) {
            try prepared.header("Host", "b")
        }
    }

    @Test func descriptionsAndDumpsHideSecrets() throws {
        let request = Request(
            .post,
            url + "?token=canary",
            headers: ["Cookie": "canary"],
            body: .text("canary"),
            authorization: .bearer("canary")
        )
        var text = "\(request) \(try request.prepared()) \(String(reflecting: request))"
        dump(request, to: &text)
        dump(try request.prepared(), to: &text)
        dump([request], to: &text)
        #expect(!text.contains("canary"))
        #expect(request.description == "POST https://example.com/x?token=<redacted>")
    }

    @Test func aChangedRequestIsPreparedAnew() throws {
        let first = Request(.post, url, body: .text("a"))
        #expect(try first.prepared().body == Data("a".utf8))
        var changed = first
        changed.method = .put
        changed.url = "https://example.com/y"
        changed.body = .text("b")
        changed.isMarkedRepeatable = true
        changed.headers["X"] = "1"
        let prepared = try changed.prepared()
        #expect(prepared.method == .put)
        #expect(prepared.url.absoluteString == "https://example.com/y")
        #expect(prepared.body == Data("b".utf8))
        #expect(prepared.headers["X"] == "1")
        let again = try first.prepared()
        #expect(again.method == .post)
        #expect(again.url.absoluteString == url)
        #expect(again.body == Data("a".utf8))
        #expect(!again.isRepeatable)
    }

    @Test func aBodyThatIsEncodedLaterIsEncodedInEachPreparation() throws {
        let count = Locked(0)
        let request = Request(.post, url, body: .encoded(Counted(count: count), as: .applicationJson))
        #expect(try request.prepared().body == Data("[1]".utf8))
        #expect(try request.prepared().body == Data("[2]".utf8))
    }

    @Test func parametersOfAnEncoderAreEncodedInEachPreparation() throws {
        let count = Locked(0)
        let configuration = Network.Configuration(encoder: {
            count.withLock { $0 += 1 }
            return JSONEncoder()
        })
        let request = Request(.get, url, parameters: Parameters(encoding: ["a": 1]), configuration: configuration)
        #expect(try request.prepared().url.absoluteString == url + "?a=1")
        #expect(try request.prepared().url.absoluteString == url + "?a=1")
        #expect(count.withLock { $0 } == 2)
    }
}

/// A value that encodes the number of times it was encoded.
private struct Counted: Encodable, Sendable {
    let count: Locked<Int>

    func encode(to encoder: any Encoder) throws {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var container = encoder.unkeyedContainer()
        try container.encode(number)
    }
}
