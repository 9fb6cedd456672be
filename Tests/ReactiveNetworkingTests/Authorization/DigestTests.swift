import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// Tests of single answers to challenges and of whole conversations.
@Suite struct DigestTests {
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    private static let opaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
    private static let base = #"realm="http-auth@example.org", nonce="\#(nonce)""#

    private func answer(
        to challenge: String,
        username: String = "Mufasa",
        password: String = "Circle of Life",
        clientNonce: String = clientNonce,
        count: UInt32 = 1,
        method: String = "GET",
        body: Data = Data()
    ) throws -> String {
        let challenge = try #require(Authorization.Challenge.all(in: ["WWW-Authenticate": challenge]).first)
        let known = try #require(DigestChallenge(challenge, hasBodyInMemory: true))
        return DigestAnswer(
            challenge: known,
            username: username,
            password: password,
            clientNonce: clientNonce,
            count: count
        )
        .headerValue(method: method, target: "/dir/index.html", body: body)
    }

    @Test(
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ]
    )
    func theExamplesOfRFC7616Match(algorithm: String, response: String) throws {  // F-20, RFC 7616 §3.9.1
        let challenge =
            #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\#(algorithm), "#
            + #"nonce="\#(Self.nonce)", opaque="\#(Self.opaque)""#
        let expected =
            #"Digest username="Mufasa", realm="http-auth@example.org", nonce="\#(Self.nonce)", "#
            + #"uri="/dir/index.html", algorithm=\#(algorithm), response="\#(response)", qop=auth, nc=00000001, "#
            + #"cnonce="\#(Self.clientNonce)", opaque="\#(Self.opaque)""#
        #expect(try answer(to: challenge) == expected)
    }

    @Test func theExampleOfRFC2617Matches() throws {  // F-20, RFC 2617 §3.5
        let nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093"
        let value = try answer(
            to: #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="\#(nonce)""#,
            password: "Circle Of Life",
            clientNonce: "0a4f113b"
        )
        #expect(value.contains(#"response="6629fae49393a05397450978507c4ef1""#))
        #expect(!value.contains("algorithm"))
        // Without a quality of protection, as in RFC 2069.
        let legacy = try answer(to: #"Digest realm="testrealm@host.com", nonce="\#(nonce)""#, password: "CircleOfLife")
        #expect(legacy.contains(#"response="1949323746fe6a43ef61f9606e7febea""#))
        #expect(!legacy.contains("cnonce") && !legacy.contains("nc="))
    }

    @Test(
        // Computed by Python's hashlib.
        arguments: [
            ("MD5-sess", "auth", "e783283f46242139c486a698fec7211d"),
            ("SHA-256-sess", "auth", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
            ("md5", "auth-int", "d78c1f3e71b43cf5ab1264c03f4a04a3"),
            ("SHA-256", "auth-int", "6e629d75ea308d12ef51eb11452bf2e5d916c3476cb9e7dd76a6d1a1b7891f70"),
        ]
    )
    func digestsIncludeSessionKeysAndBodies(algorithm: String, protection: String, response: String) throws {  // F-20
        let isWhole = protection == "auth-int"
        let value = try answer(
            to: "Digest \(Self.base), algorithm=\(algorithm), qop=\(protection)",
            count: isWhole ? 10 : 1,
            method: isWhole ? "POST" : "GET",
            body: Data("body".utf8)
        )
        #expect(value.contains(#"response="\#(response)""#))
        #expect(value.contains("qop=\(protection), nc=0000000\(isWhole ? "a" : "1")"))
    }

    @Test func aUserNameIsHashedPercentEncodedOrQuoted() throws {  // RFC 7616 §3.4
        let name = "Jäsøn Doe"
        let hashed = try answer(
            to: "Digest \(Self.base), algorithm=SHA-256, userhash=TRUE, charset=UTF-8",
            username: name
        )
        let hash = "d1b8b7c3547b1ff28d0956e751ab1d229d1e8a9e8ed1147f10c8f1bbabc5715b"
        #expect(hashed.hasPrefix(#"Digest username="\#(hash)", "#) && hashed.hasSuffix(", userhash=true"))
        let spelled = try answer(to: "Digest \(Self.base), charset=utf-8", username: name)
        #expect(spelled.hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, "))
        #expect(try answer(to: "Digest \(Self.base)", username: name).hasPrefix(#"Digest username="Jäsøn Doe", "#))
        let quoted = try answer(to: #"Digest realm="a\"b\\c", nonce=1"#, username: #"x"\y"#)
        #expect(quoted.hasPrefix(#"Digest username="x\"\\y", realm="a\"b\\c", nonce="1", "#))
    }

    @Test func unsupportedDigestChallengesAreIgnored() {  // F-20
        for refused in [
            "Digest realm=a", "Digest nonce=1", "Digest realm=a, nonce=1, algorithm=SHA-512-256",
            "Digest realm=a, nonce=1, qop=other", "Basic realm=a, nonce=1",
        ] {
            let challenge = Authorization.Challenge.all(in: ["WWW-Authenticate": refused])[0]
            #expect(DigestChallenge(challenge, hasBodyInMemory: true) == nil)
        }
        let whole = Authorization.Challenge.all(in: ["WWW-Authenticate": "Digest realm=a, nonce=1, qop=auth-int"])[0]
        #expect(DigestChallenge(whole, hasBodyInMemory: false) == nil)
        #expect(DigestChallenge(whole, hasBodyInMemory: true) != nil)
    }

    @Test func theTargetIsThePathAndQueryAsSent() throws {
        for (url, target) in [
            ("http://a.test", "/"), ("http://a.test?x=1", "/?x=1"), ("http://a.test:8080/b%2Fc?d=/e#f", "/b%2Fc?d=/e"),
        ] {
            #expect(try Request.get(url).prepared().target == target)
        }
    }

    @Test func clientNoncesAreLongAndUnique() {  // F-20
        let nonces = Set((0..<1_000).map { _ in Authorization.randomNonce() })
        #expect(nonces.count == 1_000)
        #expect(nonces.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
