import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct BodyEncodersTests {
    private struct Refusal: Error {}

    private func configuration(
        _ type: HTTP.ContentType,
        _ encode: @escaping Body.Encoders.Encode
    ) -> Network.Configuration {
        var encoders = Body.Encoders()
        encoders[type] = encode
        return Network.Configuration(encoders: encoders)
    }

    private let plist = RequestBuilder(.post, "http://api.test/").encoded(["k": "v"], as: "application/x-plist")

    @Test func theNetworksEncoderIsChosenByContentType() throws {  // F-12
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(
            configuration: configuration("Application/X-Plist; v=1") { try PropertyListEncoder().encode($0) },
            transport: stub,
            clock: clock
        )
        network.send(plist.build()).start()
        let request = try #require(stub.requests.first)
        let body = try #require(request.body)
        #expect(try PropertyListDecoder().decode([String: String].self, from: body) == ["k": "v"])
        #expect(request.headers == ["Content-Type": "application/x-plist"])
    }

    @Test func twoNetworksHaveEncodersOfTheirOwn() {  // F-12, F-65
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        for text in ["one", "two"] {
            let own = configuration("application/x-plist") { _ in Data(text.utf8) }
            Network(configuration: own, transport: stub, clock: clock).send(plist.build()).start()
        }
        #expect(stub.requests.map(\.body) == [Data("one".utf8), Data("two".utf8)])
    }

    @Test func aTypeWithoutAnEncoderIsATypedFailure() {  // F-12, N1
        let virtual = VirtualNetwork(.status(.ok))
        let failure = virtual.network.send(plist.build()).immediateFailure
        #expect(failure?.cause(as: RequestError.self) == .missingEncoder("application/x-plist"))
        #expect(failure?.description == "there is no encoder for application/x-plist")
        #expect(virtual.stub.exchanges.isEmpty)
        #expect(throws: RequestError.missingEncoder("a/b")) { try Body.encoded(1, as: "a/b").data() }
    }

    @Test func jsonAndFormsNeedNoRegistration() throws {  // F-12
        let todo = Todo(id: 1, title: "a b")
        for type: HTTP.ContentType in ["application/json", "application/vnd.ape+json; charset=utf-8"] {
            #expect(try JSONValue(parsing: Body.encoded(todo, as: type).data()) == ["id": 1, "title": "a b"])
        }
        let form = Body.encoded(todo, as: .formURLEncoded)
        #expect(try form.data() == Data("id=1&title=a%20b".utf8))
        #expect(throws: RequestError.self) { try Body.encoded([1], as: .formURLEncoded).data() }
    }

    @Test func formsUseTheParameterStyleOfTheLayers() throws {  // F-08, F-12
        let style = Network.Configuration(parameterStyle: Parameters.Style(bools: .words, arrays: .repeated))
        struct Filter: Encodable { let done = true, tags = ["a", "b"] }
        let request = RequestBuilder(.post, "http://api.test/").encoded(Filter(), as: .formURLEncoded)
        #expect(try request.configuration(style).build().prepared().body == Data("done=true&tags=a&tags=b".utf8))
        #expect(try request.build().prepared().body == Data("done=1&tags%5B%5D=a&tags%5B%5D=b".utf8))
    }

    @Test func anEncodingErrorNamesThePathOfTheValue() {  // F-12, F-43
        let own = configuration("application/x-own") { try JSONEncoder().encode($0) }
        let request = RequestBuilder(.post, "http://api.test/").encoded(["k": Double.nan], as: "application/x-own")
        let error = #expect(throws: RequestError.self) { try request.configuration(own).build().prepared() }
        #expect(error?.description == "the body cannot be encoded: k: Double cannot be encoded as application/x-own")
    }

    @Test func anErrorOfAnEncoderIsTheCause() {  // F-12
        let request = plist.configuration(configuration("application/x-plist") { _ in throw Refusal() }).build()
        #expect(
            throws: RequestError.unencodableBody(path: "", reason: "encoding failed (Refusal)", cause: .init(Refusal()))
        ) { try request.prepared() }
    }

    @Test func anEncoderMayEncodeTheParameters() throws {  // F-12, F-13
        let lines = configuration("text/x-lines") { value in
            let object = try JSONValue(encoding: value).object ?? [:]
            return Data(object.keys.sorted().joined(separator: "\n").utf8)
        }
        let request = RequestBuilder(.post, "http://api.test/").configuration(lines)
            .parameters(["b": 1, "a": 2], encoding: .custom("text/x-lines")).build()
        let prepared = try request.prepared()
        #expect(prepared.body == Data("a\nb".utf8))
        #expect(prepared.headers["Content-Type"] == "text/x-lines")
    }

    @Test func aCustomEncoderOverridesABuiltInOne() throws {  // F-12
        let own = configuration("application/json") { _ in Data("own".utf8) }
        let request = RequestBuilder(.post, "http://api.test/").encoded(1, as: .applicationJson).configuration(own)
            .build()
        #expect(try request.prepared().body == Data("own".utf8))
        let body = Body.encoded("canary", as: .formURLEncoded)
        #expect("\(body)" == "a value to encode of application/x-www-form-urlencoded")
    }
}
