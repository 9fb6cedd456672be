import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// The decisions of a download, without a file or a transport.
@Suite struct DownloadStateTests {
    private static let rules = DownloadState.Rules(method: .get, isForWhole: true, isUnchanged: true)
    private static let token = ResumptionToken(
        validator: Validator(strongOf: ["ETag": "\"v1\""])!,
        totalByteCount: 10,
        source: "source"
    )

    private func head(_ status: HTTP.StatusCode, _ headers: HTTP.Headers = [:]) -> ResponseHead {
        ResponseHead(status: status, headers: headers)
    }

    private func whole(_ headers: HTTP.Headers = ["ETag": "\"v1\"", "Content-Length": "10"]) -> ResponseHead {
        head(.ok, headers)
    }

    private func part(_ range: String, _ headers: HTTP.Headers = [:]) -> ResponseHead {
        head(206, headers.merging(["Content-Range": range]))
    }

    private func requestedPart(_ state: inout DownloadState) throws -> DownloadState.Part {
        let part = state.nextPart()
        return try #require(part)
    }

    /// The state after a response that broke off.
    private func brokenOff(
        _ rules: DownloadState.Rules = Self.rules,
        _ head: ResponseHead? = nil,
        after count: Int = 4
    ) throws -> DownloadState {
        var state = DownloadState(rules)
        let next = state.nextPart()
        #expect(next == nil)
        let continues = try state.begin(head ?? whole())
        #expect(!continues)
        state.receive(count)
        return state
    }

    @Test func theMissingPartIsRequestedWithTheValidatorOfTheResponse() throws {
        var state = try brokenOff()
        let part = try requestedPart(&state)
        #expect(part.offset == 4)
        #expect(part.validator.text == "\"v1\"")
        #expect(state.canBeResumed)
        #expect(state.token(source: "source") == Self.token)
    }

    @Test(
        arguments: [
            [:], ["ETag": "W/\"v1\""], ["ETag": "\"v1\"", "Content-Encoding": "gzip"],
        ] as [HTTP.Headers]
    )
    func withoutAStrongValidatorTheWholeIsRequestedAgain(headers: HTTP.Headers) throws {
        var state = try brokenOff(Self.rules, whole(headers))
        let next = state.nextPart()
        #expect(next == nil)
        #expect(!state.canBeResumed)
        #expect(state.token(source: "source") == nil)
    }

    @Test func onlyADownloadWithStatusOKCanBeContinued() throws {
        var state = try brokenOff(Self.rules, head(203, ["ETag": "\"v1\""]))
        let next = state.nextPart()
        #expect(next == nil)
    }

    @Test(arguments: [
        DownloadState.Rules(method: .get, isForWhole: false, isUnchanged: true),
        DownloadState.Rules(method: .post, isForWhole: false, isUnchanged: true),
        DownloadState.Rules(method: .get, isForWhole: true, isUnchanged: false),
    ])
    func requestsForPartsAndChangedBodiesAreNotContinued(rules: DownloadState.Rules) throws {
        var state = try brokenOff(rules, whole())
        let next = state.nextPart()
        #expect(next == nil)
        #expect(!state.canBeResumed)
    }

    @Test func theRequestedPartFollowsTheBytes() throws {
        var state = try brokenOff()
        let requested = try requestedPart(&state)
        let head = part("bytes 4-9/10", ["ETag": "\"v1\""])
        #expect(state.accepts(head, for: requested))
        #expect(state.isRequestedPart(head))
        #expect(!state.isComplete(head))
        let continues = try state.begin(head)
        #expect(continues)
        state.receive(6)
        #expect(state.lengthMismatch() == nil)
        #expect(state.progress == TransferProgress(byteCount: 10, totalByteCount: 10))
    }

    @Test(arguments: [
        "bytes 3-9/10", "bytes 5-9/10", "bytes 4-9/11", "bytes 4-9/*", "bytes */10", "chunks 4-9/10", "",
    ])
    func aPartOtherThanTheRequestedOneIsRejected(range: String) throws {
        var state = try brokenOff()
        let requested = try requestedPart(&state)
        #expect(!state.accepts(part(range), for: requested))
    }

    @Test(
        arguments: [
            ["ETag": "\"v2\""], ["Content-Encoding": "gzip"], ["Content-Type": "multipart/byteranges; boundary=b"],
            ["Content-Range": "bytes 5-9/10"],
        ] as [HTTP.Headers]
    )
    func aPartThatContradictsItselfOrTheVersionIsRejected(headers: HTTP.Headers) throws {
        var state = try brokenOff()
        let requested = try requestedPart(&state)
        var all: HTTP.Headers = ["Content-Range": "bytes 4-9/10"]
        for (name, value) in headers { all.add(name, value) }
        #expect(!state.accepts(head(206, all), for: requested))
    }

    @Test func wholeResponsesAndErrorStatusesAreAccepted() throws {
        var state = try brokenOff()
        let requested = try requestedPart(&state)
        for status in [200, 404, 500, 503] as [HTTP.StatusCode] {
            #expect(state.accepts(head(status), for: requested))
        }
    }

    @Test func anotherVersionReplacesTheBytes() throws {
        var state = try brokenOff()
        _ = state.nextPart()
        let continues = try state.begin(whole(["ETag": "\"v2\"", "Content-Length": "3"]))
        #expect(!continues)
        #expect(state.progress == TransferProgress(byteCount: 0, totalByteCount: 3))
        #expect(state.resumedByteCount == 0)
        state.receive(2)
        let next = state.nextPart()
        #expect(next?.validator.text == "\"v2\"")
    }

