import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

// Code as users of APEReactiveNetworking write it, outside the library.

private struct GetTodos: Endpoint {
    var httpMethod = Http.Method.get
    var absoluteUrl: String
    var acceptedResponseCodes = [Http.StatusCode.ok]
}

private struct PostTodo: Endpoint {
    let httpMethod = Http.Method.post
    let absoluteUrl = "https://example.com/todos"
}

private enum Api: Endpoint {
    case todos

    var httpMethod: Http.Method { .get }
    var absoluteUrl: String { "https://example.com/todos" }
    var acceptedResponseCodes: [Http.StatusCode] { [.ok, .created] }
}

private struct CustomRequestBuilder: HttpRequestBuilder {
    private let endpoint: any Endpoint
    private var headers: Http.RequestHeaders = [:]
    private var data: Data?
    private var contentType: Http.ContentType?

    init(endpoint: any Endpoint) {
        self.endpoint = endpoint
    }

    func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder {
        var copy = self
        copy.headers[header.key] = header.value
        return copy
    }

    func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder {
        var copy = self
        for (key, value) in headers {
            copy.headers[key] = value
        }
        return copy
    }

    func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder {
        var copy = self
        copy.data = data
        copy.contentType = contentType
        return copy
    }

    func build() -> ApeURLRequest {
        ApeURLRequest(
            endpoint.httpMethod,
            endpoint.absoluteUrl,
            headers: headers,
            body: data.map { .data($0, contentType: contentType) },
            acceptedResponseCodes: endpoint.acceptedResponseCodes
        )
    }
}

private struct TokenHandler: AuthenticationHandler {
    func authorizationHeaderValue(for request: PreparedRequest) throws -> String {
        "Token \(request.method.rawValue)"
    }
}

@Suite struct APEReactiveNetworkingRequestTests {
    private let endpoint = GetTodos(absoluteUrl: "https://example.com/todos")
    private let builders: [HttpRequestBuilder] = [
        ApeRequestBuilder(endpoint: PostTodo()), CustomRequestBuilder(endpoint: PostTodo()),
    ]

