import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct RequestEqualityTests {
    private static let url = "http://api.test/todos"

    private func todo(_ change: (RequestBuilder) -> RequestBuilder = { $0 }) -> Request {
        change(RequestBuilder(.post, Self.url).header("X-A", "1").json(["title": "Ape"])).build()
    }

    @Test func requestsWithEqualPartsAreEqual() {  // F-67
        #expect(todo() == todo())
        #expect(todo().hashValue == todo().hashValue)
        #expect(Set([todo(), todo(), Request.get()]).count == 2)
        let layered = {
            Route(.get, "/a", parameters: ["page": 1], environment: .init("http://b.test")).makeRequest()
        }
        #expect(layered() == layered())
    }

    @Test func partsThatChangeTheRequestAffectEquality() {  // F-67
        let changes: [(RequestBuilder) -> RequestBuilder] = [
            { $0.header("X-A", "2") }, { $0.json(["title": "Bee"]) }, { $0.data(Data("{}".utf8)) },
            { $0.authorization(.bearer("a")) }, { $0.authorization(.bearer("b")) }, { $0.acceptedCodes([.ok]) },
            { $0.query(["page": 1]) }, { $0.parameters(["page": 1]) }, { $0.validating(.json) },
            { $0.parameters(["page": 1], encoding: .form) },
            { $0.validating(.problems([402: CocoaError(.fileNoSuchFile)])) },
            { $0.validating(.problems([402: CocoaError(.fileReadNoPermission)])) },
            { $0.configuration(Network.Configuration(maxRetries: 1)) }, { $0.environment(.init("http://b.test")) },
        ]
        var marked = todo()
        marked.isMarkedRepeatable = true
        var small = todo()
        small.maxBodySize = 7
        let all = [todo(), marked, small, .post("http://api.test/others")] + changes.map { todo($0) }
        #expect(Set(all).count == all.count)
    }

    @Test func attachedObjectsDoNotAffectEquality() {  // F-67
        #expect(todo { $0.userInfo("screen", "list") } == todo())
        final class Deaf: OperationDelegate {}
        #expect(todo { $0.delegate(Deaf()) } == todo())
    }

    @Test func requestsWithClosuresEqualOnlyTheirCopies() {  // F-67
        let makes: [() -> RequestBuilder] = [
            { RequestBuilder(.get, Self.url).authorization(Authorization("a") { _ in "b" }) },
            { RequestBuilder(.get, Self.url).authorization(.digest(username: "a", password: "b")) },
            { RequestBuilder(.get, Self.url).validating { _ in .standard } },
            { RequestBuilder(.get, Self.url).configuration(Network.Configuration(decoder: { JSONDecoder() })) },
            {
                RequestBuilder(.get, Self.url).configuration(
                    Network.Configuration(retryPolicy: RetryPolicy { _ in .retry })
                )
            },
            { RequestBuilder(.post, Self.url).body(.encoded(1, as: .applicationJson)) },
            { RequestBuilder(.post, Self.url).body(.stream { AsyncStream<Data> { $0.finish() } }) },
        ]
        for make in makes {
            let first = make()
            #expect(first.build() == first.build())
            #expect(first.header("X-B", "1").build() == first.header("X-B", "1").build())
            #expect(first.build() != make().build())
        }
    }

    @Test func valuesThatOnlySomeEncodersEncodeEqualOnlyTheirCopies() {  // F-09, F-67
        let bodies = [1.0, 2.0].map { Body.json([Double.nan, $0]) }
        #expect(bodies[0] == bodies[0])
        #expect(bodies[0] != bodies[1])
        let parameters = [1.0, 2.0].map { Parameters(encoding: ["a": [Double.nan, $0]]) }
        #expect(parameters[0] == parameters[0])
        #expect(parameters[0] != parameters[1])
        #expect(parameters[0].merging(["b": 1]) == parameters[0].merging(["b": 1]))
        #expect(parameters[0].merging(["b": 1]) != parameters[1].merging(["b": 1]))
    }

    @Test func valuesOfDifferentTypesDiffer() {  // F-09, F-67
        struct Draft: Encodable, Sendable { var myTitle = "Ape" }
        // An encoder that changes keys changes those of the structure only.
        #expect(Body.json(Draft()) != .json(["myTitle": "Ape"]))
        #expect(Body.json(Draft()) == .json(Draft()))
        #expect(Parameters(encoding: Draft()) != Parameters(encoding: ["myTitle": "Ape"]))
        #expect(Parameters(encoding: Draft()) == Parameters(encoding: Draft()))
    }

    @Test func mergingASharedConfigurationKeepsEquality() {  // F-28, F-67
        var encoders = Body.Encoders()
        encoders["text/csv"] = { _ in Data() }
        var policy = RetryPolicy.standard
        policy.random = { 0.5 }
        let shared = Network.Configuration(encoders: encoders, retryPolicy: policy, decoder: { JSONDecoder() })
        let one = shared.overridden(by: Network.Configuration(maxRetries: 1))
        #expect(one == shared.overridden(by: Network.Configuration(maxRetries: 1)))
        #expect(one.hashValue == shared.overridden(by: Network.Configuration(maxRetries: 1)).hashValue)
        #expect(one != shared)
        var other = shared
        other.decoder = { JSONDecoder() }
        #expect(other != shared)
        #expect(RetryPolicy.standard == .standard && RetryPolicy.standard != .never && policy != .standard)
    }

    @Test func filesAreEqualByURLAndTokenRefreshersByIdentity() {  // F-14, F-19, F-67
        let a = URL(filePath: "/tmp/a")
        let b = URL(filePath: "/tmp/b")
        #expect(Body.file(a) == .file(a))
        #expect(Body.file(a) != .file(b))
        #expect(Body.file(a) != .file(a, contentType: .imagePng))
        let refresher = TokenRefresher(options: .patient) { _ in AccessToken(access: "a") }
        #expect(Authorization.refreshing(refresher) == .refreshing(refresher))
        #expect(Authorization.bearer("a") == .bearer("a"))
        #expect(Authorization.bearer("a") != .custom("Bearer a"))
    }

    @Test func aRequestCanBeADictionaryKey() {  // F-68
        let world = VirtualNetwork(.status(.ok))
        var running: [Request: SignalProducer<HTTP.Headers, OperationError>] = [:]
        for _ in 0..<3 { running[todo()] = world.network.send(todo()) }
        for producer in running.values { producer.start() }
        world.clock.run()
        #expect(world.stub.requests.count == 1)
    }
}
