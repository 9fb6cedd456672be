import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct ParameterEncodingTests {
    private let url = "http://api.test/todos"

    private func prepared(_ builder: RequestBuilder) throws -> PreparedRequest { try builder.build().prepared() }

    private func body(_ builder: RequestBuilder) throws -> String? {
        try prepared(builder).body.map { String(decoding: $0, as: UTF8.self) }
    }

    private func failure(_ builder: RequestBuilder) -> RequestError? {
        #expect(throws: RequestError.self) { try builder.build().prepared() }
    }

    @Test(arguments: [HTTP.Method.get, .head, .delete, .options])
    func mostMethodsEncodeParametersInTheQuery(method: HTTP.Method) throws {  // F-13, C-27, C-35
        let request = try prepared(RequestBuilder(method, url).parameters(["b": 1, "a": "x"]))
        #expect(request.url.absoluteString == url + "?a=x&b=1")
        #expect(request.content == nil || method == .options)
        #expect(request.headers.isEmpty)
    }

    @Test(arguments: [HTTP.Method.post, .put, .patch, .query])
    func methodsThatExpectContentEncodeParametersAsJSON(method: HTTP.Method) throws {  // F-13, C-27, C-35, AD18
        let parameters: Parameters = [
            "universities": [1, 2, 3], "coordinate": ["latitude": "42.24", "longitude": "-83.1"],
            "inputted_text": "Hello Kanto!",
        ]
        let request = try prepared(RequestBuilder(method, url).parameters(parameters))
        let expected =
            #"{"coordinate":{"latitude":"42.24","longitude":"-83.1"},"inputted_text":"Hello Kanto!","#
            + #""universities":[1,2,3]}"#
        #expect(request.body == Data(expected.utf8))
        #expect(request.headers == ["Content-Type": "application/json; charset=utf-8"])
        #expect(request.url.absoluteString == url)
    }

    @Test func aFormHasItsContentTypeWithoutACharset() throws {  // F-08, C-23
        for method in [HTTP.Method.post, .put] {
            let builder = RequestBuilder(method, url).form(["test": 123, "foo": "bar"])
            #expect(try body(builder) == "foo=bar&test=123")
            #expect(try prepared(builder).headers == ["Content-Type": "application/x-www-form-urlencoded"])
        }
    }

    @Test func aFormMaySpecifyItsCharset() throws {  // F-08
        let utf8 = RequestBuilder(.post, url).parameters(["é": "ü"], encoding: .form(charset: .utf8))
        #expect(try body(utf8) == "%C3%A9=%C3%BC")
        #expect(
            try prepared(utf8).headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8"
        )
        let latin = Body.form(["é": "ü"], charset: .isoLatin1)
        #expect(try latin.data() == Data("%E9=%FC".utf8))
        #expect(latin.contentType?.charset == "iso-8859-1")
        let error = #expect(throws: RequestError.self) { try Body.form(["a": ["日"]], charset: .isoLatin1).data() }
        #expect(error == .unencodableParameter(path: "a[0]", reason: "it has a character that the charset lacks"))
        #expect(throws: RequestError.self) { try Body.form([:], charset: .nextstep).data() }
    }

    @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf32]) func aFormsCharsetMustBeASupersetOfASCII(
        charset: String.Encoding
    ) {  // F-08
        let error = #expect(throws: RequestError.self) { try Body.form(["a": "b"], charset: charset).data() }
        #expect(error?.description.hasSuffix("is not a superset of ASCII, as the charset of a form must be") == true)
    }

    @Test func jsonMayBePretty() throws {  // F-09
        let builder = RequestBuilder(.post, url).parameters(["a": 1], encoding: .json(.pretty))
        #expect(try body(builder) == "{\n  \"a\": 1\n}")
    }

    @Test func withoutParametersNothingIsAdded() throws {  // F-07
        let post = try prepared(RequestBuilder(.post, url).parameters([:]))
        #expect(post.body == Data())
        #expect(post.headers.isEmpty)
        for text in [url, url + "?", url + "?a=b", url + "?a=b&"] {
            let builders = [RequestBuilder(.get, text), RequestBuilder(.get, text).parameters([:]).query([:])]
            for builder in builders { #expect(try prepared(builder).url.absoluteString == text) }
        }
    }

    @Test func parametersAreAppendedToAnExistingQuery() throws {  // F-07
        let cases = [
            "": "?a=1", "?x=y": "?x=y&a=1", "?": "?a=1", "?x=y&": "?x=y&a=1", "#part": "?a=1", "?x=y#p?q": "?x=y&a=1",
        ]
        for (ending, expected) in cases {
            let request = try prepared(RequestBuilder(.get, url + ending).parameters(["a": 1]))
            #expect(request.url.absoluteString == url + expected)
        }
    }

    @Test func queryParametersStayInTheQuery() throws {  // F-07
        let builder = RequestBuilder(.post, url).parameters(["a": 1]).query(["page": 2])
        #expect(try prepared(builder).url.absoluteString == url + "?page=2")
        #expect(try body(builder) == #"{"a":1}"#)
        let get = RequestBuilder(.get, url).parameters(["z": 1]).query(["a": 2])
        #expect(try prepared(get).url.absoluteString == url + "?a=2&z=1")
    }

    @Test func aRequestMayChooseItsEncoding() throws {  // F-13
        let query = RequestBuilder(.post, url).parameters(["a": 1], encoding: .query)
        #expect(try prepared(query).url.absoluteString == url + "?a=1")
        #expect(try body(query) == "")
        #expect(try body(RequestBuilder(.delete, url).parameters(["a": 1], encoding: .json)) == #"{"a":1}"#)
        #expect(failure(RequestBuilder(.get, url).parameters(["a": 1], encoding: .json)) == .bodyNotAllowed(.get))
    }

    @Test func parametersOfARequestWithABodyGoIntoTheQuery() throws {  // F-06, F-13
        let builder = RequestBuilder(.post, url).text("t").parameters(["a": 1])
        #expect(try body(builder) == "t")
        #expect(try prepared(builder).url.absoluteString == url + "?a=1")
        let twice = failure(builder.form(["b": 2]))
        let reason = "they are meant for a body, and there is one already"
        #expect(twice == .unencodableParameter(path: "", reason: reason))
    }

    @Test func anExplicitContentTypeWins() throws {  // F-10, N14
        let builder = RequestBuilder(.post, url).form(["a": 1]).header("content-type", "x/y")
        #expect(try prepared(builder).headers == ["content-type": "x/y"])
    }

    @Test func encodingErrorsSurfaceWhenTheRequestIsPrepared() {  // F-09, N1
        for encoding in [Parameters.Encoding.query, .form, .json] {
            let builder = RequestBuilder(.post, url).parameters(["user": ["avatar": Data()]], encoding: encoding)
            #expect(
                failure(builder) == .unencodableParameter(path: "user.avatar", reason: "Data is not a JSON value")
            )
        }
    }

    @Test func theParameterStyleOfARequestApplies() throws {  // F-07
        let style = Parameters.Style(bools: .words, arrays: .repeated)
        let builder = RequestBuilder(.get, url).parameters(["f": true, "a": [1, 2]])
            .configuration(Network.Configuration(parameterStyle: style))
        #expect(try prepared(builder).url.query == "a=1&a=2&f=true")
        let form = RequestBuilder(.post, url).form(["f": false]).configuration(.init(parameterStyle: style))
        #expect(try body(form) == "f=false")
    }
}
