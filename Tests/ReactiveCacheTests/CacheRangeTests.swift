import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CacheRangeTests {
    private let digits = "0123456789"

    /// A server of ten digits that answers ranges, and counts in the body what it sends.
    private func world(_ headers: HTTP.Headers = ["Cache-Control": "max-age=60", "ETag": #""a""#]) -> CacheWorld {
        let clock = TestScheduler()
        let digits = Array(digits.utf8)
        let stub = StubTransport(clock: clock) { request, _ in
            guard let field = request.headers["Range"], let match = field.wholeMatch(of: /bytes=(\d+)-(\d*)/),
                let first = Int(match.1), first <= min(Int(match.2) ?? 9, 9),
                request.headers["If-Range"] ?? headers["ETag"] == headers["ETag"]
            else { return .status(.ok, headers: headers, body: Data(digits)) }
            let last = min(Int(match.2) ?? 9, 9)
            let fields = headers.merging(["Content-Range": "bytes \(first)-\(last)/10", "X": "\(first)"])
            return .status(.partialContent, headers: fields, body: Data(digits[first...last]))
        }
        return CacheWorld(stub, clock)
    }

    @Test(arguments: [
        ("bytes=2-4", "234", "bytes 2-4/10"), ("bytes=7-", "789", "bytes 7-9/10"), ("bytes=-2", "89", "bytes 8-9/10"),
        ("bytes=0-99", "0123456789", "bytes 0-9/10"), ("Bytes=9-9", "9", "bytes 9-9/10"),
        ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ])
    func aStoredWholeResponseAnswersARequestForOneRange(range: String, text: String, contentRange: String) {  // H30
        let world = world()
        world.get()
        let answer = world.get(["Range": range])
        #expect(answer.summary == "hit 206 \(text)")
        #expect(answer.headers["Content-Range"] == contentRange)
        #expect(answer.headers["Content-Length"] == "\(text.utf8.count)")
        #expect(answer.headers["ETag"] == #""a""#)
        #expect(world.count == 1)
    }

    @Test(arguments: ["bytes=0-1,3-4", "bytes=10-", "bytes=-0", "bytes=4-2", "lines=0-1", "bytes=a-b", "bytes=-"])
    func aRangeThatTheCacheCannotAnswerGoesToTheServer(range: String) {  // H30
        let world = world()
        world.get()
        world.get(["Range": range])
        #expect(world.count == 2)
        #expect(world.stub.requests[1].headers["Range"] == range)
    }

    @Test func ifRangeMustBeTheStrongEntityTag() {  // H30
        let world = world()
        world.get()
        #expect(world.get(["Range": "bytes=0-1", "If-Range": #""a""#]).summary == "hit 206 01")
        #expect(world.get(["Range": "bytes=0-1", "If-Range": #""b""#]).summary == "hit 200 0123456789")
        #expect(world.get(["Range": "bytes=0-1", "If-Range": #"W/"a""#]).summary == "hit 200 0123456789")
        #expect(world.count == 1)
    }

    @Test func aDecodedBodyHasNoRanges() {  // H30
        let world = world(["Cache-Control": "max-age=60", "ETag": #""a""#, "Content-Encoding": "gzip"])
        world.get()
        #expect(world.get(["Range": "bytes=0-1"]).cacheStatus?.isHit == false)
    }

    @Test func aStoredPartAnswersRangesWithinIt() {  // H29, H30
        let world = world()
        #expect(world.get(["Range": "bytes=2-6"]).note == "ReactiveNetworking; fwd=uri-miss; fwd-status=206; stored")
        #expect(world.get(["Range": "bytes=3-5"]).summary == "hit 206 345")
        let more = world.get(["Range": "bytes=5-7"])
        #expect(more.summary == "net 206 567")
        #expect(more.cacheStatus?.forward == .partial)
        #expect(world.get(["Range": "bytes=2-7"]).summary == "hit 206 234567")
    }

    @Test func adjacentPartsAreCombinedIntoTheWhole() {  // H29
        let world = world(["Cache-Control": "max-age=60", "ETag": #""a""#, "Age": "7"])
        for (second, range) in ["bytes=6-9", "bytes=0-2", "bytes=3-5"].enumerated() {
            world.at(Double(second))
            world.get(["Range": range])
        }
        let whole = world.get()
        #expect(whole.summary == "hit 200 0123456789")
        #expect(whole.headers["Content-Length"] == "10")
        #expect(whole.headers["Content-Range"] == nil)
        #expect(whole.headers["X"] == "3")
        #expect(world.get(["Range": "bytes=1-7"]).summary == "hit 206 1234567")
        #expect(world.count == 3)
    }

    @Test func onlyTheMissingRestOfAStoredPartIsFetched() {  // H30
        let world = world(["Cache-Control": "max-age=60", "ETag": #""a""#, "Age": "7"])
        world.get(["Range": "bytes=0-3"])
        world.at(1)
        let whole = world.get()
        #expect(whole.summary == "net 200 0123456789")
        #expect(whole.headers["Content-Length"] == "10")
        #expect(whole.headers["Content-Range"] == nil)
        #expect(whole.cacheStatus?.forward == .partial)
        #expect(world.stub.requests[1].headers["Range"] == "bytes=4-")
        #expect(world.stub.requests[1].headers["If-Range"] == #""a""#)
        #expect(world.get().summary == "hit 200 0123456789")
        #expect(world.isQuiet)
    }

    @Test func a200WithAContentRangeIsNotTakenForTheWholeBody() {  // H29, H30
        let fields: HTTP.Headers = ["Cache-Control": "max-age=60", "ETag": #""a""#]
        let first = fields.merging(["Content-Range": "bytes 0-1/4"])
        let world = CacheWorld(
            .status(.partialContent, headers: first, body: Data("01".utf8)),
            .status(.ok, headers: fields.merging(["Content-Range": "bytes 2-3/4"]), body: Data("23".utf8)),
            .status(.ok, headers: fields, body: Data("0123".utf8))
        )
        world.get(["Range": "bytes=0-1"])
        #expect(world.get().text == "0123")
        #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=0-1", "bytes=2-", nil])
        #expect(world.get().summary == "hit 200 0123")
    }

    @Test func aNewVersionReplacesAStoredPartWhoseRestIsRequested() {  // H30
        let world = CacheWorld(
            .status(
                .partialContent,
                headers: ["Cache-Control": "max-age=60", "ETag": #""a""#, "Content-Range": "bytes 0-1/4"],
                body: Data("01".utf8)
            ),
            .cached("max-age=60", "new", ["ETag": #""b""#])
        )
        world.get(["Range": "bytes=0-1"])
        #expect(world.get().summary == "net 200 new")
        #expect(world.get().summary == "hit 200 new")
        #expect(world.cache.entries().resultAtOnce()?.success?.count == 1)
    }

    @Test func aRestThatDoesNotFitTheStoredPartMakesTheWholeBeFetched() {  // H30
        let part = { (tag: String, range: String) in
            StubTransport.Reply.status(
                .partialContent,
                headers: ["Cache-Control": "max-age=60", "ETag": tag, "Content-Range": range],
                body: Data("01".utf8)
            )
        }
        let world = CacheWorld(
            part(#""a""#, "bytes 0-1/4"),
            part(#""b""#, "bytes 2-3/4"),
            .cached("max-age=60", "new")
        )
        world.get(["Range": "bytes=0-1"])
        #expect(world.get().summary == "net 200 new")
        #expect(world.stub.requests[2].headers["Range"] == nil)
        #expect(world.isQuiet)
    }

    @Test(
        arguments: [
            ["ETag": #"W/"a""#, "Content-Range": "bytes 0-1/10"], ["Content-Range": "bytes 0-1/10"],
            ["ETag": #""a""#, "Content-Range": "bytes 0-2/10"], ["ETag": #""a""#, "Content-Range": "bytes 0-1/*"],
            ["ETag": #""a""#], ["ETag": #""a""#, "Content-Range": "bytes 0-1/10", "Content-Encoding": "gzip"],
            ["ETag": #""a""#, "Content-Range": "bytes 0-1/10", "Content-Length": "3"],
        ] as [HTTP.Headers]
    )
    func aPartThatDoesNotFitIsPassedOnAndNotStored(headers: HTTP.Headers) {  // H29
        let fields = headers.merging(["Cache-Control": "max-age=60"])
        let world = CacheWorld(.status(.partialContent, headers: fields, body: Data("01".utf8)))
        #expect(world.get(["Range": "bytes=0-1"]).text == "01")
        #expect(world.cache.entries().resultAtOnce()?.success?.isEmpty == true)
    }

    @Test func aPartOfAnotherVersionReplacesTheWhole() {  // H29
        let world = CacheWorld(
            .cached("max-age=1", digits, ["ETag": #""a""#]),
            .status(
                .partialContent,
                headers: ["Cache-Control": "max-age=60", "ETag": #""b""#, "Content-Range": "bytes 0-1/4"],
                body: Data("ab".utf8)
            )
        )
        world.get()
        world.at(2)
        #expect(world.get(["Range": "bytes=0-1"]).text == "ab")
        #expect(world.cache.entries().resultAtOnce()?.success?.map(\.status) == [.partialContent])
    }

    @Test func aStaleWholeIsConfirmedForARange() {  // H22, H30
        let world = CacheWorld(.cached("max-age=1", digits, ["ETag": #""a""#]), .status(.notModified))
        world.get()
        world.at(2)
        #expect(world.get(["Range": "bytes=2-4"]).summary == "304 206 234")
        #expect(world.stub.requests[1].headers["Range"] == "bytes=2-4")
        #expect(world.conditions == [#""a""#, nil])
    }

    @Test func aBodyStoredInManyPartsIsReadFromEachPart() {  // H29
        let world = world()
        for offset in stride(from: 0, to: 10, by: 2) { world.get(["Range": "bytes=\(offset)-\(offset + 1)"]) }
        #expect(world.get(["Range": "bytes=3-6"]).summary == "hit 206 3456")
        #expect(world.get().summary == "hit 200 0123456789")
        // A part that covers others takes their place.
        world.get(["Range": "bytes=0-9", "Cache-Control": "no-cache"])
        #expect(world.cache.entries().resultAtOnce()?.success?.count == 1)
    }

    @Test(arguments: [
        ("bytes=2-9223372036854775807", "23456789"), ("bytes=2-99999999999999999999999", "23456789"),
        ("bytes=-9223372036854775807", "0123456789"), ("bytes=-99999999999999999999999", "0123456789"),
    ])
    func aRangeThatEndsBehindTheBodyEndsWithIt(range: String, text: String) {  // H30
        let world = world()
        world.get()
        #expect(world.get(["Range": range]).summary == "hit 206 \(text)")
        #expect(world.get(["Range": "bytes=9223372036854775807-"]).cacheStatus?.isHit == false)
        #expect(world.get(["Range": "bytes=99999999999999999999-"]).cacheStatus?.isHit == false)
    }

    @Test(arguments: [
        "bytes 9223372036854775805-9223372036854775806/9223372036854775807",
        "bytes 9223372036854775806-9223372036854775807/9223372036854775807",
        "bytes 0-9223372036854775806/9223372036854775807", "bytes 0-9223372036854775807/*",
        "bytes 9223372036854775806-9223372036854775807/*", "bytes 0-1/9223372036854775808",
    ])
    func partsAtTheLargestOffsetsDoNotOverflow(range: String) {  // H29
        let world = CacheWorld(
            .status(
                .partialContent,
                headers: ["Cache-Control": "max-age=60", "ETag": #""a""#, "Content-Range": range],
                body: Data("01".utf8)
            )
        )
        for _ in 0..<2 {
            #expect(world.get(["Range": "bytes=-2"]).text == "01")
            #expect(world.get(["Range": "bytes=0-1"]).text == "01")
            #expect(world.get().text == "01")
        }
    }
}
