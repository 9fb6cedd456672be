import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct CacheSelectionTests {
    /// Returns whether a response to the first URL answers a request for the second.
    private func isShared(_ first: String, _ second: String) -> Bool {
        let world = CacheWorld(.cached("max-age=60"))
        world.send(.get, first)
        return world.send(.get, second).cacheStatus?.isHit == true
    }

    @Test func equivalentURLsHaveTheSameCacheKey() {  // H16
        #expect(isShared("http://cache.test", "http://CACHE.test:80/"))
        #expect(isShared("https://cache.test:443/a?b", "HTTPS://cache.test/a?b"))
        #expect(isShared("http://cache.test?q", "http://cache.test/?q"))
        #expect(isShared("http://cache.test/a#x", "http://cache.test/a#y"))
        #expect(isShared("http://[::1]:80/a", "http://[::1]/a"))
    }

    @Test(arguments: [
        "https://cache.test/a", "http://cache.test:81/a", "http://cache.test/A", "http://cache.test/a?",
        "http://cache.test/a/", "http://cache.test/%61", "http://cache.test.other/a",
    ])
    func differentURLsHaveDifferentCacheKeys(url: String) {  // H16
        #expect(!isShared("http://cache.test/a", url))
    }

    @Test func aHeadIsAnsweredByTheHeadOfAGet() {  // H16
        let world = CacheWorld(.cached("max-age=60", "12345", ["Content-Length": "5", "X": "1"]))
        world.get()
        let head = world.send(.head)
        #expect(head.summary == "hit 200 ")
        #expect(head.headers["Content-Length"] == "5")
        #expect(head.headers["X"] == "1")
    }

    @Test func theResponseToAHeadIsNotStored() {  // H12
        let world = CacheWorld(.status(.ok, headers: ["Cache-Control": "max-age=60"]))
        world.send(.head)
        world.get()
        #expect(world.count == 2)
    }

    /// Returns whether a second request is answered by the response to the first.
    private func matches(
        _ first: HTTP.Headers,
        _ second: HTTP.Headers,
        vary: HTTP.Headers = ["Vary": "Foo"],
        _ normalization: VaryNormalization = .standard
    ) -> Bool {
        var options = CachingTransport.Options()
        options.varyNormalization = normalization
        let world = CacheWorld(.cached("max-age=60", "a", vary), options: options)
        world.get(first)
        return world.get(second).cacheStatus?.isHit == true
    }

    @Test func fieldsNamedByVaryMustBeEqual() {  // H17
        #expect(matches(["Foo": "1"], ["Foo": "1", "Bar": "2"]))
        #expect(!matches(["Foo": "1"], ["Foo": "2"]))
        #expect(!matches(["Foo": "1"], [:]))
        #expect(!matches([:], ["Foo": "1"]))
        #expect(matches([:], [:]))
        #expect(!matches(["Foo": "1", "Bar": "1"], ["Foo": "1", "Bar": "2"], vary: ["Vary": "Foo, Bar"]))
        #expect(!matches(["Foo": "1", "Bar": "1"], ["Foo": "1", "Bar": "2"], vary: ["Vary": "Foo", "Vary": "BAR"]))
        #expect(matches(["Foo": "1"], ["Foo": "1"], vary: ["Vary": ", Foo ,"]))
    }

    @Test func fieldValuesAreComparedByTheirBytes() {  // H17, H18, H19, H22
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        for normalization in [VaryNormalization.none, .standard, .extended] {
            #expect(!matches(["Foo": composed], ["Foo": decomposed], normalization))
        }
        #expect(!EntityTag.matchesWeakly("\"\(composed)\"", "W/\"\(decomposed)\""))
        var options = CachingTransport.Options()
        options.identity = { $0.headers["X-User"] }
        // Their UTF-8 forms have the same length.
        let (compatible, unified) = ("\u{F900}", "\u{8C48}")
        let world = CacheWorld(.cached("max-age=60"), options: options)
        world.get(["X-User": compatible])
        #expect(world.get(["X-User": unified]).cacheStatus?.isHit == false)
    }

    @Test func theStandardNormalizationJoinsLinesAndDropsWhiteSpace() {  // H18
        #expect(matches(["Foo": "1,2"], ["Foo": "1", "Foo": " 2 "]))
        #expect(matches(["Foo": "1, 2"], ["Foo": "1 ,\t2"]))
        #expect(!matches(["Foo": "a"], ["Foo": "A"]))
        #expect(!matches(["Foo": "1, 2"], ["Foo": "1,2"], vary: ["Vary": "Foo"], .none))
        #expect(!matches(["Foo": "1, 2"], ["Foo": "2, 1"]))
    }

    @Test func caseAndAWeightOfOneAreIgnoredInPreferences() {  // H18
        let vary: HTTP.Headers = ["Vary": "Accept-Language"]
        #expect(matches(["Accept-Language": "en, de"], ["Accept-Language": "EN;q=1.0,de; Q=1"], vary: vary))
        #expect(!matches(["Accept-Language": "en, de"], ["Accept-Language": "de, en"], vary: vary))
        #expect(!matches(["Accept-Language": "en, de"], ["Accept-Language": "en, de;q=0.5"], vary: vary))
        #expect(!matches(["Accept-Language": "en"], ["Accept-Language": "EN"], vary: vary, .none))
    }

    @Test func theExtendedNormalizationIgnoresTheOrderOfEqualWeights() {  // H18
        let vary: HTTP.Headers = ["Vary": "Accept-Language"]
        #expect(matches(["Accept-Language": "en, de"], ["Accept-Language": "de, en"], vary: vary, .extended))
        #expect(
            matches(["Accept-Language": "en, de;q=0.5"], ["Accept-Language": "de;q=0.5, en"], vary: vary, .extended)
        )
        #expect(
            !matches(["Accept-Language": "en, de;q=0.5"], ["Accept-Language": "de, en;q=0.5"], vary: vary, .extended)
        )
    }

    @Test func theLanguageOfTheResponseMayBeTheOneThatIsWantedMost() {  // H18
        let vary: HTTP.Headers = ["Vary": "Accept-Language", "Content-Language": "de"]
        let first: HTTP.Headers = ["Accept-Language": "en, de"]
        #expect(matches(first, ["Accept-Language": "fr;q=0.5, de"], vary: vary, .extended))
        #expect(!matches(first, ["Accept-Language": "fr;q=0.5, de"], vary: vary))
        #expect(!matches(first, ["Accept-Language": "fr, de;q=0.5"], vary: vary, .extended))
    }

    @Test func theLatestOfSeveralMatchesAnswers() {  // H17
        let world = CacheWorld(
            .cached("max-age=600", "1", ["Vary": "Foo", "Date": "Tue, 01 Jan 2030 00:00:00 GMT"]),
            .cached("max-age=600", "2", ["Vary": "Bar", "Date": "Tue, 01 Jan 2030 00:00:01 GMT"])
        )
        world.get(["Foo": "1", "Bar": "1"])
        world.at(5)
        world.get(["Foo": "2", "Bar": "2"])
        #expect(world.get(["Foo": "1", "Bar": "2"]).text == "2")
        #expect(world.get(["Foo": "1", "Bar": "1"]).text == "1")
    }

    @Test func thirtyTwoVariantsLiveSideBySide() {  // H17
        let world = CacheWorld(.cached("max-age=600", "1", ["Vary": "Foo"]))
        for number in 0..<33 {
            world.at(Double(number))
            world.get(["Foo": "\(number)"])
        }
        #expect(world.cache.entries().resultAtOnce()?.success?.count == 32)
        #expect(world.get(["Foo": "32"]).cacheStatus?.isHit == true)
        #expect(world.get(["Foo": "1"]).cacheStatus?.isHit == true)
        #expect(world.get(["Foo": "0"]).cacheStatus?.isHit == false)
    }

    @Test(arguments: ["X-Api-Key", "Private-Token", "X-Vault-Token", "X-Session-Id"])
    func responsesBelongToEverySecretFieldOfTheirRequest(name: String) {  // H19
        func count(_ control: String, _ first: HTTP.Headers, _ second: HTTP.Headers) -> Int {
            let world = CacheWorld(.cached(control))
            world.get(first)
            world.get(second)
            return world.count
        }
        #expect(count("max-age=60", [name: "a"], [name: "b"]) == 2)
        #expect(count("max-age=60", [name: "a"], [name.lowercased(): "a"]) == 1)
        #expect(count("max-age=60", [name: "a"], [:]) == 2)
        #expect(count("max-age=60", [:], [name: "a"]) == 2)
        #expect(count("max-age=60", ["Authorization": "A", name: "a"], ["Authorization": "A", name: "b"]) == 2)
        #expect(count("max-age=60, private", ["Cookie": "c", name: "a"], ["Cookie": "c", name: "b"]) == 2)
        #expect(count("max-age=60, public", [name: "a"], [name: "b"]) == 1)
        var marked: HTTP.Headers = ["X-Team": "a"]
        marked.markSecret("X-Team")
        #expect(count("max-age=60", marked, ["X-Team": "a"]) == 2)
        #expect(count("max-age=60", ["X-Team": "a"], ["X-Team": "b"]) == 1)
    }

    @Test func aPrivateResponseIsStoredForItsCookie() {  // H19
        func count(_ control: String, _ first: HTTP.Headers, _ second: HTTP.Headers) -> Int {
            let world = CacheWorld(.cached(control))
            world.get(first)
            world.get(second)
            return world.count
        }
        #expect(count("max-age=60, private", ["Cookie": "a=1"], ["Cookie": "a=2"]) == 2)
        #expect(count("max-age=60, private", ["Cookie": "a=1"], ["Cookie": "a=1"]) == 1)
        #expect(count("max-age=60, private", ["Cookie": "a=1"], [:]) == 2)
        #expect(count("max-age=60, private", [:], ["Cookie": "a=1"]) == 2)
        #expect(count("max-age=60, private", ["Authorization": "A"], ["Authorization": "A", "Cookie": "a=1"]) == 2)
        #expect(count("max-age=60, private", ["Authorization": "A"], ["Authorization": "A"]) == 1)
        #expect(count("max-age=60", [:], ["Cookie": "a=1"]) == 1)
        #expect(count("max-age=60", ["Cookie": "a=1"], ["Cookie": "a=2"]) == 1)
        #expect(count("max-age=60", ["Authorization": "A"], [:]) == 2)
        #expect(count("max-age=60", [:], ["Authorization": "A"]) == 2)
        #expect(count("max-age=60, private, public", ["Authorization": "A"], ["Authorization": "B"]) == 2)
    }

    @Test func thePrivateResponsesOfAllCookiesLiveSideBySide() {  // H15, H19
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .cached("max-age=60, private", request.headers["Cookie"] ?? "none")
        }
        let world = CacheWorld(stub, clock)
        let users: [HTTP.Headers] = [[:], ["Cookie": "a"], ["Cookie": "b"]]
        for user in users + users { #expect(world.get(user).text == user["Cookie"] ?? "none") }
        #expect(world.count == 3)
        #expect(world.cache.statistics.value.hits == 3)
    }

    @Test func aResponseThatVariesByAHiddenCookieIsValidated() {  // H19
        let world = CacheWorld(.cached("max-age=60", "1", ["Vary": "Cookie", "ETag": #""a""#]), .status(.notModified))
        world.get()
        #expect(world.get().summary == "304 200 1")
        #expect(world.get(["Cookie": "a=1"]).cacheStatus?.forward == .varyMiss)
    }

    @Test func anIdentityOfTheUserReplacesTheCredentials() {  // H19
        var options = CachingTransport.Options()
        options.identity = { $0.headers["X-User"] }
        let world = CacheWorld(.cached("max-age=60"), options: options)
        world.get(["X-User": "a", "Authorization": "1"])
        #expect(world.get(["X-User": "a", "Authorization": "2"]).cacheStatus?.isHit == true)
        #expect(world.get(["X-User": "b", "Authorization": "1"]).cacheStatus?.isHit == false)
        #expect(world.get(["Authorization": "1"]).cacheStatus?.isHit == false)
    }

    @Test func aConfirmationThatIsPrivateWithdrawsAResponseFromEveryone() {  // H19, H23
        let world = CacheWorld(
            .cached("max-age=1, public", "1", ["ETag": #""a""#]),
            .status(.notModified, headers: ["Cache-Control": "max-age=60, private"]),
            .cached("max-age=60", "2")
        )
        world.get(["Authorization": "A"])
        world.at(2)
        #expect(world.get(["Authorization": "A"]).summary == "304 200 1")
        #expect(world.get(["Authorization": "B"]).summary == "net 200 2")
    }

    @Test func noCredentialReachesTheStore() {  // H19
        let identities = CacheIdentities(CachingTransport.Options())
        identities.learn(Data("salt".utf8))
        let request = try? RequestBuilder(.get, "http://cache.test/").header("Authorization", "Bearer secret")
            .header("Cookie", "secret").build().prepared()
        guard let request else { return }
        let partitions = identities.partitions(of: CacheRequest(request, CacheKey(request.url)))
        #expect(partitions.all.count == 3)
        #expect(!partitions.all.contains { $0.text.contains("secret") })
        let other = CacheIdentities(CachingTransport.Options())
        other.learn(Data("pepper".utf8))
        #expect(other.partitions(of: CacheRequest(request, CacheKey(request.url))).own != partitions.own)
    }

    @Test func anEmptyPortIsThatOfTheScheme() {  // H16
        func key(_ text: String) -> String? { URL(string: text).map { CacheKey($0).url } }
        #expect(key("http://cache.test:/a") == "http://cache.test/a")
        #expect(key("http://[::1]:/a") == "http://[::1]/a")
        #expect(key("http://cache.test/a#x") == "http://cache.test/a")
        #expect(key("http://cache.test/a?b#x?y") == "http://cache.test/a?b")
        #expect(key("http://cache.test#/x") == "http://cache.test/")
    }

    @Test(arguments: [
        ("http://cache.test:8080/a", "http://cache.test:8080/a"),
        ("http://cache.test:8080/a:80#x", "http://cache.test:8080/a:80"),
        ("http://cache.test:8080", "http://cache.test:8080/"),
        ("http://cache.test:8080?b", "http://cache.test:8080/?b"),
        ("http://Cache.test:8080/a", "http://cache.test:8080/a"),
        ("http://cache.test:80/a", "http://cache.test/a"), ("https://cache.test:443/a", "https://cache.test/a"),
        ("http://cache.test:443/a", "http://cache.test:443/a"),
        ("https://cache.test:80/a", "https://cache.test:80/a"),
        ("http://cache.test:080/a", "http://cache.test:080/a"), ("http://cache.test:808/a", "http://cache.test:808/a"),
        ("http://user:8080@cache.test/a", "http://cache.test/a"),
        ("http://user:80@cache.test:80/a", "http://cache.test/a"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"), ("http://[::1]:80/a", "http://[::1]/a"),
    ])
    func aPortThatIsNotTheSchemesRemains(text: String, expected: String) throws {  // H16
        #expect(CacheKey(try #require(URL(string: text))).url == expected)
    }

    @Test(arguments: ["A B", #""A""#, "A;B", "A, B C", #"A, "B"#, "A/B", "Ä"])
    func aVaryThatNamesNoFieldIsLikeAStar(vary: String) {  // H10, H17
        let world = CacheWorld(.cached("max-age=60", "1", ["Vary": vary]))
        #expect(world.get().cacheStatus?.isStored == false)
        #expect(world.get().cacheStatus?.isHit == false)
    }

    @Test func anEmptyMemberOfAnUnknownFieldMayMeanSomething() {  // H18
        #expect(!matches(["Foo": "1,,2"], ["Foo": "1,2"]))
        #expect(!matches(["Foo": "1,"], ["Foo": "1"]))
        #expect(matches(["Foo": "1, ,2"], ["Foo": "1,,2"]))
        #expect(!matches(["Foo": #""1, 2""#], ["Foo": #""1,2""#]))
        let vary: HTTP.Headers = ["Vary": "Accept"]
        #expect(matches(["Accept": "a/b,, c/d"], ["Accept": "a/b,c/d"], vary: vary))
    }

    @Test(arguments: ["en;q=0x1p0", "en;q=1e0", "en;q=+1", "en;q=1.0000", "en;q=01", "en;q=", "en;q"])
    func anInvalidWeightIsNotTakenForAWeightOfOne(member: String) {  // H18
        #expect(!matches(["Accept-Language": "en"], ["Accept-Language": member], vary: ["Vary": "Accept-Language"]))
    }

    /// Returns the answers to two requests that wait for one validation.
    private func validated(_ update: HTTP.Headers, _ first: HTTP.Headers, _ second: HTTP.Headers) -> [String] {
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, number in
            number == 0
                ? .cached("max-age=1", "1", ["ETag": #""a""#])
                : request.headers["If-None-Match"] == nil
                    ? .cached("max-age=60", "2")
                    : StubTransport.Reply.status(.notModified, headers: update).delayed(by: .seconds(1))
        }
        let world = CacheWorld(stub, clock)
        world.get()
        world.at(5)
        let answers = [first, second].map { world.begin(.get, "http://cache.test/a", $0) }
        world.at(20)
        return answers.map(\.summary)
    }

    @Test func aConfirmationForOneIdentityOrVariantIsNoneForAnother() {  // H17, H19, H36
        #expect(validated([:], ["Cookie": "a=1"], ["Cookie": "a=2"]) == ["304 200 1", "304 200 1"])
        let personal: HTTP.Headers = ["Cache-Control": "max-age=60, private"]
        #expect(validated(personal, ["Cookie": "a=1"], ["Cookie": "a=2"]) == ["304 200 1", "net 200 2"])
        let variant: HTTP.Headers = ["Cache-Control": "max-age=60", "Vary": "Foo"]
        #expect(validated(variant, ["Foo": "1"], ["Foo": "1"]) == ["304 200 1", "304 200 1"])
        #expect(validated(variant, ["Foo": "1"], ["Foo": "2"])[0] == "304 200 1")
        #expect(validated(variant, ["Foo": "1"], ["Foo": "2"])[1] != "open")
    }

    @Test(arguments: [
        (Int64.max - 1, Int64.max, Int64(2)), (.max, .max, .max), (-1, 5, 5), (0, 5, -1), (0, 5, 6), (5, 0, 1),
    ])
    func recordsWithContradictoryPartsAreIgnored(offset: Int64, total: Int64, byteCount: Int64) throws {  // H29, H41
        let time = CacheTime(wall: Date(timeIntervalSince1970: 0), instant: .zero, epoch: 1)
        let prepared = try RequestBuilder(.get, "http://cache.test/a").build().prepared()
        let request = CacheRequest(prepared, CacheKey(prepared.url))
        let records = [CacheMetadata.Part(offset: offset, total: total), nil].map { part in
            CacheRecord(
                id: .init(rawValue: "1"),
                key: request.key,
                partition: CachePartition(""),
                metadata: CacheMetadata(
                    head: ResponseHead(status: .partialContent, headers: ["ETag": #""a""#]),
                    requested: time,
                    received: time,
                    part: part
                ),
                bodyByteCount: byteCount
            )
        }
        #expect(Selection(joining: [records[0]], for: request)?.segments.isEmpty == true)
        #expect(Selection(whole: records[1], for: request).total == max(byteCount, 0))
    }

    @Test func aPartOfTooManyBytesHasNoByteCount() {  // H29
        let head = ResponseHead(status: .partialContent, headers: ["Content-Range": "bytes 0-9223372036854775807/*"])
        #expect(Storability.partByteCount(head) == nil)
    }
}
