import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import Testing

@Suite struct RedirectTests {
    private func code(_ query: String, issuer: OAuth.Server.IssuerPolicy = .unchecked) throws -> String {
        let world = try OAuthWorld(issuer: issuer, .tokens())
        return try world.login().code(from: world.redirect(query)).value
    }

    @Test(arguments: [
        ("code=abc&state=xyz", "abc"), ("state=xyz&code=a%2Fb%2Bc", "a/b+c"), ("code=a+b&state=xyz&session=1", "a b"),
        ("&code=abc&&state=xyz&", "abc"), ("code=a=b&state=xyz", "a=b"), ("code=abc&state=xyz&x=1&x=2", "abc"),
        ("code=abc&state=xyz#_=_", "abc"), ("code=abc&state=xyz&iss=https%3A%2F%2Fother.test", "abc"),
    ])
    func theCodeIsTakenFromTheQuery(query: String, expected: String) throws {  // RFC 6749 §4.1.2
        #expect(try code(query) == expected)
    }

    @Test(arguments: [
        ("code=abc", OAuth.RedirectError.missingState), ("code=abc&state=", .otherState),
        ("code=abc&state=xy", .otherState), ("code=abc&state=xyZ", .otherState), ("code=abc&state=xyzz", .otherState),
        ("error=access_denied", .missingState), ("error=access_denied&state=other", .otherState),
        ("state=xyz", .missingCode), ("code=&state=xyz", .missingCode), ("", .missingState),
        ("code=a&code=b&state=xyz", .repeatedParameter("code")),
        ("code=a&state=xyz&state=xyz", .repeatedParameter("state")),
        ("code=%C3&state=xyz", .invalidQuery), ("#code=abc&state=xyz", .missingState),
    ])
    func aRedirectThatDoesNotAnswerTheRequestIsRefused(query: String, error: OAuth.RedirectError) {  // RFC 6749 §10.12
        #expect(throws: error) { try code(query) }
    }

    @Test func theErrorOfTheServerIsTyped() {  // RFC 6749 §4.1.2.1
        let refused = OAuth.ErrorResponse(
            code: .accessDenied,
            explanation: "The user said no",
            uri: "https://login.test/help"
        )
        #expect(throws: OAuth.RedirectError.refused(refused)) {
            try code(
                "error=access_denied&error_description=The+user%20said+no&error_uri=https://login.test/help&state=xyz"
            )
        }
        #expect(throws: OAuth.RedirectError.refused(.init(code: .init(rawValue: "login_required")))) {
            try code("error=login_required&state=xyz&code=ignored")
        }
    }

    @Test func theIssuerIsCheckedAsConfigured() throws {  // RFC 9207 §2.4
        let own = "code=abc&state=xyz&iss=https%3A%2F%2Flogin.test"
        let none = "code=abc&state=xyz"
        let other = "code=abc&state=xyz&iss=https%3A%2F%2Flogin.test%2F"
        for policy in [OAuth.Server.IssuerPolicy.ifPresent(OAuthWorld.issuer), .required(OAuthWorld.issuer)] {
            #expect(try code(own, issuer: policy) == "abc")
            #expect(throws: OAuth.RedirectError.otherIssuer) { try code(other, issuer: policy) }
            #expect(throws: OAuth.RedirectError.otherIssuer) {
                try code("error=access_denied&state=xyz&iss=https://evil.test", issuer: policy)
            }
        }
        #expect(try code(none, issuer: .ifPresent(OAuthWorld.issuer)) == "abc")
        #expect(throws: OAuth.RedirectError.missingIssuer) { try code(none, issuer: .required(OAuthWorld.issuer)) }
    }

    @Test(arguments: [
        ("com.example.todos:/login", "COM.example.todos:/login", true),
        ("com.example.todos:/login", "com.example.todos:/login/", false),
        ("com.example.todos:/login", "com.example.todos://login", false),
        ("com.example.todos:/login", "com.example.other:/login", false),
        ("http://127.0.0.1:51004", "http://127.0.0.1:51004/", true),
        ("http://127.0.0.1:51004/cb", "http://127.0.0.1:51005/cb", false),
        ("http://[::1]:51004/cb", "http://[::1]:51004/cb", true),
        ("https://App.test/cb", "https://app.test/cb", true),
        ("https://app.test/cb", "https://app.test/CB", false),
        ("https://app.test/cb", "https://app.test.evil/cb", false),
        ("https://app.test/cb?tenant=1", "https://app.test/cb", true),
    ])
    func onlyTheRedirectURIIsAccepted(uri: String, redirect: String, isSame: Bool) throws {  // RFC 8252 §7
        let request = try OAuthWorld(.tokens()).oauth.authorizationRequest(redirectURI: uri, state: "xyz")
        let url = try #require(URL(string: "\(redirect)?code=abc&state=xyz"))
        if isSame {
            #expect(try request.code(from: url).value == "abc")
        } else {
            #expect(throws: OAuth.RedirectError.otherURL) { try request.code(from: url) }
        }
    }
}
