import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct TokenTests {
    private let answer =
        #"{"access_token":"a","token_type":"Bearer","expires_in":3600,"refresh_token":"r","scope":"x"}"#

    @Test(arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
    func aTokenIsDecodedFromAnOAuthResponse(strategy: JSONDecoder.KeyDecodingStrategy) throws {  // F-19
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        let token = try decoder.decode(AccessToken.self, from: Data(answer.utf8))
        #expect(token.access == "a")
        #expect(token.refresh == "r")
        let left = try #require(token.expiry).timeIntervalSinceNow
        #expect((3_500...3_600).contains(left))
    }

    @Test func aLifetimeMayBeWrittenAsText() throws {  // F-19
        let token = try JSONDecoder().decode(
            AccessToken.self,
            from: Data(#"{"access_token":"a","expires_in":"3600"}"#.utf8)
        )
        #expect((3_500...3_600).contains(try #require(token.expiry).timeIntervalSinceNow))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AccessToken.self, from: Data(#"{"access_token":"a","expires_in":"soon"}"#.utf8))
        }
    }

    @Test func emptyMembersAreMissing() throws {
        let text = #"{"access_token":"a","token_type":"bearer","refresh_token":"","expires_in":"","scope":""}"#
        #expect(try JSONDecoder().decode(AccessToken.self, from: Data(text.utf8)) == AccessToken(access: "a"))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AccessToken.self, from: Data(#"{"access_token":""}"#.utf8))
        }
    }

    @Test func aResponseMayContainOnlyTheAccessToken() throws {
        let token = try JSONDecoder().decode(AccessToken.self, from: Data(#"{"access_token":"a"}"#.utf8))
        #expect(token == AccessToken(access: "a"))
    }

    @Test func anEncodedTokenCanBeDecoded() throws {
        let token = AccessToken(access: "a", refresh: "r", expiry: Date(timeIntervalSince1970: 1_000))
        #expect(try JSONDecoder().decode(AccessToken.self, from: JSONEncoder().encode(token)) == token)
    }

    @Test(arguments: [
        "{}", #"{"access":1}"#, #"{"access_token":7}"#, #"{"access_token":"a","expires_in":"soon"}"#, "[]",
    ])
    func aTokenResponseWithoutATokenIsAnError(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AccessToken.self, from: Data(text.utf8)) }
    }
}
