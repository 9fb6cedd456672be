import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct RequestBuilderTests {
    private struct Todos: Endpoint {
        var httpMethod = HTTP.Method.post
        var absoluteUrl = "https://example.com/todos"
    }

    private struct Strict: Endpoint {
        var httpMethod = HTTP.Method.get
        var absoluteUrl = "https://example.com/"
        var acceptedResponseCodes = [HTTP.StatusCode.ok, 799]
    }

    @Test func anEndpointProvidesMethodURLAndAcceptedCodes() {  // N5, F-01
        let request = RequestBuilder(endpoint: Todos()).build()
        #expect(request.method == .post)
        #expect(request.url == "https://example.com/todos")
        #expect(request.acceptedCodes == .success)
        let strict = RequestBuilder(endpoint: Strict()).build()
        #expect(strict.acceptedCodes.contains(.ok))
        #expect(strict.acceptedCodes.contains(799))
        #expect(!strict.acceptedCodes.contains(.created))
    }

    @Test func everyStepLeavesTheOriginalUnchanged() {  // F-67
        let base = RequestBuilder(.get, "https://example.com/").header("A", "1")
        let changed = base.header("A", "2").addingHeader("B", "3").text("x").repeatable().authorization(.bearer("t"))
        #expect(base.build().headers == ["A": "1"])
        #expect(base.build().body == nil)
        #expect(base.build().authorization == nil)
        #expect(!base.build().isMarkedRepeatable)
        #expect(changed.build().headers == ["A": "2", "B": "3"])
    }

    @Test func headerReplacesValuesAndAddingHeaderAppendsOne() {  // N14
        let builder = RequestBuilder(.get, "https://example.com/").header("k", "a").addingHeader("K", "b")
        #expect(builder.build().headers.values(for: "k") == ["a", "b"])
        #expect(builder.header("k", "c").build().headers == ["k": "c"])
    }

    @Test func anExplicitContentTypeWinsInAnyOrder() throws {  // N14
        let base = RequestBuilder(.post, "https://example.com/")
        for builder in [base.header("content-type", "a/b").json([1]), base.json([1]).header("content-type", "a/b")] {
            #expect(try builder.build().prepared().headers == ["content-type": "a/b"])
        }
    }

    @Test func aLaterBodyReplacesAnEarlierOne() throws {
        let builder = RequestBuilder(.post, "https://example.com/").json(["bad": Data()] as [String: Any])
        let prepared = try builder.text("good").build().prepared()
        #expect(prepared.body == Data("good".utf8))
        #expect(prepared.headers == ["Content-Type": "text/plain; charset=utf-8"])
    }

    @Test func everyKindOfBodyHasAMethod() throws {  // F-09, F-10
        let base = RequestBuilder(.post, "https://example.com/")
        let cases: [(RequestBuilder, String, String)] = [
            (base.json(["a": "b"]), #"{"a":"b"}"#, "application/json; charset=utf-8"),
            (base.json(["a": "b", "n": 1]), #"{"a":"b","n":1}"#, "application/json; charset=utf-8"),
            (base.json([1, "b"]), #"[1,"b"]"#, "application/json; charset=utf-8"),
            (base.json([1, 2], vendor: "vnd.x"), "[1,2]", "application/vnd.x+json; charset=utf-8"),
            (base.text("t"), "t", "text/plain; charset=utf-8"),
            (base.data(Data("d".utf8), contentType: .imagePng), "d", "image/png"),
        ]
        for (builder, body, type) in cases {
            let prepared = try builder.build().prepared()
            #expect(prepared.body == Data(body.utf8))
            #expect(prepared.headers == ["Content-Type": type])
        }
    }

    @Test func acceptedCodesAcceptListsAndRanges() {  // N5, F-30
        let base = RequestBuilder(.get, "https://example.com/")
        let list = base.acceptedCodes([.notFound, .ok, .created, .ok]).build().acceptedCodes
        #expect(list.description == "200...201, 404")
        #expect(list.contains(.notFound))
        #expect(!list.contains(.accepted))
        let range = base.acceptedCodes(AcceptedCodes(200...404)).build().acceptedCodes
        #expect(range.contains(.found))
        #expect(!range.contains(405))
        #expect(!AcceptedCodes([]).contains(.ok))
        #expect(AcceptedCodes(HTTP.StatusCode.allSuccess) == .success)
    }

    @Test func extremeCodesAreListedSafely() {
        let codes = AcceptedCodes([HTTP.StatusCode(rawValue: .max), HTTP.StatusCode(rawValue: .min), 0, -1])
        #expect(codes.contains(HTTP.StatusCode(rawValue: .min)))
        #expect(codes.contains(HTTP.StatusCode(rawValue: .max)))
        #expect(codes.contains(-1))
        #expect(!codes.contains(1))
    }

    @Test func anIdempotencyKeyIsAHeaderAndMarksTheRequest() throws {  // N7
        let request = RequestBuilder(.post, "https://example.com/").idempotencyKey("7f1c").build()
        #expect(request.isRepeatable)
        #expect(try request.prepared().headers["Idempotency-Key"] == "7f1c")
    }

    @Test func theDescriptionOfTheBuilderHidesSecrets() {
        let builder = RequestBuilder(.get, "https://ape:canary@a/").authorization(.bearer("canary"))
        var text = "\(builder)"
        dump(builder, to: &text)
        #expect(!text.contains("canary"))
    }
}