    @Test func theChainOfTheReadmeBuildsARequest() throws {  // C-01
        let request: ApeURLRequest = try ApeRequestBuilder(endpoint: endpoint)
            .setAuthorizationHeader(username: "ape", password: "group")
            .setHeaders(["CustomKey1": "CustomValue1", "CustomKey2": "CustomValue2"])
            .addHeader(("CustomKey", "CustomValue"))
            .setHeader(("k", values: ["a", "b"]))
            .build()
        let prepared = try request.prepared()
        let expected: Http.RequestHeaders = [
            "Authorization": "Basic YXBlOmdyb3Vw", "CustomKey1": "CustomValue1", "CustomKey2": "CustomValue2",
            "CustomKey": "CustomValue", "k": "a, b",
        ]
        #expect(
            Http.RequestHeaders(Dictionary(uniqueKeysWithValues: prepared.headers.map { ($0, $1) }))
                == Http.RequestHeaders(Dictionary(uniqueKeysWithValues: expected.map { ($0, $1) }))
        )
        #expect(prepared.method.rawValue == "GET")
        #expect(request.acceptedResponseCodes == [.ok])
    }

    @Test func endpointsOfEveryShapeConform() {  // N5
        let endpoints: [any Endpoint] = [endpoint, PostTodo(), Api.todos]
        #expect(endpoints.map(\.httpMethod.rawValue) == ["GET", "POST", "GET"])
        #expect(endpoints.map(\.acceptedResponseCodes.count) == [1, 100, 2])
    }

    @Test func everyAuthorizationHasItsExactValueThroughAnyBuilder() throws {  // C-01, C-05
        for builder in builders {
            let cases: [(HttpRequestBuilder, String)] = [
                (try builder.setAuthorizationHeader(username: "ape", password: "group"), "Basic YXBlOmdyb3Vw"),
                (builder.setAuthorizationHeader(token: "token"), "Bearer token"),
                (builder.setAuthorizationHeader(headerValue: "Token token=ASDF"), "Token token=ASDF"),
                (builder.add(authHandler: TokenHandler()), "Token POST"),
                (builder.setAuthorizationHeader(token: "t").add(authHandler: TokenHandler()), "Token POST"),
                (builder.add(authHandler: TokenHandler()).setAuthorizationHeader(token: "t"), "Bearer t"),
                (builder.add(authHandler: TokenHandler()).addHeader(("a", "b")), "Token POST"),
                (builder.add(authHandler: TokenHandler()).setHeaders(["authorization": "x"]), "x"),
            ]
            for (builder, expected) in cases {
                #expect(try builder.build().prepared().headers.values(for: "Authorization") == [expected])
            }
        }
    }

    @Test func aColonInAUserNameThrowsAtOnce() {  // RFC 7617
        for builder in builders {
            #expect(throws: RequestError.invalidAuthorization(.colonInUsername)) {
                try builder.setAuthorizationHeader(username: "a:b", password: "c")
            }
        }
    }

    @Test func setHeadersMergesAndKeepsAuthorization() throws {
        let more = ["CustomKey": "2"]
        for builder in builders {
            let request = builder.setAuthorizationHeader(token: "t").addHeader(("customkey", "1")).setHeaders(more)
            #expect(request.build().headers["Authorization"] == "Bearer t")
            #expect(request.build().headers["CustomKey"] == "2")
        }
    }

    @Test func everyBodyIsSentThroughAnyBuilder() throws {  // C-07
        for builder in builders {
            let cases: [(HttpRequestBuilder, String, String)] = [
                (builder.setBody(text: "text"), "text", "text/plain; charset=utf-8"),
                (
                    builder.setBody(json: ["key": "value"] as [String: Any]), #"{"key":"value"}"#,
                    "application/json; charset=utf-8"
                ),
                (
                    builder.setBody(json: ["key": 1], vendor: "vnd.apegroup.com"), #"{"key":1}"#,
                    "application/vnd.apegroup.com+json; charset=utf-8"
                ),
                (
                    builder.setBody(data: Data("png".utf8), contentType: Http.ContentType.imagePng), "png",
                    "image/png"
                ),
            ]
            for (builder, body, type) in cases {
                let prepared = try builder.build().prepared()
                #expect(prepared.body == Data(body.utf8))
                #expect(prepared.headers.values(for: "Content-Type") == [type])
            }
        }
    }

    @Test func aBodyThatIsNoJSONFailsWhenPreparedAndNotBefore() throws {  // N1
        for builder in builders {
            let broken = builder.setBody(json: ["at": Date()])
            #expect(throws: RequestError.unencodableBody(path: "at", reason: "Date is not a JSON value")) {
                try broken.addHeader(("a", "b")).build().prepared()
            }
            #expect(try broken.setBody(text: "good").build().prepared().body == Data("good".utf8))
        }
    }

    @Test func theModernBuilderGivesTheSameRequestAsTheOldOne() throws {
        let old = try ApeRequestBuilder(endpoint: PostTodo()).setBody(json: ["a": 1]).addHeader(("b", "2")).build()
            .prepared()
        let new = try RequestBuilder(endpoint: PostTodo()).json(["a": 1]).header("b", "2").build().prepared()
        #expect(old.headers == new.headers)
        #expect(old.body == new.body)
        #expect(old.url == new.url)
    }

    @Test func aHeaderThatIsAddedAgainIsReplaced() throws {  // C-04
        for builder in builders {
            let request = builder.addHeader(("CustomKey", "1")).addHeader(("customkey", "2")).build()
            #expect(try request.prepared().headers.values(for: "CustomKey") == ["2"])
        }
    }

    @Test func valuesOfOneHeaderAreOneListWithoutStrayBlanks() throws {  // C-04
        for builder in builders {
            let request = builder.setHeader(("h2", values: ["v2.1", " v2.2", " v2.3"])).build()
            #expect(try request.prepared().headers.values(for: "h2") == ["v2.1, v2.2, v2.3"])
        }
    }

    @Test func oldAndNewAuthorizationCallsSendTheSameBearerToken() throws {  // C-04
        let token = "This is my bearer token"
        let old = ApeRequestBuilder(endpoint: endpoint).setAuthorizationHeader(token: token).build()
        let new = RequestBuilder(endpoint: endpoint).authorization(.bearer(token)).build()
        #expect(try old.prepared().headers["Authorization"] == "Bearer This is my bearer token")
        #expect(try new.prepared().headers["Authorization"] == "Bearer This is my bearer token")
    }
}
