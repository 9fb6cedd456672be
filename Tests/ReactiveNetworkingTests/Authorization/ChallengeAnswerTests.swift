import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Credentials that are sent only after a challenge.
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

    private func sent(_ world: VirtualNetwork) -> [String?] { world.stub.requests.map { $0.headers["Authorization"] } }

    @Test func nothingIsSentBeforeAChallenge() throws {  // F-20
        let world = VirtualNetwork(refusal("Digest realm=r, nonce=n, qop=auth"), .status(.ok))
        let log = world.log()
        let events = world.network.send(request(Self.digest), maxRetries: 0).record(on: world.clock)
        #expect(events.all == [.value(at: .zero, [:]), .completed(at: .zero)])
        #expect(sent(world)[0] == nil)
        let value = try #require(sent(world)[1])
        #expect(value.hasPrefix(#"Digest username="canary", realm="r", nonce="n", uri="/a", response=""#))
        #expect(value.hasSuffix(#"qop=auth, nc=00000001, cnonce="client""#))
        #expect(log.kinds.contains(.reauthorizing(.unauthorized)))
        #expect(log.kinds.count { if case .attemptBegan = $0 { true } else { false } } == 1)
        #expect(world.isQuiet)
    }

    @Test func theServersNonceIsReusedWithACount() throws {  // F-20
        let world = VirtualNetwork(refusal("Digest realm=r, nonce=n, qop=auth"), .status(.ok))
        let authorization = Authorization.digest(username: "a", password: "b")
        for _ in 0..<3 { world.network.send(request(authorization)).start() }
        #expect(
            sent(world).map { $0.map { $0.components(separatedBy: "nc=")[1].prefix(8) } } == [
                nil, "00000001", "00000002", "00000003",
            ]
        )
        let elsewhere = request(authorization, "http://other.test/")
        world.network.send(elsewhere).start()
        #expect(sent(world).last == .some(nil))
    }

    @Test func aStaleNonceIsReplaced() throws {  // F-20
        let world = VirtualNetwork(
            refusal("Digest realm=r, nonce=old, qop=auth"),
            .status(.ok),
            refusal("Digest realm=r, nonce=new, qop=auth, stale=true"),
            .status(.ok)
        )
        let authorization = Authorization.digest(username: "a", password: "b")
        world.network.send(request(authorization)).start()
        let second = world.network.send(request(authorization)).record()
        #expect(second.values.count == 1)
        let values = sent(world).compactMap { $0 }
        #expect(values.map { $0.contains(#"nonce="old""#) } == [true, true, false])
        #expect(values[2].contains(#"nonce="new""#) && values[2].contains("nc=00000001"))
    }

    @Test func aNextNonceOfTheServerIsUsed() {  // F-20, RFC 7616 §3.5
        let named = StubTransport.Reply.status(.ok, headers: ["Authentication-Info": #"qop=auth, nextnonce="n2, n""#])
        let script = [refusal("Digest realm=r, nonce=n1, qop=auth"), named, .status(.ok)]
        for (algorithm, nonces) in [("MD5", ["n1", "n2, n", "n2, n"]), ("MD5-sess", ["n1", "n1", "n1"])] {
            let clock = TestScheduler()
            let answer = refusal("Digest realm=r, nonce=n1, qop=auth, algorithm=\(algorithm)")
            let stub = StubTransport(script: [answer] + script.dropFirst(), clock: clock)
            let world = VirtualNetwork(stub, on: clock)
            let authorization = Authorization.digest(username: "a", password: "b")
            for _ in 0..<3 { world.network.send(request(authorization)).start() }
            let values = sent(world).compactMap { $0 }
            #expect(sent(world).count == 4)
            #expect(zip(values, nonces).allSatisfy { $0.contains(#"nonce="\#($1)""#) })
            let counts = values.map { $0.components(separatedBy: "nc=")[1].prefix(8) }
            #expect(
                counts
                    == (algorithm == "MD5"
                        ? ["00000001", "00000001", "00000002"] : ["00000001", "00000002", "00000003"])
            )
        }
    }

    @Test func aRepeatedNonceContinuesItsCount() {  // F-20, RFC 7616 §3.4
        let world = VirtualNetwork(refusal("Digest realm=r, nonce=n, qop=auth"))
        let authorization = Authorization.digest(username: "a", password: "b")
        for _ in 0..<2 { world.network.send(request(authorization)).start() }
        #expect(
            sent(world).map { $0.map { $0.components(separatedBy: "nc=")[1].prefix(8) } } == [
                nil, "00000001", "00000002", "00000003",
            ]
        )
    }

    @Test func aSecondChallengeIsTheFinalResponse() {  // F-19
        for authorization in [Self.digest, .onChallenge(username: "a", password: "b")] {
            let world = VirtualNetwork(refusal("Digest realm=r, nonce=n", "Basic realm=r"))
            let events = world.network.send(request(authorization)).record(on: world.clock)
            let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: Data("no".utf8))
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(world.stub.requests.count == 2)
            #expect(world.isQuiet)
        }
    }

    @Test func theStrongestAllowedChallengeIsAnswered() throws {  // F-20, RFC 7616 §3.7
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
            let world = VirtualNetwork(refusal(challenges.joined(separator: ", ")), .status(.ok))
            let authorization = Authorization.onChallenge(username: "a", password: "b", schemes: schemes)
            world.network.send(request(authorization)).start()
            if let expected {
                #expect(sent(world).count == 2 && sent(world)[1]?.contains(expected) == true)
            } else {
                #expect(sent(world) == [nil])
            }
        }
    }

    @Test func basicIsSentPreemptivelyAfterAChallengeAndNotRepeatedIfRejected() {  // C-01, F-18
        let world = VirtualNetwork(refusal("Basic realm=r"), .status(.ok), refusal("Basic realm=r"))
        let authorization = Authorization.onChallenge(username: "ape", password: "group", schemes: [.basic])
        world.network.send(request(authorization)).start()
        world.network.send(request(authorization)).start()
        #expect(sent(world) == [nil, "Basic YXBlOmdyb3Vw", "Basic YXBlOmdyb3Vw"])
    }

    @Test func aMalformedChallengeLeavesAnOrdinaryResponse() {
        for garbage in ["", "\u{0}", "Digest", "Digest nonce", #"Basic realm=""#, "Bearer error=invalid_token", "🦧"] {
            for authorization in [Self.digest, .bearer("t"), .onChallenge(username: "a", password: "b")] {
                let world = VirtualNetwork(refusal(garbage, body: ""), refusal("Basic", body: ""))
                let events = world.network.send(request(authorization)).record(on: world.clock)
                let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: nil)
                #expect(events.all == [.failed(at: .zero, error)])
                #expect(world.isQuiet)
            }
        }
    }

    @Test func aChallengeThatCannotBeEncodedInAHeaderIsNotAnswered() {
        let odd = [
            "Digest realm=\"a\u{1}\", nonce=n", "Digest realm=r, nonce=\"n\u{7F}\"",
            "Digest realm=r, nonce=n, opaque=\"\u{0}\"",
        ]
        for challenge in odd {
            let world = VirtualNetwork(refusal(challenge, body: "no"))
            let events = world.network.send(request(Self.digest)).record(on: world.clock)
            let error = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: Data("no".utf8))
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(world.stub.requests.count == 1)
        }
    }

    @Test func anAcceptedUnauthorizedStatusIsASuccess() {  // N5, C-55
        let world = VirtualNetwork(refusal("Digest realm=r, nonce=n"))
        let accepting = RequestBuilder(.get, "http://api.test").authorization(Self.digest)
            .acceptedCodes([.unauthorized]).build()
        #expect(world.network.send(accepting).record().values.count == 1)
        #expect(world.stub.requests.count == 1)
    }

    @Test func aOneShotBodyCannotBeSentAgain() {
        let world = VirtualNetwork(refusal("Digest realm=r, nonce=n"), .status(.ok))
        let once = AsyncStream<Data> { $0.finish() }
        let request = RequestBuilder(.post, "http://api.test").authorization(Self.digest)
            .body(.stream(once: once)).build()
        let events = world.network.send(request).record(on: world.clock)
        #expect(events.all == [.failed(at: .zero, .requestFailure(error: RequestError.bodyAlreadyConsumed))])
        #expect(world.stub.requests.count == 1)
    }

    @Test func anExplicitAuthorizationHeaderIsNotReplacedAndChallengesAreNotAnswered() {  // N14
        let world = VirtualNetwork(refusal("Digest realm=r, nonce=n"))
        var request = request(Self.digest)
        request.headers["authorization"] = "mine"
        world.network.send(request).start()
        #expect(sent(world) == ["mine"])
    }

    @Test func aCustomAnswerIsSentOnce() {  // F-19
        let world = VirtualNetwork(refusal("Mine nonce=7"), refusal("Mine nonce=8"))
        let authorization = Authorization.answering("mine") { refusal in
            refusal.challenges.first?["nonce"].map { "Mine \($0)" }
        }
        let events = world.network.send(request(authorization), maxRetries: 0).record()
        #expect(events.all.last?.event.error == .unexpectedResponseCode(httpCode: .unauthorized, data: Data("no".utf8)))
        #expect(sent(world) == [nil, "Mine 7"])
    }

    @Test func descriptionAndDumpHideCredentials() {
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
