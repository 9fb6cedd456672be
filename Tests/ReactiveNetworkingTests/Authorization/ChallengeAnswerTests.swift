import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// Credentials that wait until the server asks.
@Suite struct ChallengeAnswerTests {
    private static var digest: Authorization {
        .digest(username: "canary", password: "canary") { "client" }
    }

    private func refusal(_ challenges: String..., body: String = "no") -> StubTransport.Reply {
        var headers = HTTP.Headers()
        for challenge in challenges { headers.add("WWW-Authenticate", challenge) }
        return .status(.unauthorized, headers: headers, body: Data(body.utf8))
    }

    private func request(_ authorization: Authorization, _ url: String = "http://api.test/a") -> Request {
        RequestBuilder(.get, url).authorization(authorization).build()
    }

    private func sent(_ it: VirtualNetwork) -> [String?] { it.stub.requests.map { $0.headers["Authorization"] } }

    @Test func nothingIsSentUntilTheServerAsks() throws {  // F-20
        let it = VirtualNetwork(refusal("Digest realm=r, nonce=n, qop=auth"), .status(.ok))
        let log = it.log()
        let events = it.network.send(request(Self.digest), maxRetries: 0).record(on: it.clock)
        #expect(events.all == [.value(at: .zero, [:]), .completed(at: .zero)])
        #expect(sent(it)[0] == nil)
        let value = try #require(sent(it)[1])
        #expect(value.hasPrefix(#"Digest username="canary", realm="r", nonce="n", uri="/a", response=""#))
        #expect(value.hasSuffix(#"qop=auth, nc=00000001, cnonce="client""#))
        #expect(log.kinds.contains(.reauthorizing(.unauthorized)))
        #expect(log.kinds.count { if case .attemptBegan = $0 { true } else { false } } == 1)
        #expect(it.isQuiet)
    }

