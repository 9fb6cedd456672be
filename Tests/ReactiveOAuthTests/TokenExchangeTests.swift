import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct TokenExchangeTests {
    @Test func aPublicClientNamesItselfInTheForm() throws {  // RFC 6749 §3.2.1 and §4.1.3, RFC 7636 §4.5
        let world = try OAuthWorld(.tokens(refresh: "r1").delayed(by: .seconds(1)))
        let events = try world.exchange()
        let response = try #require(events.values.first)
        #expect(events.all == [.value(at: .seconds(1), response), .completed(at: .seconds(1))])
        #expect(response.token.access == "new")
        #expect(response.token.refresh == "r1")
        #expect(response.token.expiry == Date(timeIntervalSince1970: 3_601))
        let request = world.stub.requests[0]
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://login.test/token")
        #expect(request.headers["Authorization"] == nil)
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(
            world.fields() == [
                "grant_type": "authorization_code", "code": "canary-code", "redirect_uri": OAuthWorld.redirectURI,
                "code_verifier": OAuthWorld.verifier, "client_id": "todos",
            ]
        )
        #expect(world.isQuiet)
    }

    @Test(arguments: [
        ("s6BhdRkqt3", "7Fjfp0ZBr1KtDRbnfVdmIw", "Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3"),
        // "a:b c" and "ä%+*" in form encoding.
        ("a:b c", "ä%+*", "Basic " + Data("a%3Ab+c:%C3%A4%25%2B*".utf8).base64EncodedString()),
    ])
    func aConfidentialClientUsesBasicWithFormEncoding(
        id: String,
        secret: String,
        expected: String
    ) throws {  // RFC 6749 §2.3.1
        let world = try OAuthWorld(client: .confidential(id: id, secret: secret), .tokens())
        _ = try world.exchange()
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == [expected])
        #expect(world.fields()["client_id"] == nil)
        #expect(world.fields()["client_secret"] == nil)
    }

    @Test func credentialsOfTheNetworkAreNotSentToTheServer() throws {
        let configuration = Network.Configuration(headers: ["Authorization": "mine"], authorization: .bearer("api"))
        let world = try OAuthWorld(configuration: configuration, .tokens())
        _ = try world.exchange()
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test func theResponseIsReadCompletely() throws {  // RFC 6749 §5.1
        let body = """
            {"access_token": "a", "token_type": "bEARER", "expires_in": 60, "refresh_token": "r", "scope": "read write",
             "id_token": "x.y.z", "example_parameter": {"more": [1]}}
            """
        let events = try OAuthWorld(.json(body)).exchange()
        let response = try #require(events.values.first)
        let expiry = Date(timeIntervalSince1970: 60)
        #expect(response.token == AccessToken(access: "a", refresh: "r", expiry: expiry))
        #expect(response.scopes == ["read", "write"])
        #expect(response.idToken == "x.y.z")
    }

    @Test func optionalMembersMayBeMissingOrNull() throws {
        for body in [
            #"{"access_token":"a","token_type":"Bearer"}"#,
            #"{"access_token":"a","token_type":"Bearer","expires_in":null,"refresh_token":null,"scope":null}"#,
        ] {
            let response = try #require(try OAuthWorld(.json(body)).exchange().values.first)
            #expect(response.token == AccessToken(access: "a"))
            #expect(response.scopes == nil)
        }
    }

    @Test(arguments: [
        (#"{"error":{"code":400,"message":"m"}}"#, "400"), (#"{"error":true}"#, "error"),
        (#"{"error":{"status":"INVALID"}}"#, "INVALID"),
    ])
    func anErrorCodeThatIsNotAStringIsReadAsTheServersError(body: String, code: String) throws {
        let events = try OAuthWorld(.json(body)).exchange()
        #expect(events.all.first?.event.error?.errorResponse?.code.rawValue == code)
    }

    @Test(arguments: [
        ("canary", OAuth.InvalidResponse.notJSON), ("[1]", .notJSON), ("{", .notJSON),
        (#"{"access_token":"a"}"#, .missingMember("token_type")),
        (#"{"token_type":"Bearer"}"#, .missingMember("access_token")),
        (#"{"token_type":"mac","access_token":"a"}"#, .unsupportedTokenType),
        (#"{"token_type":7,"access_token":"a"}"#, .invalidMember("token_type")),
        (#"{"token_type":"Bearer","access_token":""}"#, .invalidMember("access_token")),
        (#"{"token_type":"Bearer","access_token":"a\n"}"#, .invalidMember("access_token")),
        (#"{"token_type":"Bearer","access_token":7}"#, .invalidMember("access_token")),
        (#"{"token_type":"","access_token":"a"}"#, .invalidMember("token_type")),
        (#"{"token_type":"Bearer","access_token":"a","expires_in":"soon"}"#, .invalidMember("expires_in")),
        (#"{"token_type":"Bearer","access_token":"a","expires_in":"-60"}"#, .invalidMember("expires_in")),
        (#"{"token_type":"Bearer","access_token":"a","expires_in":"1e3"}"#, .invalidMember("expires_in")),
        (#"{"token_type":"Bearer","access_token":"a","expires_in":true}"#, .invalidMember("expires_in")),
        (#"{"token_type":"Bearer","access_token":"a","expires_in":-1}"#, .invalidMember("expires_in")),
        (#"{"token_type":"Bearer","access_token":"a","expires_in":1e300}"#, .invalidMember("expires_in")),
        (#"{"token_type":"Bearer","access_token":"a","refresh_token":7}"#, .invalidMember("refresh_token")),
        (#"{"token_type":"Bearer","access_token":"a","scope":["x",7]}"#, .invalidMember("scope")),
        (#"{"token_type":"Bearer","access_token":"a","error":7}"#, .invalidMember("error")),
        ("a=1&b=2", .notJSON),
    ])
    func aResponseThatTheStandardForbidsIsAnError(body: String, reason: OAuth.InvalidResponse) throws {
        let events = try OAuthWorld(.json(body)).exchange()
        #expect(events.all == [.failed(at: .zero, .invalidResponse(reason))])
    }

    @Test func emptyMembersAreMissing() throws {
        let body = """
            {"access_token":"a","token_type":"bearer","scope":"","refresh_token":"","id_token":"","expires_in":"",
             "error":"","error_description":""}
            """
        let response = try #require(try OAuthWorld(.json(body)).exchange().values.first)
        #expect(response.token == AccessToken(access: "a"))
        #expect(response.scopes == nil)
        #expect(response.idToken == nil)
        let none = #"{"access_token":"a","token_type":"bearer","scope":[]}"#
        #expect(try OAuthWorld(.json(none)).exchange().values.first?.scopes == nil)
    }

    @Test(arguments: [
        ("60", 60), ("60.0", 60), ("60.5", 60.5), (#""60""#, 60), (#"" 60 ""#, 60), (#""60.5""#, 60.5), ("0", 0),
    ])
    func aLifetimeMayBeATextOrHaveAFraction(json: String, seconds: Double) throws {
        let body = #"{"access_token":"a","token_type":"bearer","expires_in":\#(json)}"#
        let response = try #require(try OAuthWorld(.json(body)).exchange().values.first)
        #expect(response.token.expiry == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [#""read  write ""#, #"["read","write"]"#, #"["read write"]"#])
    func scopesMayBeAnArray(json: String) throws {
        let body = #"{"access_token":"a","token_type":"bearer","scope":\#(json)}"#
        #expect(try OAuthWorld(.json(body)).exchange().values.first?.scopes == ["read", "write"])
    }

    @Test func theTokenResponseMayBeFormEncoded() throws {
        let form = "access_token=a%2Bb&expires_in=60&scope=read+write&token_type=bearer\n"
        let response = try #require(try OAuthWorld(.json(form)).exchange().values.first)
        #expect(response.token == AccessToken(access: "a+b", expiry: Date(timeIntervalSince1970: 60)))
        #expect(response.scopes == ["read", "write"])
    }

    @Test(arguments: [
        #"{"error":"bad_code","error_description":"canary-words","error_uri":"https://x.test/"}"#,
        #"{"ok":false,"error":"bad_code","error_description":"canary-words","error_uri":"https://x.test/"}"#,
        #"{"access_token":"a","token_type":"bearer","error":"bad_code","error_description":"canary-words","#
            + #""error_uri":"https://x.test/"}"#,
        #"{"error":{"code":"bad_code","message":"canary-words"},"error_uri":"https://x.test/"}"#,
        "error=bad_code&error_description=canary-words&error_uri=https%3A%2F%2Fx.test%2F",
    ])
    func anOAuthErrorIsReadWhateverItsStatusAndFormat(body: String) throws {
        let code = OAuth.ErrorCode(rawValue: "bad_code")
        let response = OAuth.ErrorResponse(code: code, explanation: "canary-words", uri: "https://x.test/")
        for status in [HTTP.StatusCode.ok, .badRequest, .forbidden, 422] {
            let events = try OAuthWorld(.json(body, status: status)).exchange()
            #expect(events.all == [.failed(at: .zero, .refused(response, status: status))])
        }
    }

    @Test(arguments: [
        ("invalid_client", HTTP.StatusCode.unauthorized, OAuth.ErrorCode.invalidClient),
        ("invalid_grant", .badRequest, .invalidGrant), ("mine", .forbidden, OAuth.ErrorCode(rawValue: "mine")),
    ])
    func theErrorOfTheServerIsTyped(text: String, status: HTTP.StatusCode, code: OAuth.ErrorCode) throws {
        let world = try OAuthWorld(client: .confidential(id: "a", secret: "b"), .refusal(text, status: status))
        let response = OAuth.ErrorResponse(code: code, explanation: "canary-words")
        let events = try world.exchange()
        #expect(events.all == [.failed(at: .zero, .refused(response, status: status))])
        #expect(world.stub.requests.count == 1)
    }

    @Test func aFailureWithoutAnOAuthErrorIsThatOfTheOperation() throws {
        let page = Data("<html>".utf8)
        let replies: [(StubTransport.Reply, OperationError)] = [
            (.status(.badRequest, body: page), .unexpectedResponseCode(httpCode: .badRequest, data: page)),
            (.status(.serviceUnavailable), .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil)),
            (.status(.created), .unexpectedResponseCode(httpCode: .created, data: nil)),
            (.status(.ok), .missingData),
        ]
        for (reply, error) in replies {
            #expect(try OAuthWorld(reply).exchange().all == [.failed(at: .zero, .failed(error))])
        }
    }

    @Test func aCodeIsNotSentTwice() throws {  // RFC 6749 §4.1.2
        let world = try OAuthWorld(.failure(.truncatedResponse), .tokens())
        #expect(try world.exchange().all.count == 1)
        #expect(world.stub.requests.count == 1)
    }

    @Test func aTokenRequestDoesNotFollowRedirects() throws {  // RFC 9700 §4.11
        for status in [HTTP.StatusCode.found, .temporaryRedirect, .permanentRedirect] {
            let world = try OAuthWorld(.redirect(to: "https://evil.test/", status: status), .tokens())
            let events = try world.exchange()
            #expect(events.values.isEmpty)
            #expect(events.all.count == 1)
            #expect(world.stub.requests.count == 1)
        }
    }

    @Test func disposalCancelsTheExchange() throws {  // N3
        let world = try OAuthWorld(.never)
        let code = try world.login().code(from: world.redirect("code=c&state=xyz"))
        let events = world.oauth.exchange(code, over: world.network, now: world.now).record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        events.dispose()
        world.clock.run()
        #expect(events.all == [.interrupted(at: .seconds(1))])
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }
}
