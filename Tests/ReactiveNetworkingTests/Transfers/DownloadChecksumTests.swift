import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Downloads of files with an expected checksum.
@Suite struct DownloadChecksumTests {
    private static let whole = Data("0123456789".utf8)
    private static let headers: HTTP.Headers = ["ETag": "\"v1\"", "Content-Length": "10"]
    private static let complete = StubTransport.Reply.chunks(
        [whole.prefix(4), whole.suffix(6)],
        every: .seconds(1),
        headers: headers
    )

    private let folder: Folder

    init() throws { folder = try Folder() }

    private var target: Destination { .file(folder.file("a")) }

    private func run(
        _ expected: Data,
        to destination: Destination,
        _ script: StubTransport.Reply...,
        retryPolicy: RetryPolicy = .never
    ) -> EventRecorder<Int64, OperationError> {
        let clock = TestScheduler()
        let world = VirtualNetwork(StubTransport(script: script, clock: clock), on: clock, retryPolicy: retryPolicy)
        let request = RequestBuilder(.get, "http://api.test/a").validating(.checksum(Checksum(of: expected)))
            .validating(.checksum(Checksum(of: expected, .md5))).build()
        let events = world.network.download(request, to: destination).onlyValue().map(\.byteCount).record(on: clock)
        clock.run()
        #expect(world.isQuiet)
        return events
    }

    private func part(_ body: Data) -> StubTransport.Reply {
        .status(206, headers: ["ETag": "\"v1\"", "Content-Range": "bytes 4-9/10"], body: body)
    }

    @Test func aFileWithItsChecksumIsPutAtItsDestination() {  // T2
        let events = run(Self.whole, to: target, Self.complete)
        #expect(events.all == [.value(at: .seconds(2), 10), .completed(at: .seconds(2))])
        #expect(folder.contents(of: "a") == Self.whole)
        #expect(folder.names == ["a"])
    }

    @Test func aFileWithAnotherChecksumIsRemoved() throws {  // T2
        let expected = Data("other".utf8)
        let events = run(expected, to: target.resumable(), Self.complete)
        let rejection = try #require(events.failure?.cause(as: ResponseValidationError.self))
        #expect(
            rejection.reason
                == .checksum(expected: Checksum(of: expected, .md5), actual: Checksum(of: Self.whole, .md5))
        )
        #expect(rejection.data == nil)
        #expect(events.all.map(\.time) == [.seconds(2)])
        #expect(folder.names.isEmpty)
    }

    @Test func anExistingFileIsKeptAfterAMismatch() throws {  // T2
        try Data("old".utf8).write(to: folder.file("a"))
        #expect(
            run(Data(), to: target.replacing(), Self.complete).failure?.cause(as: ResponseValidationError.self) != nil
        )
        #expect(folder.text(of: "a") == "old")
        #expect(folder.names == ["a"])
    }

    @Test func theWholeOfAResumedFileIsChecked() {  // T2, F-17
        let broken = StubTransport.Reply.cut(afterSending: [Self.whole.prefix(4)], headers: Self.headers)
        #expect(run(Self.whole, to: target.resumable(), broken).failure?.cause(as: TransportError.self) != nil)
        #expect(folder.hiddenNames.count == 2)
        #expect(run(Self.whole, to: target.resumable(), part(Self.whole.suffix(6))).values == [10])
        #expect(folder.contents(of: "a") == Self.whole)
        #expect(folder.names == ["a"])
    }

    @Test func aResumedFileWithAnotherChecksumIsRemoved() {  // T2, F-17
        let broken = StubTransport.Reply.cut(afterSending: [Self.whole.prefix(4)], headers: Self.headers)
        #expect(run(Self.whole, to: target.resumable(), broken).failure?.cause(as: TransportError.self) != nil)
        let events = run(Self.whole, to: target.resumable(), part(Data("456780".utf8)))
        #expect(events.failure?.cause(as: ResponseValidationError.self) != nil)
        #expect(folder.names.isEmpty)
    }

    @Test func theChecksumCoversTheBytesOfAllAttempts() {  // T2, F-17, N6
        let broken = StubTransport.Reply.cut(afterSending: [Self.whole.prefix(4)], headers: Self.headers)
        #expect(run(Self.whole, to: target, broken, part(Self.whole.suffix(6)), retryPolicy: .standard).values == [10])
        let changed = StubTransport.Reply.status(.ok, headers: ["Content-Length": "3"], body: Data("new".utf8))
        let other = Destination.file(folder.file("b"))
        #expect(run(Data("new".utf8), to: other, broken, changed, retryPolicy: .standard).values == [3])
        #expect(folder.text(of: "b") == "new")
    }

    @Test func aPartThatIsAlreadyWholeIsChecked() {  // T2, F-17
        let cut = StubTransport.Reply.cut(afterSending: [Self.whole], headers: Self.headers)
        #expect(run(Self.whole, to: target.resumable(), cut).failure != nil)
        let unsatisfiable = StubTransport.Reply.status(416, headers: ["Content-Range": "bytes */10"])
        #expect(run(Self.whole, to: target.resumable(), unsatisfiable).values == [10])
    }

    @Test func theChecksumOfAnEmptyFileIsVerified() {  // T2
        #expect(run(Data(), to: target, .status(.ok, headers: ["Content-Length": "0"])).values == [0])
        let other = Destination.file(folder.file("b"))
        #expect(run(Self.whole, to: other, .status(.ok)).failure?.cause(as: ResponseValidationError.self) != nil)
    }

    @Test func aPartThatIsLargerThanAPieceIsReadPieceByPiece() {  // T2
        let large = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let headers: HTTP.Headers = ["ETag": "\"v1\"", "Content-Length": "600000"]
        let cut = StubTransport.Reply.cut(afterSending: [large.prefix(550_001)], headers: headers)
        #expect(run(large, to: target.resumable(), cut).failure != nil)
        let rest = StubTransport.Reply.status(
            206,
            headers: ["ETag": "\"v1\"", "Content-Range": "bytes 550001-599999/600000"],
            body: large.suffix(from: 550_001)
        )
        #expect(run(large, to: target.resumable(), rest).values == [600_000])
        #expect(folder.contents(of: "a") == large)
    }
}