    @Test(arguments: [("bytes */4", true), ("bytes */5", false), ("bytes */*", false), ("", false)])
    func nothingIsMissingIfTheResourceEndsAtTheOffset(range: String, isUsable: Bool) throws {
        var state = try brokenOff(Self.rules, whole(["ETag": "\"v1\""]))
        let requested = try requestedPart(&state)
        let head = head(416, ["Content-Range": range])
        #expect(state.accepts(head, for: requested) == isUsable)
        #expect(state.isComplete(head))
        guard isUsable else { return }
        let continues = try state.begin(head)
        #expect(continues)
        #expect(state.lengthMismatch() == nil)
    }

    @Test func aRangeThatIsNotSatisfiableBeforeTheKnownEndIsNotUsable() throws {
        var state = try brokenOff()
        let requested = try requestedPart(&state)
        #expect(!state.accepts(head(416, ["Content-Range": "bytes */4"]), for: requested))
    }

    @Test func discardedBytesAreForgotten() throws {
        var state = try brokenOff()
        _ = state.nextPart()
        state.discard()
        #expect(state.progress == TransferProgress(byteCount: 0, totalByteCount: nil))
        #expect(!state.canBeResumed)
        let next = state.nextPart()
        #expect(next == nil)
        #expect(!state.isRequestedPart(head(206)))
    }

    @Test func aPartOfAResourceThatWasRequestedAsAWholeIsAnError() {
        var state = DownloadState(Self.rules)
        #expect(throws: TransferError.unrequestedPart) { try state.begin(part("bytes 0-3/10")) }
        #expect(!state.isRequestedPart(head(206)))
    }

    @Test func aPartThatTheUserRequestedIsTheWholeFile() throws {
        var state = DownloadState(.init(method: .get, isForWhole: false, isUnchanged: true))
        let continues = try state.begin(part("bytes 5-9/10", ["Content-Length": "5"]))
        #expect(!continues)
        state.receive(5)
        #expect(state.lengthMismatch() == nil)
    }

    @Test func aShortResponseKeepsItsBytes() throws {
        let mismatch = try #require(try brokenOff().lengthMismatch())
        #expect(mismatch.error.kind == .truncatedResponse)
        #expect(!mismatch.discardsBytes)
    }

    @Test func aLongResponseDiscardsItsBytes() throws {
        let mismatch = try #require(try brokenOff(after: 11).lengthMismatch())
        #expect(mismatch.error.kind == .invalidResponse)
        #expect(mismatch.discardsBytes)
    }

    @Test func aPartLongerThanItsRangeDiscardsAllBytes() throws {
        var state = try brokenOff()
        _ = state.nextPart()
        let continues = try state.begin(part("bytes 4-7/10"))
        #expect(continues)
        state.receive(5)
        #expect(state.lengthMismatch()?.discardsBytes == true)
    }

    @Test(arguments: ["10, 10", "10"])
    func repeatedEqualContentLengthsCountAsOne(length: String) throws {
        let state = try brokenOff(Self.rules, whole(["Content-Length": length]), after: 10)
        #expect(state.lengthMismatch() == nil)
        #expect(state.total == 10)
    }

    @Test func differentLengthsDiscardTheBytes() throws {
        let state = try brokenOff(Self.rules, whole(["Content-Length": "10, 11"]), after: 10)
        #expect(state.total == nil)
        #expect(state.lengthMismatch()?.discardsBytes == true)
    }

    @Test func theLengthOfACodedOrChangedOrMissingBodyIsUnknown() throws {
        let length: HTTP.Headers = ["Content-Length": "10"]
        let cases: [(DownloadState.Rules, HTTP.Headers)] = [
            (.init(method: .head, isForWhole: false, isUnchanged: true), [:]),
            (.init(method: .get, isForWhole: true, isUnchanged: false), [:]),
            (Self.rules, ["Content-Encoding": "gzip"]),
        ]
        for (rules, headers) in cases {
            let state = try brokenOff(rules, whole(length.merging(headers)), after: 3)
            #expect(state.total == nil)
            #expect(state.lengthMismatch() == nil)
        }
    }

    @Test func anEarlierDownloadIsResumed() {
        var state = DownloadState(Self.rules)
        let isResumed = state.resume(4, Self.token, source: "source")
        #expect(isResumed)
        #expect(state.resumedByteCount == 4)
        #expect(state.progress == TransferProgress(byteCount: 4, totalByteCount: 10))
        let next = state.nextPart()
        #expect(next?.offset == 4)
    }

    @Test func bytesWithoutATokenOfTheirOwnAreNotResumed() {
        let other = ResumptionToken(data: Data(#"{"validator":"a\nb","source":"source"}"#.utf8))
        let cases: [(Int64, ResumptionToken?, String)] = [
            (0, Self.token, "source"), (4, nil, "source"), (4, Self.token, "another"), (11, Self.token, "source"),
            (4, other, "source"),
        ]
        #expect(other != nil)
        for (byteCount, token, source) in cases {
            var state = DownloadState(Self.rules)
            let isResumed = state.resume(byteCount, token, source: source)
            #expect(!isResumed)
            #expect(state.progress == TransferProgress(byteCount: 0, totalByteCount: nil))
            let next = state.nextPart()
            #expect(next == nil)
        }
    }
}
