import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Synchronization
import Testing

@Suite struct AuthorizationTests {
    private let builder = RequestBuilder(.get, "https://example.com/")

    private func sent(_ authorization: Authorization) throws -> [String] {
        try builder.authorization(authorization).build().prepared().headers.values(for: "Authorization")
    }

    @Test func basicHasTheExactValue() throws {  // C-01, C-03
        #expect(try sent(.basic(username: "ape", password: "group")) == ["Basic YXBlOmdyb3Vw"])
        #expect(
            try sent(.basic(username: "malibu", password: "surfingparadise"))
                == ["Basic bWFsaWJ1OnN1cmZpbmdwYXJhZGlzZQ=="]
        )
    }

    @Test func basicIsUTF8AndItsPasswordMayHaveColons() throws {  // RFC 7617 §2.1
        #expect(try sent(.basic(username: "test", password: "123£")) == ["Basic dGVzdDoxMjPCow=="])
        #expect(try sent(.basic(username: "a", password: "b:c")) == ["Basic YTpiOmM="])
        #expect(try sent(.basic(username: "", password: "")) == ["Basic Og=="])
    }

    @Test func bearerAndCustomValuesAreVerbatim() throws {  // C-05
        #expect(try sent(.bearer("abc.def")) == ["Bearer abc.def"])
        #expect(try sent(.bearer("This is my bearer token")) == ["Bearer This is my bearer token"])
        #expect(try sent(.bearer("é")) == ["Bearer é"])
        for value in ["CustomToken: This is my custom token", "Token token=ASDFASDFASDF12345"] {
            #expect(try sent(.custom(value)) == [value])
        }
    }

    @Test func credentialsThatCannotBeEncodedAreRejected() {  // RFC 7617 §2
        let cases: [(Authorization, RequestError.InvalidAuthorizationReason)] = [
            (.basic(username: "a:b", password: ""), .colonInUsername),
            (.basic(username: "a\n", password: ""), .controlCharacter),
            (.basic(username: "a", password: "\u{7F}"), .controlCharacter),
            (.bearer(""), .emptyToken),
            (.bearer("  "), .emptyToken),
            (.bearer("a\r\nX: y"), .invalidToken),
            (.bearer("a\n"), .invalidToken),
            (.bearer("a\0"), .invalidToken),
            (.bearer("a\t"), .invalidToken),
            (.bearer("a\u{7F}"), .invalidToken),
        ]
        for (authorization, reason) in cases {
            #expect(throws: RequestError.invalidAuthorization(reason)) { try sent(authorization) }
        }
    }

    @Test func theSourceReceivesTheRequestOfEachAttempt() throws {  // F-19
        let count = Mutex(0)
        let request = RequestBuilder(.post, "https://example.com/")
            .text("body")
            .authorization(
                Authorization("counter") { request in
                    let attempt = count.withLock {
                        $0 += 1
                        return $0
                    }
                    return "\(request.method) \(request.body?.count ?? 0) \(request.headers.count) \(attempt)"
                }
            ).build()
        #expect(count.withLock { $0 } == 0)
        #expect(try request.prepared().headers["Authorization"] == "POST 4 1 1")
        #expect(try request.prepared().headers["Authorization"] == "POST 4 1 2")
    }

    @Test func anErrorOfTheSourceIsKeptAsTheCause() {
        struct Expired: Error { let secret = "canary" }
        let error = #expect(throws: RequestError.self) { try sent(Authorization("mine") { _ in throw Expired() }) }
        #expect(error == .authorizationFailed(cause: .init(Expired())))
        #expect(error?.description == "the source of the authorization failed (Expired)")
    }

    @Test func theErrorTextSaysWhyThereIsNoTokenAndHidesSecrets() {  // F-19
        let refused = OperationError.unexpectedResponseCode(httpCode: .badRequest, data: Data("canary".utf8))
        let unread = OperationError.parseFailure(cause: TokenWorld.Refusal())
        let texts = [
            (refused as any Error, "The status 400 Bad Request is not accepted (6 bytes of body)"),
            (
                OperationError.requestFailure(error: RequestError.bodyAlreadyConsumed),
                "\(RequestError.bodyAlreadyConsumed)"
            ),
            (TokenRefreshError.noToken, "the refresh completed without a token"),
            (TokenWorld.Refusal(), "Refusal"),
            (OperationError.requestFailure(error: TokenWorld.Refusal()), "OperationError"),
            (unread, "OperationError"),
            (
                OperationError.timedOut(after: .zero, phase: .sending, attempts: 1, lastFailure: unread),
                "OperationError"
            ),
        ]
        for (error, text) in texts {
            let shown = "\(RequestError.authorizationFailed(cause: .init(error)))"
            #expect(shown == "the source of the authorization failed (\(text))")
        }
    }

    @Test func theLaterOfHeaderAndAuthorizationWins() throws {  // N14, F-18
        let bearer = builder.authorization(.bearer("b"))
        let cases: [(RequestBuilder, String)] = [
            (bearer.authorization(.custom("c")), "c"),
            (bearer.header("authorization", "h"), "h"),
            (bearer.addingHeader("AUTHORIZATION", "h"), "h"),
            (bearer.headers(["Authorization": "h"]), "h"),
            (bearer.headers(["Other": "h"]), "Bearer b"),
            (builder.header("authorization", "h").authorization(.bearer("b")), "Bearer b"),
            (builder.header("authorization", "h").addingHeader("Authorization", "i"), "i"),
        ]
        for (builder, expected) in cases {
            #expect(try builder.build().prepared().headers.values(for: "Authorization") == [expected])
        }
    }

    @Test func aDescriptionShowsOnlyTheKind() {
        let authorization = Authorization.basic(username: "canary", password: "canary")
        #expect(authorization.description == "basic <redacted>")
        var dumped = ""
        dump(authorization, to: &dumped)
        #expect(!dumped.contains("canary"))
    }
}
