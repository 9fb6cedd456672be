import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import ReactiveTestSupport
    import ReactiveURLSession
#endif

@Suite struct LayeringTests {
    private typealias Configuration = Network.Configuration

    /// Four configuration layers, and the requests that result from them.
    private struct Layers {
        var environment = Configuration()
        var network = Configuration()
        var endpoint = Configuration()
        var request = Configuration()
        var headers: HTTP.Headers = [:]
        var method = HTTP.Method.post

        func send(
            _ script: StubTransport.Reply...,
            change: (Request) -> Request = { $0 }
        ) -> (stub: StubTransport, clock: TestScheduler, failure: Locked<Network.OperationError?>) {
            let clock = TestScheduler()
            let stub = StubTransport(script: script.isEmpty ? [.status(.ok)] : script, clock: clock)
            let network = Network(
                environment: Network.Environment("http://api.test", configuration: environment),
                configuration: network,
                transport: stub,
                clock: clock
            )
            let route = Route(method, "/x", headers: headers, configuration: endpoint)
            let request = change(RequestBuilder(endpoint: route).configuration(request).build())
            let failure = Locked<Network.OperationError?>(nil)
            network.send(request).startWithFailed { error in failure.withLock { $0 = error } }
            return (stub, clock, failure)
        }

        var sent: PreparedRequest? { send().stub.requests.first }
    }

