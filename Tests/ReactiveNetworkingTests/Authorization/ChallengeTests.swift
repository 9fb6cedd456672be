import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct ChallengeTests {
    /// One line for each challenge: the scheme and its parameters.
    private func read(_ fields: String...) -> [String] {
        var headers = HTTP.Headers()
        for field in fields { headers.add("www-authenticate", field) }
        return Authorization.Challenge.all(in: headers).map { challenge in
            let parameters = challenge.parameters.map { "\($0.name)=\($0.value)" }
            return ([challenge.scheme] + (challenge.token68.map { [$0] } ?? []) + parameters).joined(separator: "|")
        }
    }

    @Test func severalChallengesAreReadFromOneOrMoreFields() {  // RFC 9110 §11.6.1
        #expect(
            read(#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#)
                == ["Basic|realm=simple", #"Newauth|realm=apps|type=1|title=Login to "apps""#]
        )
        #expect(read(#"Digest nonce=1,realm="a, b""#, "Basic") == ["Digest|nonce=1|realm=a, b", "Basic"])
        #expect(read("Negotiate, Negotiate YII=, Basic realm=x") == ["Negotiate", "Negotiate|YII=", "Basic|realm=x"])
        #expect(read(#", , Basic realm = "x" ,,charset="UTF-8","#) == ["Basic|realm=x|charset=UTF-8"])
    }

    @Test func schemesAndParameterNamesAreCaseInsensitive() throws {
        let challenge = try #require(Authorization.Challenge.all(in: ["WWW-AUTHENTICATE": "dIgEsT ReAlM=x"]).first)
        #expect(challenge.isScheme("Digest"))
        #expect(challenge["realm"] == "x")
        #expect(challenge["nonce"] == nil)
    }

    @Test func malformedChallengesAreSkipped() {
        #expect(read("").isEmpty)
        #expect(read(", ,,  \t,").isEmpty)
        #expect(read(#"="""#).isEmpty)
        #expect(read(#"realm="x", Basic realm="y""#) == ["Basic|realm=y"])
        #expect(read(#"Basic realm="never closed, Digest nonce=1"#) == ["Basic|realm=never closed, Digest nonce=1"])
        #expect(read(#"Basic realm="ends in a backslash\"#) == [#"Basic|realm=ends in a backslash\"#])
        #expect(read("\u{0}\u{1}@@, Basic realm=x") == ["Basic|realm=x"])
        #expect(read("Basic realm=") == ["Basic|realm="])
    }

    @Test func parsingAFieldTakesBoundedTimeAndSpace() {
        let comma = String(repeating: ",", count: 1_000_000)
        #expect(read(comma + "Basic").isEmpty)
        #expect(read(String(repeating: "A,", count: 8_000)).count == 32)
        let many = "Basic " + (0..<1_000).map { "a\($0)=1" }.joined(separator: ",")
        #expect(Authorization.Challenge.all(in: ["WWW-Authenticate": many]).first?.parameters.count == 32)
        #expect(read(#"Basic realm=""# + String(repeating: #"\"#, count: 1_000_000)).count == 1)
    }

    @Test func randomBytesAreParsedSafely() {
        var generator = SplitMix(state: 26)
        let alphabet = Array(#"aB= ",\;/~"# + "\t\u{7F}é")
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? "a"
            }
            for challenge in Authorization.Challenge.all(in: ["WWW-Authenticate": String(text)]) {
                #expect(!challenge.scheme.isEmpty)
                #expect(challenge.parameters.isEmpty || challenge.token68 == nil)
            }
        }
    }
}
