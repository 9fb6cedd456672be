import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct CacheControlTests {
    private func control(_ lines: String...) -> CacheControl {
        var headers = HTTP.Headers()
        for line in lines { headers.add("Cache-Control", line) }
        return CacheControl(headers)
    }

    @Test func severalCacheControlLinesFormOneList() {  // H1
        let control = control("Max-Age=5, NO-STORE", "unknown=1,,\tmust-revalidate ", "max-age=7")
        #expect(control.maxAge == 5)
        #expect(control.hasNoStore)
        #expect(control.hasMustRevalidate)
        #expect(!control.hasNoCache)
    }

    @Test func directivesInsideAQuotedStringAreIgnored() {  // H1
        let control = control(#"x="no-store, max-age=1, \" no-cache", max-age=3"#)
        #expect(!control.hasNoStore)
        #expect(!control.hasNoCache)
        #expect(control.maxAge == 3)
    }

    @Test(arguments: [
        ("max-age=60", 60), (#"max-age="60""#, 60), ("max-age=0060", 60), ("max-age=2147483647", 2_147_483_647),
        ("max-age=2147483649", 2_147_483_648), ("max-age=99999999999999999999999999", 2_147_483_648),
        ("max-age=-1", 0), ("max-age=+1", 0), ("max-age=1.5", 0), ("max-age=a1", 0), ("max-age=1a", 0),
        ("max-age='60'", 0), ("max-age =60", 0), ("max-age= 60", 0), ("max-age=", 0), ("max-age", 0),
        (#"max-age="60"#, 0), (#"max-age="""#, 0),
    ])
    func aMalformedMaxAgeIsZero(text: String, seconds: Int64) {  // H2
        #expect(control(text).maxAge == seconds)
    }

    @Test func aMalformedMaxAgeCountsMoreThanExpires() {  // H2
        let world = CacheWorld(.cached("max-age=x", "1", ["Expires": "Wed, 01 Jan 2031 00:00:00 GMT"]))
        world.get()
        #expect(world.get().summary == "net 200 1")
    }

    @Test func aMalformedStalePeriodOfAResponseIsIgnored() {  // H2
        let control = control("stale-while-revalidate=x, stale-if-error=-1, max-age=1")
        #expect(control.staleWhileRevalidate == nil)
        #expect(control.staleIfError == nil)
    }

    @Test func aMalformedNumberOfARequestHasItsStrictestMeaning() {  // H2
        let control = control("max-age=x, min-fresh=x, max-stale=x")
        #expect(control.maxAge == 0)
        #expect(control.minFresh == CacheControl.maxDelta)
        #expect(control.maxStale == 0)
        #expect(self.control("max-stale").maxStale == CacheControl.maxDelta)
    }

    @Test func noCacheWithFieldNamesDoesNotCoverTheWholeResponse() {  // H1
        let control = control(#"no-cache="Set-Cookie, X-A", private="X""#)
        #expect(!control.hasNoCache)
        #expect(control.noCacheFields == ["set-cookie", "x-a"])
        #expect(control.isPrivate)
    }

    @Test(arguments: [
        "max-age=60", "MAX-AGE=060, Public", "no-store,no-cache,private,,must-revalidate", "must-understand, immutable",
        "only-if-cached, max-stale", "max-stale=5, min-fresh=7", "stale-if-error=1, stale-while-revalidate=2",
        "max-age=", "max-age=60=1", "max-age='60'", "=5", "=", "", ",", " ,  , max-age=1", "no-cache=X", "no-cache=",
        "no-cache=X, no-cache",
        "private=X, public=Y", "maxage=1, xmax-age=2, max-agex=3, max-stale=99999999999", "min-fresh=-1, max-stale=x",
    ])
    func oddSpacesDoNotChangeTheMeaningOfALine(line: String) {  // H1
        // A tab takes the line out of the ordinary.
        #expect(control(line) == control(line + "\t"))
        #expect(control(line) == control("\t" + line))
    }

    @Test func aHostileCacheControlLineIsParsedInLinearTime() {
        let members = String(repeating: "a=\"b\\\"c\", ", count: 26_000)
        #expect(control(members + "max-age=9").maxAge == 9)
        #expect(control(String(repeating: "\"", count: 262_145)).maxAge == nil)
        #expect(control(String(repeating: " ", count: 262_144)).isPresent)
    }

    @Test(arguments: ["stale-if-error =60", "stale-if-error= 60", "stale-if-error=x, stale-if-error=60"])
    func aMalformedPermissionToServeStaleIsIgnored(text: String) {  // H1, H2
        #expect(control(text).staleIfError == nil)
        #expect(control(text.replacing("if-error", with: "while-revalidate")).staleWhileRevalidate == nil)
    }

    @Test func aSpaceBesideTheEqualsSignMakesADirectiveMalformed() {  // H2
        let control = control("min-fresh =5, max-stale= 5")
        #expect(control.minFresh == CacheControl.maxDelta)
        #expect(control.maxStale == 0)
    }

    @Test(arguments: [
        (#"foo="bar, no-store, no-cache, private, must-revalidate, max-age=60"#, false),
        (#"foo="bar\", no-store, no-cache, private, must-revalidate, max-age=60"#, false),
        (#"no-store, no-cache, private, must-revalidate, foo="bar"a, "max-age=60"#, false),
        (#"foo"bar, no-store, no-cache, private, must-revalidate, max-age=60""#, true),
        (#"foo=a"bar, no-store, no-cache, private, must-revalidate, max-age=60""#, true),
    ])
    func afterAnUnmatchedQuotationMarkPermissionsAreIgnored(text: String, isClosed: Bool) {  // H1, H2
        let control = control(text + ", public, immutable, stale-if-error=60")
        #expect(control.hasNoStore)
        #expect(control.hasNoCache)
        #expect(control.isPrivate)
        #expect(control.hasMustRevalidate)
        #expect(control.maxAge == 0)
        #expect(control.isPublic == isClosed)
        #expect(control.isImmutable == isClosed)
        #expect(control.staleIfError == (isClosed ? 60 : nil))
    }

    @Test func anUnclosedQuotationMarkMakesLaterDirectivesOnlyRestrict() {  // H1, H2
        let control = control(#"max-age=60, public, foo="bar"#, "max-age=5, immutable, no-store")
        #expect(control.maxAge == 60)
        #expect(control.isPublic)
        #expect(!control.isImmutable)
        #expect(control.hasNoStore)
        let request = self.control(#"foo="bar, min-fresh=5, max-stale, only-if-cached"#)
        #expect(request.minFresh == CacheControl.maxDelta)
        #expect(request.maxStale == 0)
        #expect(!request.hasOnlyIfCached)
    }

    @Test(arguments: [
        #"no-cache="X"#, #"no-cache="""#, "no-cache=", #"no-cache="X Y""#, #"no-cache= "X""#, #"no-cache="X"Y"#,
    ])
    func malformedFieldNamesMakeADirectiveCoverTheWholeResponse(text: String) {  // H1, H20
        #expect(control(text).hasNoCache)
    }

    @Test func aRequestCannotLimitNoCacheToFields() {  // H21
        let world = CacheWorld(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        world.get()
        #expect(world.get(["Cache-Control": #"no-cache="X""#]).summary == "net 200 2")
    }
}
