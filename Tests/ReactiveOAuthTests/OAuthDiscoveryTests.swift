import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct OAuthDiscoveryTests {
    private func metadata(_ more: String = "", issuer: String = "https://login.test") -> StubTransport.Reply {
        .json(
            #"{"issuer":"\#(issuer)","authorization_endpoint":"https://login.test/a","#
                + #""token_endpoint":"https://login.test/t"\#(more)}"#
        )
    }

    private func discover(
        _ reply: StubTransport.Reply,
        from issuer: String = "https://login.test"
    ) throws -> (events: EventRecorder<OAuth.Server, OAuth.Failure>, world: OAuthWorld) {
        let world = try OAuthWorld(configuration: Network.Configuration(authorization: .bearer("canary")), reply)
        let events = OAuth.Server.discovered(from: issuer, over: world.network).record(on: world.clock)
        world.clock.run()
        return (events, world)
    }

    @Test func theEndpointsAreReadFromTheMetadata() throws {  // RFC 8414 §3
        let more = #","code_challenge_methods_supported":["plain","S256"]"#
        let (events, world) = try discover(metadata(more))
        let server = try OAuth.Server(
            authorizationEndpoint: "https://login.test/a",
            tokenEndpoint: "https://login.test/t",
            issuer: .ifPresent("https://login.test")
        )
        #expect(events.all == [.value(at: .zero, server), .completed(at: .zero)])
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test(arguments: [
        ("https://login.test", "https://login.test/.well-known/oauth-authorization-server"),
        ("https://login.test/", "https://login.test/.well-known/oauth-authorization-server"),
        ("https://login.test:8443/one/two", "https://login.test:8443/.well-known/oauth-authorization-server/one/two"),
    ])
    func theMetadataPathPrecedesThePathOfTheIssuer(issuer: String, address: String) throws {  // RFC 8414 §3.1
        let (events, world) = try discover(metadata(issuer: issuer), from: issuer)
        #expect(world.stub.requests.map(\.url.absoluteString) == [address])
        #expect(events.values.count == 1)
    }

    @Test func anAnnouncedIssuerIsRequired() throws {  // RFC 9207 §3
        let (events, _) = try discover(metadata(#","authorization_response_iss_parameter_supported":true"#))
        #expect(events.values.map(\.issuer) == [.required("https://login.test")])
    }

    @Test func metadataThatCannotBeUsedAreAnError() throws {
        let cases: [(StubTransport.Reply, OAuth.Failure)] = [
            (metadata(issuer: "https://evil.test"), .invalidResponse(.otherIssuer)),
            (metadata(issuer: "https://login.test/"), .invalidResponse(.otherIssuer)),
            (metadata(#","code_challenge_methods_supported":["plain"]"#), .invalidResponse(.missingChallengeMethod)),
            (.json("[]"), .invalidResponse(.notJSON)), (.json("{}"), .invalidResponse(.missingMember("issuer"))),
            (
                .json(#"{"issuer":"https://login.test"}"#),
                .invalidResponse(.missingMember("authorization_endpoint"))
            ),
            (
                metadata(#","token_endpoint":"http://login.test/t""#),
                .invalidConfiguration(OAuth.ConfigurationError(.tokenEndpoint, .insecure))
            ),
            (.status(.notFound), .failed(.unexpectedResponseCode(httpCode: .notFound, data: nil))),
        ]
        for (reply, failure) in cases {
            #expect(try discover(reply).events.all == [.failed(at: .zero, failure)])
        }
    }

    @Test(arguments: [
        ("http://login.test", OAuth.ConfigurationError.Reason.insecure), ("https://login.test?a", .query),
        ("https://login.test#a", .fragment), ("login.test", .invalidURL(.relative)),
    ])
    func anIssuerThatCannotBeUsedIsAnError(issuer: String, reason: OAuth.ConfigurationError.Reason) throws {
        let (events, world) = try discover(metadata(), from: issuer)
        let error = OAuth.ConfigurationError(.issuer, reason)
        #expect(events.all == [.failed(at: .zero, .invalidConfiguration(error))])
        #expect(world.stub.requests.isEmpty)
    }
}
