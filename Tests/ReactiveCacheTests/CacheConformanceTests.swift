import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Rules of RFC 9111 for private caches, one exchange after the other.
@Suite struct CacheConformanceTests {
    private let midnight = "Tue, 01 Jan 2030 00:00:00 GMT"

    /// Returns the summary of a request that follows another one.
    private func second(
        _ first: StubTransport.Reply,
        _ headers: HTTP.Headers = [:],
        after seconds: Double = 5,
        method: HTTP.Method = .get,
        then reply: StubTransport.Reply = .cached("max-age=60", "2")
    ) -> String {
        let world = CacheWorld(first, reply)
        world.get()
        world.at(seconds)
        return world.send(method, "http://cache.test/a", headers).summary
    }

    @Test(arguments: [
        200, 203, 204, 299, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 410, 414, 451, 499, 500, 501, 502, 503,
        504, 599,
    ])
    func everyStatusWithALifetimeIsReusedWhileItIsFresh(status: Int) {  // H10, H20
        let reply: StubTransport.Reply = .status(
            HTTP.StatusCode(rawValue: status),
            headers: ["Cache-Control": "max-age=60"]
        )
        #expect(second(reply, after: 59) == "hit \(status) ")
        #expect(second(reply, after: 60) == "net 200 2")
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "M-SEARCH"] as [HTTP.Method])
    func aGetIsAnsweredByNoOtherMethod(method: HTTP.Method) {  // H12, H16, AD18
        let world = CacheWorld(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        #expect(world.send(method).summary == "net 200 1")
        #expect(world.get().summary == "net 200 2")
        #expect(world.send(method).summary == "net 200 2")
    }

    @Test func aStaleEntryIsNoHeadAndTheHeadHasNoConditions() {  // H16, H22
        let world = CacheWorld(.cached("max-age=1", "1", ["ETag": #""a""#]), .status(.ok))
        world.get()
        world.at(2)
        #expect(world.send(.head).summary == "net 200 ")
        #expect(world.conditions == [nil, nil])
    }

    @Test func informationalResponsesAreNotPartOfTheFinalOne() {  // H10, H13
        let hints = ResponseHead(status: 103, headers: ["Link": "</x>", "Cache-Control": "no-store"])
        let final = ResponseHead(status: .ok, headers: ["Cache-Control": "max-age=60"])
        let world = CacheWorld(
            .events([
                .informational(hints), .head(final), .body(Data("1".utf8)),
                .completed(TransferMetrics(receivedByteCount: 1)),
            ])
        )
        world.get()
        let hit = world.get()
        #expect(hit.summary == "hit 200 1")
        #expect(hit.headers == ["Cache-Control": "max-age=60", "Age": "0"])
    }

    @Test(arguments: [
        ("no-cache", "net 200 2"), ("foo, No-Cache", "net 200 2"), ("foo", "hit 200 1"), ("no-cache=x", "hit 200 1"),
    ])
    func noCacheIsTheOnlyMemberOfPragmaWithAMeaning(pragma: String, summary: String) {  // H21
        #expect(second(.cached("max-age=60", "1"), ["Pragma": pragma]) == summary)
    }

    @Test(arguments: ["s-maxage=1, max-age=60", "proxy-revalidate, max-age=60", "max-age=60, foo=bar", "max-age=60,,"])
    func directivesForSharedCachesAndUnknownOnesAreIgnored(control: String) {  // H1, H8
        #expect(second(.cached(control, "1")) == "hit 200 1")
    }

    @Test func proxyRevalidateForbidsNothingToAPrivateCache() {  // H8, H20
        let stale: HTTP.Headers = ["Cache-Control": "max-stale"]
        #expect(second(.cached("max-age=1, proxy-revalidate, s-maxage=1", "1"), stale) == "hit 200 1")
        #expect(second(.cached("max-age=1, must-revalidate", "1"), stale) == "net 200 2")
        #expect(second(.cached("max-age=60, no-cache", "1"), stale) == "net 200 2")
    }

    @Test func aNewerResponseThatMustNotBeStoredWithdrawsTheOlder() {  // H10
        let world = CacheWorld(.cached("max-age=60", "1"), .cached("no-store", "2"), .cached("max-age=60", "3"))
        world.get()
        #expect(world.get(["Cache-Control": "no-cache"]).text == "2")
        #expect(world.get().summary == "net 200 3")
    }

    @Test func aStaleResponseWhoseSuccessorMustNotBeStoredIsWithdrawn() {  // H10, H22
        let world = CacheWorld(.cached("max-age=1", "1"), .cached("no-store", "2"))
        world.get()
        world.at(2)
        #expect(world.get().summary == "net 200 2")
        #expect(world.get([:], .returnCachedOnly).status == 504)
    }

    @Test func aTruncatedSuccessorDoesNotWithdrawTheStoredResponse() {  // H22
        let head: HTTP.Headers = ["Cache-Control": "no-store", "Content-Length": "10"]
        let world = CacheWorld(
            .cached("max-age=1, stale-if-error=100", "1"),
            .cut(afterSending: [Data("12345".utf8)], headers: head),
            .status(.serviceUnavailable)
        )
        world.get()
        world.at(5)
        #expect(world.get().error?.kind == .truncatedResponse)
        let stale = world.get()
        #expect(stale.status == 200 && stale.text == "1")
    }

    @Test(arguments: [("30", "hit 200 1"), ("55", "net 200 2"), ("3600", "net 200 2")])
    func theAgeFieldCountsAgainstALifetimeByExpires(age: String, summary: String) {  // H7, H8
        let fields: HTTP.Headers = ["Date": midnight, "Expires": "Tue, 01 Jan 2030 00:01:00 GMT", "Age": age]
        #expect(second(.text("1", headers: fields)) == summary)
    }

    @Test func conditionsConcernTheVariantOfTheRequest() {  // H10, H17, H24
        let world = CacheWorld(
            .cached("max-age=60", "1", ["Vary": "Foo", "ETag": #""a""#]),
            .cached("max-age=60", "2", ["Vary": "Foo", "ETag": #""b""#])
        )
        world.get(["Foo": "1"])
        let same = world.get(["Foo": "1", "If-None-Match": #""a""#])
        #expect(same.status == 304)
        #expect(same.headers["Vary"] == "Foo")
        #expect(world.get(["Foo": "2", "If-None-Match": #""a""#]).summary == "net 200 2")
        #expect(world.conditions == [#""a""#, nil])
        #expect(["1", "2"].map { world.get(["Foo": $0]).summary } == ["hit 200 1", "hit 200 2"])
    }

    @Test func anErrorWithoutALifetimeLeavesTheOlderResponse() {  // H10, H15
        let world = CacheWorld(.cached("max-age=60", "1"), .status(.internalServerError))
        world.get()
        #expect(world.get(["Cache-Control": "no-cache"]).status == 500)
        #expect(world.get().summary == "hit 200 1")
    }

    @Test(arguments: [
        "Content-Type", "Content-Location", "Content-MD5", "Content-Language", "Content-Security-Policy", "Link",
        "Clear-Site-Data", "X-Frame-Options", "Set-Cookie", "Cache-Control", "Expires", "Foo",
    ])
    func fieldsOfA304ReplaceStoredFieldsOfTheSameName(name: String) {  // H23
        let world = CacheWorld(
            .text("1", headers: ["Last-Modified": midnight, name: "old", "Bar": "old"]),
            .status(.notModified, headers: [name: "new", "Baz": "new"])
        )
        world.get()
        world.at(5)
        let headers = world.get().headers
        #expect(headers.values(for: name) == ["new"])
        #expect(headers["Bar"] == "old")
        #expect(headers["Baz"] == "new")
    }

    @Test(arguments: [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Encoding", "Content-Range",
    ])
    func fieldsOfConnectionAndCodingAreNotTakenFromA304(name: String) {  // H13, H23
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            .status(.notModified, headers: ["Cache-Control": "max-age=60", name: "x"])
        )
        world.get()
        world.at(5)
        #expect(world.get().headers[name] == nil)
        #expect(world.get().headers[name] == nil)
        #expect(world.get().summary == "hit 200 1")
    }

    @Test(arguments: [
        ("stale-if-error=10", "stale-if-error=0", "1"), ("stale-if-error=0", "stale-if-error=10", "1"),
        ("stale-if-error=x", "stale-if-error=y", ""), ("foo", "stale-if-error=4", "1"), ("foo", "stale-if-error=3", ""),
        ("stale-if-error=10, must-revalidate", "stale-if-error=10", ""), ("stale-if-error=10", "no-cache", ""),
        ("stale-if-error=10", "max-age=0", "1"),
    ])
    func requestOrResponseMayPermitAStaleAnswerToAnError(response: String, request: String, text: String) {  // H26
        let world = CacheWorld(.cached("max-age=1, " + response, "1"), .status(.badGateway))
        world.get()
        world.at(5)
        #expect(world.get(["Cache-Control": request]).text == text)
    }

    @Test func threeVaryingFieldsSelectTogether() {  // H17
        let world = CacheWorld(.cached("max-age=60", "1", ["Vary": "A, B", "Vary": "C"]))
        let fields: HTTP.Headers = ["A": "1", "B": "2", "C": "3"]
        world.get(fields)
        #expect(world.get(["C": "3", "D": "4", "B": "2", "A": "1"]).summary == "hit 200 1")
        for name in ["A", "B", "C"] {
            var other = fields
            other.remove(name)
            #expect(world.get(other).cacheStatus?.forward == .varyMiss)
        }
    }

    @Test func aResponseWithAnEmptyVaryAnswersEveryRequest() {  // H17
        #expect(second(.cached("max-age=60", "1", ["Vary": ""]), ["Foo": "1"]) == "hit 200 1")
        #expect(second(.cached("max-age=60", "1", ["Vary": " , "]), ["Foo": "1"]) == "hit 200 1")
    }

    @Test func cookiesAndDispositionsAreStored() {  // H13
        let fields: HTTP.Headers = ["Set-Cookie": "a=1", "Content-Disposition": "attachment"]
        let world = CacheWorld(.cached("max-age=60", "1", fields))
        world.get()
        let hit = world.get().headers
        #expect(hit["Set-Cookie"] == "a=1")
        #expect(hit["Content-Disposition"] == "attachment")
    }

    @Test func theAgeOfTheReceivedFieldAndOfTheDateAreNotAdded() {  // H7
        let fields: HTTP.Headers = ["Date": "Mon, 31 Dec 2029 23:59:50 GMT", "Age": "8"]
        let world = CacheWorld(.cached("max-age=60", "1", fields))
        world.get()
        world.at(3)
        #expect(world.get().headers["Age"] == "13")
    }

    @Test func aDateInTheFutureMakesNothingYounger() {  // H7
        let world = CacheWorld(.cached("max-age=60", "1", ["Date": "Tue, 01 Jan 2030 01:00:00 GMT"]))
        world.get()
        world.at(3)
        #expect(world.get().headers["Age"] == "3")
        world.at(60)
        #expect(world.get().summary == "net 200 1")
    }

    @Test func aConfirmationOfANewExpiresCounts() {  // H8, H23
        let world = CacheWorld(
            .text("1", headers: ["Date": midnight, "Expires": midnight, "ETag": #""a""#]),
            .status(
                .notModified,
                headers: ["Date": "Tue, 01 Jan 2030 00:00:05 GMT", "Expires": "Tue, 01 Jan 2030 00:00:15 GMT"]
            )
        )
        world.get()
        world.at(5)
        #expect(world.get().summary == "304 200 1")
        world.at(14)
        #expect(world.get().summary == "hit 200 1")
        world.at(15)
        #expect(world.get().cacheStatus?.isHit == false)
    }
}