    @Test func theDefaultConfigurationChangesNothing() {  // C-35, C-63, N6, N11
        let (stub, clock, failure) = Layers().send(.never) { $0.adding(parameters: ["a": 1]) }
        clock.advance(by: .seconds(9))
        #expect(failure.value == nil)
        clock.advance(by: .seconds(1))
        guard case .timedOut(.seconds(10), _, 1, nil) = failure.value else { return #expect(Bool(false)) }
        #expect(stub.requests.first?.body == Data(#"{"a":1}"#.utf8))
        #expect(stub.requests.first?.cachePolicy == nil)
        #expect(stub.requests.first?.maxBodySize == 64 << 20)
        #expect(stub.requests.first?.headers == ["Content-Type": "application/json; charset=utf-8"])
    }

    /// Sends without a response, and returns the time of the timeout and the request as sent.
    private func outcome(_ layers: Layers) -> (limit: Duration?, Network.CachePolicy?, body: String?) {
        let (stub, clock, failure) = layers.send(.never) { $0.adding(parameters: ["a": "b"]) }
        clock.advance(by: .seconds(100))
        guard case .timedOut(let limit, _, _, _) = failure.value else { return (nil, nil, nil) }
        let request = stub.requests.first
        return (limit, request?.cachePolicy, request?.body.map { String(decoding: $0, as: UTF8.self) })
    }

    @Test func anUpperLayerOverridesALowerOneFieldByField() {  // C-63, F-27, F-28
        var layers = Layers()
        layers.environment.abortAfter = .seconds(32)
        layers.environment.cachePolicy = .returnCachedElseLoad
        layers.environment.parameterEncoding = .form
        #expect(outcome(layers) == (.seconds(32), .returnCachedElseLoad, "a=b"))
        layers.network.abortAfter = .seconds(20)
        #expect(outcome(layers) == (.seconds(20), .returnCachedElseLoad, "a=b"))
        layers.endpoint.abortAfter = .seconds(12)
        layers.endpoint.cachePolicy = .reloadIgnoringLocalAndRemote
        layers.endpoint.parameterEncoding = .json
        #expect(outcome(layers) == (.seconds(12), .reloadIgnoringLocalAndRemote, #"{"a":"b"}"#))
        layers.request.abortAfter = .seconds(5)
        #expect(outcome(layers) == (.seconds(5), .reloadIgnoringLocalAndRemote, #"{"a":"b"}"#))
    }

    @Test func argumentsOfSendOverrideAllLayers() {  // C-63, N6, N11
        let clock = TestScheduler()
        let stub = StubTransport(.failure(.connectionLost), clock: clock)
        let configuration = Configuration(abortAfter: .seconds(100), maxRetries: 2)
        let network = Network(configuration: configuration, transport: stub, clock: clock)
        network.send(.get()).start()
        clock.advance(by: .seconds(200))
        #expect(stub.exchanges.count == 3)
        network.send(.get(), maxRetries: 1).start()
        clock.advance(by: .seconds(200))
        #expect(stub.exchanges.count == 5)
        network.send(.get(), abortAfter: .zero, maxRetries: 1).start()
        #expect(stub.exchanges.count == 5)
        #expect(clock.scheduledCount == 0)
    }

    @Test func responseChecksAreLayeredByKind() {  // F-28, F-30, F-31, F-32
        struct Unpaid: Error {}
        var layers = Layers()
        layers.environment.validation = .json
        layers.network.validation = .problems([402: Unpaid()])
        func rejection(_ reply: StubTransport.Reply) -> ResponseValidationError.Reason? {
            layers.send(reply) { request in
                var request = request
                request.validation = .custom { $0.data == Data("[]".utf8) ? .accepted : .standard }
                return request
            }
            .failure.value?.cause(as: ResponseValidationError.self)?.reason
        }
        #expect(rejection(.json("[]", status: 404)) == nil)
        #expect(rejection(.json("[1]", status: 402)) == .problem)
        guard case .contentType = rejection(.text("<html>")) else { return #expect(Bool(false)) }
        layers.endpoint.validation = .anyContentType
        #expect(rejection(.text("<html>")) == nil)
    }

    @Test func headersAreLayeredByName() {  // F-05, C-09, C-11, N14
        var layers = Layers()
        layers.method = .get
        layers.environment.headers = ["X-A": "environment", "X-B": "environment"]
        layers.network.headers = ["x-a": "network", "Custom-Header": "dsadas", "TestHeader": "TestHeaderValue"]
        layers.headers = ["Authorization": "0", "Custom-Header": "0", "User-Agent": "ios", "customHeader": "value"]
        #expect(
            layers.sent?.headers == [
                "X-B": "environment", "x-a": "network", "TestHeader": "TestHeaderValue", "Authorization": "0",
                "Custom-Header": "0", "User-Agent": "ios", "customHeader": "value",
            ]
        )
    }

    @Test func authorizationOverridesHeadersOfLowerLayers() {  // F-05
        var layers = Layers()
        layers.method = .get
        layers.environment.headers = ["authorization": "environment"]
        #expect(layers.sent?.headers == ["authorization": "environment"])
        layers.network.authorization = .custom("network")
        #expect(layers.sent?.headers == ["Authorization": "network"])
        layers.endpoint.authorization = .custom("endpoint")
        #expect(layers.sent?.headers == ["Authorization": "endpoint"])
        let own = layers.send { request in
            var request = request
            request.authorization = .custom("request")
            return request
        }
        #expect(own.stub.requests.first?.headers == ["Authorization": "request"])
        layers.headers = ["Authorization": "verbatim"]
        #expect(layers.sent?.headers == ["Authorization": "verbatim"])
    }

    @Test func defaultParametersAreMergedInEveryEncoding() {  // F-06, C-23, C-27
        var layers = Layers()
        layers.environment.parameters = ["token": 1, "a": 0]
        layers.network.parameters = ["token": 12345]
        let add = { (request: Request) in request.adding(parameters: ["foo": "bar", "a": 1]) }
        for (encoding, body) in [
            (Parameters.Encoding.form, "a=1&foo=bar&token=12345"), (.json, #"{"a":1,"foo":"bar","token":12345}"#),
            (.query, ""),
        ] {
            layers.network.parameterEncoding = encoding
            let request = layers.send(change: add).stub.requests.first
            #expect(request?.body == Data(body.utf8))
            #expect(request?.url.query == (encoding == .query ? "a=1&foo=bar&token=12345" : nil))
        }
        layers.method = .get
        layers.network.parameterEncoding = .form
        #expect(layers.send(change: add).stub.requests.first?.url.query == "a=1&foo=bar&token=12345")
    }

    @Test func acceptedCodesAndSizesAreInherited() {  // F-28, N5, N16
        var layers = Layers()
        layers.environment.acceptedCodes = [.notFound]
        layers.environment.maxBodySize = 4
        let missing = StubTransport.Reply.status(.notFound, body: Data("four".utf8))
        #expect(layers.send(missing).failure.value == nil)
        let large = StubTransport.Reply.status(.notFound, body: Data("fiver".utf8))
        #expect(layers.send(large).failure.value?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
        let own = layers.send(missing) { request in
            var request = request
            request.acceptedCodes = .success
            request.maxBodySize = 100
            return request
        }
        guard case .unexpectedResponseCode(.notFound, _) = own.failure.value else { return #expect(Bool(false)) }
        #expect(own.stub.requests.first?.maxBodySize == 100)
    }

    @Test func theAcceptedCodesOfAnEndpointOverrideTheLayers() {  // N5
        struct Strict: Endpoint {
            var httpMethod = HTTP.Method.get
            var absoluteUrl = "http://api.test/"
            var acceptedResponseCodes = [HTTP.StatusCode.created]
        }
        let request = RequestBuilder(endpoint: Strict()).build()
        #expect(request.acceptedResponseCodes == [.created])
        let clock = TestScheduler()
        let network = Network(
            configuration: .init(acceptedCodes: [.ok]),
            transport: StubTransport(.status(.ok), clock: clock),
            clock: clock
        )
        #expect(network.send(request).immediateFailure == .unexpectedResponseCode(httpCode: .ok, data: nil))
    }

    @Test func theLayerOfARequestOverridesItsEndpoint() throws {  // F-28, N5
        let route = Route(
            .get,
            "http://api.test/",
            headers: ["Accept": "endpoint", "X-Own": "endpoint", "Authorization": "endpoint"],
            parameters: ["a": 1, "b": 1],
            configuration: Configuration(acceptedCodes: [.ok], maxBodySize: 1)
        )
        let own = Configuration(
            headers: ["accept": "request"],
            parameters: ["b": 2],
            authorization: .custom("request"),
            acceptedCodes: [.notFound],
            maxBodySize: 2
        )
        let request = RequestBuilder(endpoint: route).acceptedCodes([.created]).configuration(own).build()
        let clock = TestScheduler()
        let stub = StubTransport(.status(.notFound), clock: clock)
        #expect(Network(transport: stub, clock: clock).send(request).immediateFailure == nil)
        let sent = try #require(stub.requests.first)
        #expect(sent.headers == ["X-Own": "endpoint", "accept": "request", "Authorization": "request"])
        #expect(sent.url.query == "a=1&b=2")
        #expect(sent.maxBodySize == 2)
        let later = RequestBuilder(endpoint: route).configuration(own).header("Accept", "later").acceptedCodes([.ok])
        #expect(try later.build().prepared().headers["Accept"] == "later")
        #expect(later.build().acceptedResponseCodes == [.ok])
    }

    @Test func theRetryPolicyIsInherited() {  // F-28
        var layers = Layers()
        layers.method = .get
        layers.endpoint.retryPolicy = .never
        let (stub, clock, _) = layers.send(.failure(.connectionLost))
        clock.advance(by: .seconds(10))
        #expect(stub.exchanges.count == 1)
    }

    @Test func cachePoliciesBecomeCacheControlHeaders() throws {  // F-27
        let cases: [(Network.CachePolicy, String?)] = [
            (.useProtocol, nil), (.reloadIgnoringLocal, nil), (.reloadIgnoringLocalAndRemote, "no-cache"),
            (.revalidate, "max-age=0"), (.returnCachedElseLoad, "max-stale"),
            (.returnCachedOnly, "only-if-cached, max-stale"),
        ]
        for (policy, header) in cases {
            let builder = RequestBuilder(.get, "http://api.test/").configuration(.init(cachePolicy: policy))
            #expect(try builder.build().prepared().headers["Cache-Control"] == header)
            #expect(try builder.build().prepared().cachePolicy == policy)
            let own = builder.header("cache-control", "no-store").build()
            #expect(try own.prepared().headers == ["cache-control": "no-store"])
        }
    }

    @Test func cachePoliciesReachAURLSession() throws {  // F-27
        let cases: [(Network.CachePolicy, URLRequest.CachePolicy)] = [
            (.useProtocol, .useProtocolCachePolicy), (.reloadIgnoringLocal, .reloadIgnoringLocalCacheData),
            (.reloadIgnoringLocalAndRemote, .reloadIgnoringLocalAndRemoteCacheData),
            (.revalidate, .reloadRevalidatingCacheData), (.returnCachedElseLoad, .returnCacheDataElseLoad),
            (.returnCachedOnly, .returnCacheDataDontLoad),
        ]
        for (policy, expected) in cases {
            let builder = RequestBuilder(.get, "http://api.test/").configuration(.init(cachePolicy: policy))
            #expect(try builder.build().urlRequest.cachePolicy == expected)
        }
        #expect(try Request.get().urlRequest.cachePolicy == .reloadIgnoringLocalCacheData)
    }

    @Test func theContentTypeOfABodyOverridesADefault() {  // F-10
        var layers = Layers()
        layers.network.headers = ["Content-Type": "application/json"]
        let request = layers.send { request in
            var request = request
            request.body = .text("t")
            return request
        }
        #expect(request.stub.requests.first?.headers == ["Content-Type": "text/plain; charset=utf-8"])
        layers.network.parameterEncoding = .form
        let form = layers.send { $0.adding(parameters: ["a": 1]) }
        #expect(form.stub.requests.first?.headers == ["Content-Type": "application/x-www-form-urlencoded"])
        let query = layers.send { $0.adding(queryParameters: ["a": 1]) }
        #expect(query.stub.requests.first?.headers == ["Content-Type": "application/json"])
    }

    @Test func aRequestWithoutLayersIsUnchanged() throws {  // F-28
        let request = RequestBuilder(endpoint: Route(.get, "http://api.test/", headers: ["A": "1"])).build()
        #expect(try request.prepared().headers == ["A": "1"])
        #expect(request.configuration.abortAfter == nil)
        #expect(request.environment == nil)
    }
}
