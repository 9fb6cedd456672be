import Foundation
import ReactiveNetworking
import ReactiveURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct BuilderTests {
    private let endpoint = GetTodos(absoluteUrl: "http://migration.test/todos")

    @Test func theChainInTheReadmeBuildsARequest() throws {  // C-01
        let request: ApeURLRequest = try ApeRequestBuilder(endpoint: endpoint)
            .setAuthorizationHeader(username: "ape", password: "group")
            .setHeaders(["CustomKey1": "CustomValue1", "CustomKey2": "CustomValue2"])
            .addHeader(("CustomKey", "CustomValue"))
            .setHeader(("k", values: ["a", "b"]))
            .build()
        let headers = try request.prepared().headers
        #expect(headers["Authorization"] == "Basic YXBlOmdyb3Vw")
        #expect(headers["CustomKey2"] == "CustomValue2")
        #expect(headers["CustomKey"] == "CustomValue")
        #expect(headers["k"] == "a, b")
    }

    @Test func everyAuthorizationCompilesAndIsSent() throws {
        let builder: HttpRequestBuilder = ApeRequestBuilder(endpoint: PostTodo())
        let requests = [
            builder.setAuthorizationHeader(token: "t").build(),
            builder.setAuthorizationHeader(headerValue: "Token x").build(),
            builder.add(authHandler: SignatureHandler()).build(),
        ]
        let values = try requests.map { try $0.prepared().headers["Authorization"] }
        #expect(values == ["Bearer t", "Token x", "Signature POST"])
    }

    @Test func everyBodyCompilesAndIsSent() throws {
        let builder = ApeRequestBuilder(endpoint: PostTodo())
        let bodies = [
            builder.setBody(json: ["key": "value"] as [String: Any]).build(),
            builder.setBody(json: ["key": "value"], vendor: "vnd.ape").build(),
            builder.setBody(text: "text").build(),
            builder.setBody(data: Data([1]), contentType: Http.ContentType.imagePng).build(),
        ]
        let types = try bodies.map { try $0.prepared().headers["Content-Type"] }
        #expect(
            types == [
                "application/json; charset=utf-8", "application/vnd.ape+json; charset=utf-8",
                "text/plain; charset=utf-8", "image/png",
            ]
        )
    }

    @Test func aBuilderCanBeUsedAsAnExistential() throws {
        var builder: HttpRequestBuilder = ApeRequestBuilder(endpoint: Api.todo(id: 1))
        builder = builder.addHeader(("a", "b"))
        builder = try builder.setAuthorizationHeader(username: "ape", password: "group")
        #expect(try builder.build().prepared().headers["a"] == "b")
        let generic = build(CustomRequestBuilder.self, Api.todo(id: 2))
        #expect(generic.url == "http://migration.test/todos/2")
    }

    private func build<Builder: HttpRequestBuilder>(_ type: Builder.Type, _ endpoint: any Endpoint) -> ApeURLRequest {
        Builder(endpoint: endpoint).addHeader(("a", "b")).build()
    }

    @Test func aCustomBuilderMayStoreAURLRequest() throws {
        let request = CustomRequestBuilder(endpoint: PostTodo()).setAuthorizationHeader(token: "t")
            .addHeader(("X-A", "1")).setBody(text: "hello").build()
        let prepared = try request.prepared()
        #expect(prepared.method == .post)
        #expect(prepared.url.absoluteString == "http://migration.test/todos")
        #expect(prepared.headers["Authorization"] == "Bearer t")
        #expect(prepared.headers["X-A"] == "1")
        #expect(prepared.headers.values(for: "Content-Type").count == 1)
        #expect(prepared.body == Data("hello".utf8))
    }

    @Test func aRequestConvertsToAndFromAURLRequest() throws {
        var urlRequest = URLRequest(url: URL(string: "http://migration.test/a?b=1")!)
        urlRequest.httpMethod = "put"
        urlRequest.setValue("1", forHTTPHeaderField: "X-A")
        urlRequest.httpBody = Data("body".utf8)
        let request = ApeURLRequest(urlRequest: urlRequest, acceptedResponseCodes: [.created])
        #expect(request.acceptedResponseCodes == [.created])
        let back = try request.urlRequest
        #expect(back.url == urlRequest.url)
        #expect(back.httpMethod == "PUT")
        #expect(back.value(forHTTPHeaderField: "X-A") == "1")
        #expect(back.httpBody == Data("body".utf8))
        #expect(throws: RequestError.self) { try Request(.get, "no URL").urlRequest }
    }
}
