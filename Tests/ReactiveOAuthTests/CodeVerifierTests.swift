import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import Testing

@Suite struct CodeVerifierTests {
    @Test func theChallengeIsThatOfTheExampleInTheStandard() throws {  // RFC 7636 appendix B
        let verifier = try #require(OAuth.CodeVerifier(OAuthWorld.verifier))
        #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func aVerifierHasFrom43To128UnreservedCharacters() {  // RFC 7636 §4.1
        let letters = "aZ09-._~"
        for count in [43, 44, 127, 128] {
            #expect(OAuth.CodeVerifier(String(repeating: letters, count: 16).prefix(count).description) != nil)
        }
        for count in [0, 1, 42, 129, 1_000] {
            #expect(OAuth.CodeVerifier(String(repeating: "a", count: count)) == nil)
        }
        for wrong in ["+", "/", "=", " ", "ä", "%", "\n", "\u{0}"] {
            #expect(OAuth.CodeVerifier(String(repeating: "a", count: 50) + wrong) == nil)
        }
    }

    @Test func randomVerifiersAreValidAndDiffer() {
        let values = (0..<1_000).map { _ in OAuth.CodeVerifier.random().value }
        #expect(Set(values).count == 1_000)
        #expect(values.allSatisfy { $0.utf8.count == 43 && OAuth.CodeVerifier($0) != nil })
    }

    @Test func randomStatesDifferAndNeedNoEscapes() throws {
        let states = (0..<1_000).map { _ in OAuth.randomState() }
        #expect(Set(states).count == 1_000)
        #expect(states.allSatisfy { OAuth.CodeVerifier($0) != nil })
    }
}
