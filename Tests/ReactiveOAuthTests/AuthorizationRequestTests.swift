import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import Testing

@Suite struct AuthorizationRequestTests {
    private func makeOAuth(at page: String, client: String = "todos") throws -> OAuth {
        OAuth(
            server: try OAuth.Server(authorizationEndpoint: page, tokenEndpoint: "https://login.test/token"),
            client: .public(id: client)
        )
    }

    @Test func theURLHasAllParametersEncodedForAQuery() throws {  // RFC 6749 §4.1.1, RFC 7636 §4.3
        let world = try OAuthWorld(.tokens())
        let verifier = try #require(OAuth.CodeVerifier(OAuthWorld.verifier))
        let request = try world.oauth.authorizationRequest(
            redirectURI: "https://app.test/cb?x=1&y=2",
            scopes: ["read", "todos:write"],
            parameters: ["prompt": "consent", "login_hint": "äpe@test +&="],
            state: "a b&c=d",
            verifier: verifier
        )
        #expect(
            request.url.absoluteString == "https://login.test/authorize?response_type=code&client_id=todos"
                + "&redirect_uri=https%3A%2F%2Fapp.test%2Fcb%3Fx%3D1%26y%3D2&scope=read%20todos%3Awrite"
                + "&state=a%20b%26c%3Dd&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                + "&code_challenge_method=S256&login_hint=%C3%A4pe%40test%20%2B%26%3D&prompt=consent"
        )
        #expect(!request.url.absoluteString.contains(OAuthWorld.verifier))
    }

    @Test(arguments: [
        ("https://login.test/a?tenant=1", "https://login.test/a?tenant=1&response_type=code&"),
        ("https://login.test/a?", "https://login.test/a?response_type=code&"),
        ("https://login.test/a?tenant=1&", "https://login.test/a?tenant=1&response_type=code&"),
        ("https://login.test", "https://login.test?response_type=code&"),
        ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a?response_type=code&"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a?response_type=code&"),
    ])
    func theQueryOfTheEndpointIsKept(page: String, start: String) throws {  // RFC 6749 §3.1
        let request = try makeOAuth(at: page).authorizationRequest(redirectURI: OAuthWorld.redirectURI)
        #expect(request.url.absoluteString.hasPrefix(start))
        #expect(!request.url.absoluteString.contains("scope="))
    }

    @Test(arguments: [
        ("", OAuth.ConfigurationError.Reason.invalidURL(.empty)),
        ("login.test", .invalidURL(.relative)),
        ("ftp://login.test", .invalidURL(.unsupportedScheme)),
        ("https://u:p@login.test", .invalidURL(.userInfo)),
        ("https://login.test/#f", .fragment),
        ("http://login.test/", .insecure),
        ("http://127.0.0.1.test/", .insecure),
    ])
    func anEndpointThatCannotBeUsedIsAnError(text: String, reason: OAuth.ConfigurationError.Reason) {
        let good = "https://login.test/"
        #expect(throws: OAuth.ConfigurationError(.authorizationEndpoint, reason)) {
            try OAuth.Server(authorizationEndpoint: text, tokenEndpoint: good)
        }
        #expect(throws: OAuth.ConfigurationError(.tokenEndpoint, reason)) {
            try OAuth.Server(authorizationEndpoint: good, tokenEndpoint: text)
        }
    }

    @Test(arguments: [
        ("", OAuth.ConfigurationError.Reason.empty), ("login", .invalidURI), (":/login", .invalidURI),
        ("app:", .invalidURI), ("1app:/login", .invalidURI), ("app:/a b", .forbiddenCharacter),
        ("app:/ä", .forbiddenCharacter), ("app:/login#f", .fragment), ("http://app.test/login", .insecure),
        ("HTTP://app.test/login", .insecure), ("http://localhost.test/", .insecure),
    ])
    func aRedirectURIThatCannotBeUsedIsAnError(text: String, reason: OAuth.ConfigurationError.Reason) throws {
        let oauth = try makeOAuth(at: "https://login.test/")
        #expect(throws: OAuth.ConfigurationError(.redirectURI, reason)) {
            try oauth.authorizationRequest(redirectURI: text)
        }
    }

    @Test(arguments: [
        "com.example.app:/login", "https://app.test/cb", "http://127.0.0.1:51004/cb", "http://[::1]:51004",
        "http://localhost:1/",
    ])
    func redirectURIsOfNativeApplicationsAreAllowed(text: String) throws {  // RFC 8252 §7
        #expect(throws: Never.self) { try makeOAuth(at: "https://login.test/").authorizationRequest(redirectURI: text) }
    }

    @Test func scopesAndParametersOfALoginAreChecked() throws {  // RFC 6749 appendix A
        typealias Problem = OAuth.ConfigurationError
        let oauth = try makeOAuth(at: "https://login.test/")
        let uri = OAuthWorld.redirectURI
        for scope in ["a b", "a\"", "a\\", "ä"] {
            #expect(throws: Problem(.scope, .forbiddenCharacter)) {
                try oauth.authorizationRequest(redirectURI: uri, scopes: ["good", scope])
            }
        }
        #expect(throws: Problem(.scope, .empty)) { try oauth.authorizationRequest(redirectURI: uri, scopes: [""]) }
        #expect(throws: Problem(.state, .empty)) { try oauth.authorizationRequest(redirectURI: uri, state: "") }
        #expect(throws: Problem(.state, .forbiddenCharacter)) {
            try oauth.authorizationRequest(redirectURI: uri, state: "a\n")
        }
        #expect(throws: Problem(.clientID, .empty)) {
            try makeOAuth(at: "https://login.test/", client: "").authorizationRequest(redirectURI: uri)
        }
        for name in ["state", "code_challenge", "client_secret", "redirect_uri"] {
            #expect(throws: Problem(.parameter(name), .reserved)) {
                try oauth.authorizationRequest(redirectURI: uri, parameters: [name: "x"])
            }
        }
        #expect("\(Problem(.redirectURI, .insecure))" == "The redirect URI cannot be used: it is not https")
    }

    @Test func aRequestCanBeCreatedAgainFromItsStoredValues() throws {
        let world = try OAuthWorld(.tokens())
        let first = try world.oauth.authorizationRequest(redirectURI: OAuthWorld.redirectURI)
        let verifier = try #require(OAuth.CodeVerifier(first.verifier.value))
        let second = try world.oauth.authorizationRequest(
            redirectURI: OAuthWorld.redirectURI,
            state: first.state,
            verifier: verifier
        )
        #expect(first == second)
        #expect(try world.oauth.authorizationRequest(redirectURI: OAuthWorld.redirectURI) != first)
    }
}