    @Test func theServersNonceIsUsedAgainAndCounted() throws {  // F-20
        let it = VirtualNetwork(refusal("Digest realm=r, nonce=n, qop=auth"), .status(.ok))
        let authorization = Authorization.digest(username: "a", password: "b")
        for _ in 0..<3 { it.network.send(request(authorization)).start() }
        #expect(
            sent(it).map { $0.map { $0.components(separatedBy: "nc=")[1].prefix(8) } } == [
                nil, "00000001", "00000002", "00000003",
            ]
        )
        let elsewhere = request(authorization, "http://other.test/")
        it.network.send(elsewhere).start()
        #expect(sent(it).last == .some(nil))
    }

    @Test func aStaleNonceIsReplaced() throws {  // F-20
        let it = VirtualNetwork(
            refusal("Digest realm=r, nonce=old, qop=auth"),
            .status(.ok),
            refusal("Digest realm=r, nonce=new, qop=auth, stale=true"),
            .status(.ok)
        )
        let authorization = Authorization.digest(username: "a", password: "b")
        it.network.send(request(authorization)).start()
        let second = it.network.send(request(authorization)).record()
        #expect(second.values.count == 1)
        let values = sent(it).compactMap { $0 }
        #expect(values.map { $0.contains(#"nonce="old""#) } == [true, true, false])
        #expect(values[2].contains(#"nonce="new""#) && values[2].contains("nc=00000001"))
    }

    @Test func theNextNonceIsTheOneThatTheServerNames() {  // F-20, RFC 7616 §3.5
        let named = StubTransport.Reply.status(.ok, headers: ["Authentication-Info": #"qop=auth, nextnonce="n2, n""#])
        let script = [refusal("Digest realm=r, nonce=n1, qop=auth"), named, .status(.ok)]
        for (algorithm, nonces) in [("MD5", ["n1", "n2, n", "n2, n"]), ("MD5-sess", ["n1", "n1", "n1"])] {
            let clock = TestScheduler()
            let answer = refusal("Digest realm=r, nonce=n1, qop=auth, algorithm=\(algorithm)")
            let stub = StubTransport(script: [answer] + script.dropFirst(), clock: clock)
            let it = VirtualNetwork(stub, on: clock)
            let authorization = Authorization.digest(username: "a", password: "b")
            for _ in 0..<3 { it.network.send(request(authorization)).start() }
            let values = sent(it).compactMap { $0 }
            #expect(sent(it).count == 4)
            #expect(zip(values, nonces).allSatisfy { $0.contains(#"nonce="\#($1)""#) })
            let counts = values.map { $0.components(separatedBy: "nc=")[1].prefix(8) }
            #expect(
                counts
                    == (algorithm == "MD5"
                        ? ["00000001", "00000001", "00000002"] : ["00000001", "00000002", "00000003"])
            )
        }
    }

    @Test func aNonceThatComesAgainIsCountedOn() {  // F-20, RFC 7616 §3.4
        let it = VirtualNetwork(refusal("Digest realm=r, nonce=n, qop=auth"))
        let authorization = Authorization.digest(username: "a", password: "b")
        for _ in 0..<2 { it.network.send(request(authorization)).start() }
        #expect(
            sent(it).map { $0.map { $0.components(separatedBy: "nc=")[1].prefix(8) } } == [
                nil, "00000001", "00000002", "00000003",
            ]
        )
    }

    @Test func aSecondRefusalIsTheAnswer() {  // F-19
        for authorization in [Self.digest, .onChallenge(username: "a", password: "b")] {
            let it = VirtualNetwork(refusal("Digest realm=r, nonce=n", "Basic realm=r"))
            let events = it.network.send(request(authorization)).record(on: it.clock)
            let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: Data("no".utf8))
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(it.stub.requests.count == 2)
            #expect(it.isQuiet)
        }
    }

    @Test func theStrongestChallengeIsAnsweredThatIsAllowed() throws {  // F-20, RFC 7616 §3.7
        let all = [
            "Basic realm=r", "Digest realm=r, nonce=md5, algorithm=MD5",
            "Digest realm=r, nonce=x, algorithm=SHA-512-256",
            "Digest realm=r, nonce=sha, algorithm=SHA-256, Digest realm=r, nonce=second, algorithm=SHA-256-sess",
        ]
        let cases: [(Set<Authorization.ChallengeScheme>, [String], String?)] = [
            ([.digest, .basic], all, #"nonce="sha""#),
            ([.digest], Array(all[..<2]), #"nonce="md5""#),
            ([.basic], all, "Basic YTpi"),
            ([.digest, .basic], ["Basic realm=r"], "Basic YTpi"),
            ([.digest], ["Basic realm=r"], nil),
        ]
        for (schemes, challenges, expected) in cases {
            let it = VirtualNetwork(refusal(challenges.joined(separator: ", ")), .status(.ok))
            let authorization = Authorization.onChallenge(username: "a", password: "b", schemes: schemes)
            it.network.send(request(authorization)).start()
            if let expected {
                #expect(sent(it).count == 2 && sent(it)[1]?.contains(expected) == true)
            } else {
                #expect(sent(it) == [nil])
            }
        }
    }

    @Test func basicIsSentFirstOnceItWasAskedForAndNotTwiceInVain() {  // C-01, F-18
        let it = VirtualNetwork(refusal("Basic realm=r"), .status(.ok), refusal("Basic realm=r"))
        let authorization = Authorization.onChallenge(username: "ape", password: "group", schemes: [.basic])
        it.network.send(request(authorization)).start()
        it.network.send(request(authorization)).start()
        #expect(sent(it) == [nil, "Basic YXBlOmdyb3Vw", "Basic YXBlOmdyb3Vw"])
    }

    @Test func garbageIsAResponseLikeAnyOther() {  // B26
        for garbage in ["", "\u{0}", "Digest", "Digest nonce", #"Basic realm=""#, "Bearer error=invalid_token", "🦧"] {
            for authorization in [Self.digest, .bearer("t"), .onChallenge(username: "a", password: "b")] {
                let it = VirtualNetwork(refusal(garbage, body: ""), refusal("Basic", body: ""))
                let events = it.network.send(request(authorization)).record(on: it.clock)
                let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: nil)
                #expect(events.all == [.failed(at: .zero, error)])
                #expect(it.isQuiet)
            }
        }
    }

    @Test func aChallengeThatCannotBeRepeatedIsNotAnswered() {  // B26, T1
        let odd = [
            "Digest realm=\"a\u{1}\", nonce=n", "Digest realm=r, nonce=\"n\u{7F}\"",
            "Digest realm=r, nonce=n, opaque=\"\u{0}\"",
        ]
        for challenge in odd {
            let it = VirtualNetwork(refusal(challenge, body: "no"))
            let events = it.network.send(request(Self.digest)).record(on: it.clock)
            let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: Data("no".utf8))
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(it.stub.requests.count == 1)
        }
    }

    @Test func anAcceptedRefusalIsASuccess() {  // N5, C-55
        let it = VirtualNetwork(refusal("Digest realm=r, nonce=n"))
        let accepting = RequestBuilder(.get, "http://api.test").authorization(Self.digest)
            .acceptedCodes([.unauthorized]).build()
        #expect(it.network.send(accepting).record().values.count == 1)
        #expect(it.stub.requests.count == 1)
    }

    @Test func aBodyThatIsThereOnlyOnceCannotBeSentAgain() {  // B24
        let it = VirtualNetwork(refusal("Digest realm=r, nonce=n"), .status(.ok))
        let once = AsyncStream<Data> { $0.finish() }
        let request = RequestBuilder(.post, "http://api.test").authorization(Self.digest)
            .body(.stream(once: once)).build()
        let events = it.network.send(request).record(on: it.clock)
        #expect(events.all == [.failed(at: .zero, .requestFailure(error: RequestError.bodyAlreadyConsumed))])
        #expect(it.stub.requests.count == 1)
    }

    @Test func aHeaderSetByHandIsNeitherReplacedNorAnswered() {  // N14
        let it = VirtualNetwork(refusal("Digest realm=r, nonce=n"))
        var request = request(Self.digest)
        request.headers["authorization"] = "mine"
        it.network.send(request).start()
        #expect(sent(it) == ["mine"])
    }

    @Test func anAnswerOfOnesOwnIsSentOnce() {  // F-19
        let it = VirtualNetwork(refusal("Mine nonce=7"), refusal("Mine nonce=8"))
        let authorization = Authorization.answering("mine") { refusal in
            refusal.challenges.first?["nonce"].map { "Mine \($0)" }
        }
        let events = it.network.send(request(authorization), maxRetries: 0).record()
        #expect(events.all.last?.event.error == .unexpectedResponseCode(httpCode: .unauthorized, data: Data("no".utf8)))
        #expect(sent(it) == [nil, "Mine 7"])
    }

    @Test func neitherDescriptionNorDumpShowsCredentials() {  // T17
        for authorization in [Self.digest, .onChallenge(username: "canary", password: "canary")] {
            var dumped = ""
            dump(request(authorization), to: &dumped)
            dump(authorization, to: &dumped)
            #expect(!(dumped + "\(authorization)").contains("canary"))
        }
    }
}

extension Locked<[Network.Event]> {
    var kinds: [Network.Event.Kind] { withLock { $0.map(\.kind) } }
}
