import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Parameters of a request whose body is a form with parts.
@Suite struct MultipartParametersTests {
    private func sent(
        _ multipart: Multipart,
        _ configuration: Network.Configuration,
        _ change: (RequestBuilder) -> RequestBuilder = { $0 }
    ) throws -> (url: String, body: String, type: String?) {
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(configuration: configuration, transport: stub, clock: clock)
        network.send(change(RequestBuilder(.post, "http://api.test/a").multipart(multipart)).build()).start()
        let request = try #require(stub.requests.first)
        let text = String(decoding: request.body ?? Data(), as: UTF8.self)
        return (request.url.absoluteString, text, request.headers["Content-Type"])
    }

    private static let defaults = Network.Configuration(parameters: ["token": 12345, "caption": "none"])

    private func part(_ name: String, _ value: String) -> String {
        "--XYZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    @Test func parametersBecomeFieldsBeforeTheFormsOwn() throws {  // F-06
        let form = Multipart([.value("caption", "hi")], boundary: "XYZ")
        let sent = try sent(form, Self.defaults) { $0.parameters(["stars": 5]) }
        #expect(sent.url == "http://api.test/a")
        #expect(sent.type == "multipart/form-data; boundary=XYZ")
        #expect(sent.body == part("stars", "5") + part("token", "12345") + part("caption", "hi") + "--XYZ--\r\n")
    }

    @Test func parametersAreFormattedAsInAQuery() throws {  // F-06, F-07
        let form = Multipart([], boundary: "XYZ")
        let parameters: Parameters = ["a b": ["k&": true], "list": ["é=", "+"]]
        let sent = try sent(form, Network.Configuration(parameters: parameters))
        let expected = part("a b[k&]", "1") + part("list[]", "é=") + part("list[]", "+") + "--XYZ--\r\n"
        #expect(sent.body == expected)
    }

    @Test func queryParametersStayInTheQuery() throws {  // F-06, F-13
        let form = Multipart([.value("caption", "hi")], boundary: "XYZ")
        let query = try sent(form, Self.defaults) { $0.query(["q": 1]) }
        #expect(query.url == "http://api.test/a?q=1")
        #expect(query.body.contains("12345"))
        let elsewhere = try sent(form, Self.defaults) { $0.parameters([:], encoding: .query) }
        #expect(elsewhere.url == "http://api.test/a?caption=none&token=12345")
        #expect(!elsewhere.body.contains("12345"))
        var mixed = form
        mixed.subtype = .mixed
        #expect(try sent(mixed, Self.defaults).url == "http://api.test/a?caption=none&token=12345")
    }

    @Test func aStreamedFormContainsTheParameters() throws {  // F-06, F-11
        let form = Multipart([.stream("log", byteCount: 1) { AsyncStream<Data> { $0.finish() } }], boundary: "XYZ")
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(configuration: Self.defaults, transport: stub, clock: clock)
        network.send(RequestBuilder(.post, "http://api.test/a").multipart(form).build()).start()
        let without = try RequestBuilder(.post, "http://api.test/a").multipart(form).build().prepared()
        let fields = part("caption", "none") + part("token", "12345")
        // Each part except the first has a line break before it, which belongs to the text of the previous part.
        let plain = try #require(without.content?.byteCount)
        #expect(stub.requests.first?.content?.byteCount == plain + Int64(fields.utf8.count))
    }
}
