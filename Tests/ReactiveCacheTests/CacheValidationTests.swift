import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CacheValidationTests {
    private let modified = "Mon, 31 Dec 2029 00:00:00 GMT"

    @Test func bothValidatorsAreSentAsTheyCame() {  // H22
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": "unquoted", "Last-Modified": modified]),
            .status(.notModified)
        )
        world.get(["X": "1"])
        world.at(2)
        world.get(["X": "2"])
        #expect(world.conditions == ["unquoted", modified])
        #expect(world.stub.requests[1].headers["X"] == "2")
    }

    @Test func withoutAValidatorThePlainRequestIsSent() {  // H22
        let world = CacheWorld(.cached("max-age=1", "1"), .cached("max-age=1", "2"))
        world.get()
        world.at(2)
        #expect(world.get().summary == "net 200 2")
        #expect(world.conditions == [nil, nil])
    }

    @Test func theFieldsOfA304ReplaceTheStoredOnes() {  // H23
        let stored: HTTP.Headers = [
            "Cache-Control": "max-age=1", "ETag": #""a""#, "X": "1", "Content-Length": "1", "X": "2", "Y": "1",
            "Content-Type": "text/a", "Age": "0",
        ]
        let update: HTTP.Headers = [
            "x": "3", "Content-Length": "9", "Content-Encoding": "gzip", "Content-Range": "bytes 0-1/2",
            "Connection": "Z", "Z": "1", "Content-Type": "text/b", "Set-Cookie": "a=1", "Set-Cookie": "b=2",
        ]
        let world = CacheWorld(.text("1", headers: stored), .status(.notModified, headers: update))
        world.get()
        world.at(2)
        let confirmed = world.get()
        #expect(confirmed.status == 200)
        #expect(confirmed.headers["X"] == "3")
        #expect(confirmed.headers["Y"] == "1")
        #expect(confirmed.headers["Content-Length"] == "1")
        #expect(confirmed.headers["Content-Type"] == "text/b")
        #expect(confirmed.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        for name in ["Content-Encoding", "Content-Range", "Connection", "Z", "Age"] {
            #expect(confirmed.headers[name] == nil)
        }
        #expect(world.get().headers["X"] == "3")
        #expect(world.get().summary == "hit 200 1")
    }

    @Test func theAgeOfA304CountsTowardTheNewLifetime() {  // H9, H23
        let world = CacheWorld(
            .cached("max-age=10", "1", ["ETag": #""a""#, "Age": "9"]),
            .status(.notModified, headers: ["Age": "4"])
        )
        world.get()
        world.at(2)
        #expect(world.get().headers["Age"] == "4")
        world.at(7)
        #expect(world.get().headers["Age"] == "9")
        world.at(8)
        #expect(world.get().summary == "304 200 1")
    }

    @Test(arguments: [(#""b""#, false), (#""a""#, true), (#"W/"a""#, true), (#"W/"b""#, false)])
    func a304ForAnotherEntityTagConfirmsNothing(tag: String, isConfirmed: Bool) {  // H23
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            .status(.notModified, headers: ["ETag": tag]),
            .cached("max-age=60", "2", ["ETag": #""b""#])
        )
        world.get()
        world.at(2)
        #expect(world.get().summary == (isConfirmed ? "304 200 1" : "net 200 2"))
        #expect(world.count == (isConfirmed ? 2 : 3))
        if !isConfirmed { #expect(world.conditions == [nil, nil]) }
        #expect(world.isQuiet)
    }

    @Test func aResponseThatVanishedIsFetchedAnew() {  // H23
        let clock = TestScheduler()
        let store = MemoryCacheStore()
        let other = CachingTransport(StubTransport(.never), store: store, clock: clock)
        let stub = StubTransport(clock: clock) { request, number in
            guard request.headers["If-None-Match"] != nil else {
                return .cached("max-age=1", "\(number)", ["ETag": #""a""#])
            }
            // Another user of the store removes everything meanwhile.
            other.clear().start()
            return .status(.notModified)
        }
        let world = CacheWorld(stub, clock, store: store)
        world.get()
        world.at(2)
        #expect(world.get().summary == "net 200 2")
        #expect(world.conditions == [nil, nil])
    }

    @Test func a304ThatMustNotBeStoredRemovesTheResponse() {  // H23
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            .status(.notModified, headers: ["Cache-Control": "no-store"])
        )
        world.get()
        world.at(2)
        #expect(world.get().summary == "304 200 1")
        #expect(world.cache.entries().resultAtOnce()?.success?.isEmpty == true)
    }

    @Test func aStatusThatIsNoConfirmationReplacesTheStoredResponse() {  // H23
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            .status(.notFound, headers: ["Cache-Control": "max-age=60"], body: Data("gone".utf8))
        )
        world.get()
        world.at(2)
        #expect(world.get().summary == "net 404 gone")
        #expect(world.get().summary == "hit 404 gone")
    }

    @Test func aFreshResponseAnswersTheCallersConditions() {  // H24
        let fields: HTTP.Headers = ["ETag": #"W/"a""#, "Last-Modified": modified, "Content-Type": "text/a", "X": "1"]
        let world = CacheWorld(.cached("max-age=60", "1", fields))
        world.get()
        let answers: [(HTTP.Headers, Int)] = [
            (["If-None-Match": #""a""#], 304), (["If-None-Match": #""x", W/"a""#], 304), (["If-None-Match": "*"], 304),
            (["If-None-Match": #""x""#], 200), (["If-Modified-Since": modified], 304),
            (["If-Modified-Since": "Sun, 30 Dec 2029 00:00:00 GMT"], 200), (["If-Modified-Since": "yesterday"], 200),
            (["If-None-Match": #""x""#, "If-Modified-Since": modified], 200),
            (["If-None-Match": #""a""#, "If-Modified-Since": "Sun, 30 Dec 2029 00:00:00 GMT"], 304),
        ]
        for (conditions, status) in answers {
            let answer = world.get(conditions)
            #expect(answer.status == status, "\(conditions)")
            #expect(answer.text == (status == 304 ? "" : "1"))
            #expect(answer.headers["X"] == "1")
            #expect(answer.cacheStatus?.isHit == true)
        }
        #expect(world.count == 1)
    }

    @Test func conditionsOfTheCallerAreSentUnchanged() {  // H24
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#, "Last-Modified": modified]),
            .status(.notModified, headers: ["Cache-Control": "max-age=60"])
        )
        world.get()
        world.at(2)
        let answer = world.get(["If-None-Match": #""a""#])
        #expect(answer.status == 304)
        #expect(world.conditions == [#""a""#, nil])
        // The 304 refreshed what it names.
        #expect(world.get().summary == "hit 200 1")
    }

    @Test func aStaleResponseDoesNotAnswerTheCallersConditions() {  // H24
        let world = CacheWorld(.cached("max-age=1", "1", ["ETag": #""a""#]), .status(.notModified))
        world.get()
        world.at(2)
        #expect(world.get(["Cache-Control": "max-stale"]).summary == "hit 200 1")
        #expect(world.get(["Cache-Control": "max-stale", "If-None-Match": #""a""#]).status == 304)
        #expect(world.conditions == [#""a""#, nil])
    }

    @Test func a304ToAHeadRefreshesTheStoredResponseItConfirms() {  // H24
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            .status(.notModified, headers: ["Cache-Control": "max-age=60"])
        )
        world.get()
        world.at(2)
        #expect(world.send(.head, "http://cache.test/a", ["If-None-Match": #""a""#]).status == 304)
        #expect(world.get().summary == "hit 200 1")
    }

    @Test func a304ForTheCallersConditionsRefreshesNoOtherResponse() {  // H24
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            .status(.notModified),
            .cached("max-age=1", "2")
        )
        world.get()
        world.at(2)
        world.get(["If-None-Match": #""b""#])
        #expect(world.get().summary == "net 200 2")
    }

    @Test func aMatchingHeadRefreshesAResponseAndADifferentOneDoubtsIt() {  // H25
        func outcome(_ status: HTTP.StatusCode, _ headers: HTTP.Headers) -> String {
            let clock = TestScheduler()
            let stub = StubTransport(clock: clock) { request, number in
                guard request.method == .get else { return .status(status, headers: headers) }
                return number == 0
                    ? .cached("max-age=10", "1", ["ETag": #""a""#, "Content-Length": "1"]) : .status(.notModified)
            }
            let world = CacheWorld(stub, clock)
            world.get()
            world.at(5)
            world.send(.head, "http://cache.test/a", ["Cache-Control": "no-cache"])
            world.at(11)
            return world.get().summary
        }
        #expect(outcome(.ok, ["Cache-Control": "max-age=10"]) == "hit 200 1")
        #expect(outcome(.ok, ["ETag": #""a""#, "Content-Length": "1"]) == "hit 200 1")
        #expect(outcome(.ok, ["ETag": #""b""#, "Cache-Control": "max-age=60"]) == "304 200 1")
        #expect(outcome(.ok, ["Content-Length": "2", "Cache-Control": "max-age=60"]) == "304 200 1")
        #expect(outcome(.notFound, [:]) == "304 200 1")
        #expect(outcome(.internalServerError, ["Cache-Control": "max-age=60"]) == "304 200 1")
    }

    @Test func aDoubtedResponseIsValidatedThoughItIsFresh() {  // H25
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, number in
            request.method == .head
                ? .status(.gone) : number == 0 ? .cached("max-age=99", "1", ["ETag": #""a""#]) : .status(.notModified)
        }
        let world = CacheWorld(stub, clock)
        world.get()
        world.send(.head, "http://cache.test/a", ["Cache-Control": "no-cache"])
        #expect(world.get().summary == "304 200 1")
        #expect(world.get().summary == "hit 200 1")
    }

    @Test(arguments: [Network.CachePolicy.reloadIgnoringLocal, .reloadIgnoringLocalAndRemote])
    func aRefusedHeadMarksAStoredResponseForValidation(policy: Network.CachePolicy) {  // H25, H32
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, number in
            request.method == .head
                ? .status(.notFound)
                : number == 0 ? .cached("max-age=99", "1", ["ETag": #""a""#]) : .status(.notModified)
        }
        let world = CacheWorld(stub, clock)
        world.get()
        let head = world.send(.head, "http://cache.test/a", [:], Network.Configuration(cachePolicy: policy))
        #expect(head.status == 404)
        #expect(world.get().summary == "304 200 1")
    }

    @Test(arguments: [203, 204, 404, 410])
    func onlyAStored200AnswersConditionsByA304(status: Int) {  // H24
        let fields: HTTP.Headers = ["Cache-Control": "max-age=60", "ETag": #""a""#, "Last-Modified": modified]
        let world = CacheWorld(.status(HTTP.StatusCode(rawValue: status), headers: fields))
        world.get()
        #expect(world.get(["If-None-Match": #""a""#]).status == status)
        #expect(world.get(["If-None-Match": "*"]).status == status)
        #expect(world.get(["If-Modified-Since": modified]).status == status)
        #expect(world.count == 1)
    }

    @Test func aDateStandsInForAMissingLastModified() {  // H24
        let world = CacheWorld(.cached("max-age=60", "1", ["Date": "Tue, 01 Jan 2030 00:00:00 GMT"]))
        world.get()
        #expect(world.get(["If-Modified-Since": "Tue, 01 Jan 2030 00:00:00 GMT"]).status == 304)
        #expect(world.get(["If-Modified-Since": "Tue, 01 Jan 2030 00:00:01 GMT"]).status == 304)
        #expect(world.get(["If-Modified-Since": modified]).status == 200)
    }

    @Test func aBackslashInAnEntityTagIsACharacter() {  // H24
        let world = CacheWorld(.cached("max-age=60", "1", ["ETag": #""b""#]))
        world.get()
        #expect(world.get(["If-None-Match": #""a\", "b""#]).status == 304)
        #expect(world.get(["If-None-Match": #""a,"b"", W/"c""#]).status == 200)
        #expect(world.get(["If-None-Match": ""]).status == 200)
    }

    @Test func a304KeepsAResponseThatMustBeUnderstood() {  // H11, H23, H24
        for conditions: HTTP.Headers in [[:], ["If-None-Match": #""a""#]] {
            let world = CacheWorld(
                .cached("must-understand, no-store, max-age=10", "1", ["ETag": #""a""#]),
                .status(.notModified)
            )
            world.get()
            world.at(10)
            #expect(world.get(conditions).cacheStatus?.forwardStatus == .notModified)
            world.at(19)
            #expect(world.get().summary == "hit 200 1")
        }
    }

    @Test func aNewResponseThatMustBeUnderstoodDoesNotRemoveTheOldOne() {  // H11
        let world = CacheWorld(
            .cached("max-age=1", "1"),
            .status(.created, headers: ["Cache-Control": "must-understand, no-store"]),
            .status(.created, headers: ["Cache-Control": "no-store"])
        )
        world.get()
        for (second, count) in [(2, 1), (3, 0)] {
            world.at(Double(second))
            #expect(world.get().status == 201)
            #expect(world.cache.entries().resultAtOnce()?.success?.count == count)
        }
    }

    @Test func fieldsThatNoCacheNamesAreLeftOutWheneverTheyCome() {  // H13, H23
        func headers(_ first: HTTP.Headers, _ second: HTTP.Headers) -> HTTP.Headers {
            let tag: HTTP.Headers = ["ETag": #""a""#]
            let world = CacheWorld(
                .text("1", headers: tag.merging(first)),
                .status(.notModified, headers: second)
            )
            world.get()
            world.at(10)
            world.get()
            return world.get().headers
        }
        let named: HTTP.Headers = ["Cache-Control": #"max-age=10, no-cache="X""#]
        #expect(headers(named, ["X": "1", "Y": "1"])["X"] == nil)
        #expect(headers(named, ["X": "1", "Y": "1"])["Y"] == "1")
        #expect(headers(["Cache-Control": "max-age=10", "X": "1"], named)["X"] == nil)
    }

    @Test func aResponseWithAnEmptyLastModifiedHasNoValidator() {  // H22
        let world = CacheWorld(.cached("max-age=1", "1", ["Last-Modified": " "]), .cached("max-age=1", "2"))
        world.get()
        world.at(2)
        #expect(world.get().summary == "net 200 2")
        #expect(world.cache.statistics.value.misses == 2)
    }

    @Test func a304WithThousandsOfFieldsIsMerged() {  // H23
        var many: HTTP.Headers = ["Cache-Control": "max-age=60"]
        for number in 0..<4_000 { many.add("X-\(number)", "1") }
        var stored: HTTP.Headers = ["ETag": #""a""#]
        for number in 2_000..<6_000 { stored.add("x-\(number)", "0") }
        let world = CacheWorld(.text("1", headers: stored), .status(.notModified, headers: many))
        world.get()
        world.at(1)
        let headers = world.get().headers
        #expect(headers.count == 6_002)
        #expect(headers.count { $0.value == "1" } == 4_000)
    }
}
