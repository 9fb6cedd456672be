import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Resumption within one operation
extension ResumptionTests {
    @Test func theNextAttemptResumesWhereTheLastEnded() {  // F-17, N6
        let world = VirtualNetwork(Self.broken(), Self.part())
        let outcome = run(world, to: .file(folder.file("a")))
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil, "bytes=4-"])
        #expect(world.stub.times == [.zero, .seconds(1)])
        #expect(outcome.file?.byteCount == 10)
        #expect(outcome.file?.resumedByteCount == 0)
        #expect(outcome.progress.count { $0.isWhole } == 1)
        #expect(folder.contents(of: "a") == Self.whole)
        #expect(folder.names == ["a"])
    }

    @Test func anInterruptedResumptionIsResumedAgain() {  // F-17
        let second = StubTransport.Reply.cut(
            afterSending: [Self.whole[4..<7]],
            status: 206,
            headers: ["Content-Range": "bytes 4-9/10", "ETag": "\"v1\""]
        )
        let world = VirtualNetwork(Self.broken(), second, Self.part("bytes 7-9/10", [:], Self.whole.suffix(3)))
        #expect(run(world).failure == nil)
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil, "bytes=4-", "bytes=7-"])
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aPartShorterThanTheRestIsFollowedByAnother() {
        let world = VirtualNetwork(
            Self.broken(),
            Self.part("bytes 4-6/10", [:], Self.whole[4..<7]),
            Self.part("bytes 7-9/10", [:], Self.whole.suffix(3))
        )
        #expect(run(world).failure == nil)
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aPartLongerThanAnnouncedIsAFailure() {
        breakOff()
        let world = VirtualNetwork(Self.part("bytes 4-6/10"))
        #expect(run(world).failure?.cause(as: TransportError.self)?.kind == .invalidResponse)
        #expect(folder.names == [])
    }

    @Test func aChangedVersionStartsOverAndItsProgressBeginsAgain() {  // F-15, F-17
        let world = VirtualNetwork(Self.broken(), Self.changed)
        let outcome = run(world)
        #expect(folder.text(of: "a") == "new")
        #expect(outcome.progress.map(\.totalByteCount).contains(3))
        #expect(outcome.progress.last == TransferProgress(byteCount: 3, totalByteCount: 3))
        #expect(outcome.progress.count { $0.isWhole } == 1)
    }

    @Test func progressNeverDecreasesWhenStartingOver() {  // F-15
        let world = VirtualNetwork(
            Self.broken(["Content-Length": "10"]),
            .chunks(
                Self.whole.map { Data([$0]) },
                every: .milliseconds(200),
                headers: ["Content-Length": "10"]
            )
        )
        let counts = run(world).progress.map(\.byteCount)
        #expect(counts == counts.sorted())
        #expect(counts.count { $0 == 10 } == 1)
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func anUnrequestedPartIsAFailure() {
        let world = VirtualNetwork(Self.part("bytes 0-9/10", [:], Self.whole))
        #expect(run(world).failure?.cause(as: TransferError.self) == .unrequestedPart)
        #expect(folder.names == [])
    }

    @Test func aPartRequestedExplicitlyIsSaved() {  // F-17
        let world = VirtualNetwork(Self.part())
        let request = RequestBuilder(.get, "http://api.test/todos/1").header("Range", "bytes=4-").build()
        world.network.download(request, to: target).start()
        world.clock.run()
        #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=4-"])
        #expect(folder.text(of: "a") == "456789")
    }

    @Test func aRedirectKeepsTheRangeRequest() {  // F-17, N15
        breakOff()
        let world = VirtualNetwork(.redirect(to: "http://mirror.test/a"), Self.part())
        #expect(run(world).file?.resumedByteCount == 4)
        #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=4-", "bytes=4-"])
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func anEndpointThatAcceptsOnly200AcceptsAPartialResponse() {  // N5
        breakOff()
        var request = Request.get()
        request.acceptedCodes = [.ok]
        let world = VirtualNetwork(Self.part())
        world.network.download(request, to: target).start()
        world.clock.run()
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aPageOfACaptivePortalKeepsThePartialFile() {  // F-17, F-31
        breakOff()
        let request = RequestBuilder(.get, "http://api.test/todos/1").acceptedCodes([.ok])
            .validating(.contentTypes("application/*")).build()
        func outcome(_ reply: StubTransport.Reply) -> (stub: StubTransport, failure: OperationError?) {
            let world = VirtualNetwork(reply, retryPolicy: .never)
            let events = world.network.download(request, to: target).record(on: world.clock)
            world.clock.run()
            return (world.stub, events.failure)
        }
        let page = outcome(.text("<html>Log in</html>", headers: ["Content-Type": "text/html"]))
        guard case .contentType? = page.failure?.cause(as: ResponseValidationError.self)?.reason else {
            return #expect(Bool(false))
        }
        #expect(folder.contents(of: "a") == nil)
        let rest = outcome(Self.part("bytes 4-9/10", ["ETag": "\"v1\"", "Content-Type": "application/zip"]))
        #expect(rest.failure == nil)
        #expect(rest.stub.requests.map { $0.headers["Range"] } == ["bytes=4-"])
        #expect(folder.contents(of: "a") == Self.whole)
    }
}
