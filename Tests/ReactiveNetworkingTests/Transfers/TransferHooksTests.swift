import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Hooks, signatures and the log around downloads and streams.
@Suite struct TransferHooksTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private var target: Destination { .file(folder.file("a")) }

    private static let insistent = Hooks().interceptor(producing: {
        { _ in SignalProducer<Hooks.Decision, Never>(value: .retry(after: .zero)) }
    })

    @Test func deliveredBytesOfAStreamAreNotDeliveredAgain() {  // F-24, N6
        for reply in [StubTransport.Reply.text("ab"), .cut(afterSending: [Data("ab".utf8)])] {
            let world = VirtualNetwork(script: [reply], hooks: Self.insistent)
            let events = world.network.stream(.get()).compactMap(\.bytes).record(on: world.clock)
            world.clock.run()
            #expect(events.values == [Data("ab".utf8)])
            #expect(world.stub.requests.count == 1)
            #expect(events.isTerminated && world.isQuiet)
        }
        let refused = VirtualNetwork(script: [.status(.notFound)], hooks: Self.insistent)
        refused.network.stream(.get(), maxRetries: 2).compactMap(\.bytes).start()
        refused.clock.run()
        #expect(refused.stub.requests.count == 3)
    }

    @Test func aCompletedDownloadIsNotRetried() {  // F-16, F-24
        let world = VirtualNetwork(script: [.text("ab", headers: ["ETag": "\"v1\""])], hooks: Self.insistent)
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        world.clock.run()
        #expect(events.failure == nil)
        #expect(events.values.compactMap(\.value).count == 1)
        #expect(world.stub.requests.count == 1)
        #expect(folder.text(of: "a") == "ab")
    }

    @Test func aBodyChangedByAHookIsNotResumed() {  // F-17, F-23
        let doubling = Hooks().transform(chunk: { $0 + $0 })
        let world = VirtualNetwork(
            script: [ResumptionTests.broken(), ResumptionTests.complete],
            hooks: doubling
        )
        let events = world.network.download(.get(), to: target.resumable()).record(on: world.clock)
        world.clock.run()
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil, nil])
        #expect(events.failure == nil)
        #expect(folder.contents(of: "a") == ResumptionTests.whole + ResumptionTests.whole)
        #expect(folder.names == ["a"])
    }

    @Test func hooksSignaturesAndLogSeeTheRangeHeader() {  // F-17, F-18, F-23, F-50
        let seen = Locked<[String?]>([])
        let hooks = Hooks().transform(preparedRequest: { request in
            seen.modify { $0.append(request.headers["Range"]) }
            return request
        })
        let signature = Authorization("signature") { request in "over \(request.headers["Range"] ?? "the whole")" }
        let world = VirtualNetwork(script: [ResumptionTests.broken(), ResumptionTests.part()], hooks: hooks)
        let log = world.log()
        let request = RequestBuilder(.get, "http://api.test/todos/1").authorization(signature).build()
        world.network.download(request, to: target).start()
        world.clock.run()
        #expect(seen.value == [nil, "bytes=4-"])
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == ["over the whole", "over bytes=4-"])
        let logged = log.value.compactMap { event -> String? in
            if case .exchange(.began(let request)) = event.kind { request.headers["Range"] ?? "whole" } else { nil }
        }
        #expect(logged == ["whole", "bytes=4-"])
        #expect(folder.contents(of: "a") == ResumptionTests.whole)
    }

    @Test func anUnusablePartIsLoggedBeforeTheWholeIsRequested() {  // F-50
        let world = VirtualNetwork(
            ResumptionTests.broken(),
            ResumptionTests.part("bytes 3-9/10"),
            ResumptionTests.complete
        )
        let log = world.log()
        world.network.download(.get(), to: target).start()
        world.clock.run()
        #expect(folder.contents(of: "a") == ResumptionTests.whole)
        let logged = log.value.compactMap { event -> String? in
            switch event.kind {
            case .exchange(.began(let request)): request.headers["Range"] ?? "whole"
            case .exchange(.responded(let head)): "\(head.status.rawValue)"
            default: nil
            }
        }
        #expect(logged == ["whole", "200", "bytes=4-", "206", "whole", "200"])
    }

    @Test func aRedirectKeepsTheRangeHeader() {  // F-17, N15
        let world = VirtualNetwork(
            ResumptionTests.broken(),
            .redirect(to: "http://mirror.test/1"),
            ResumptionTests.part()
        )
        world.network.download(.get(), to: target).start()
        world.clock.run()
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil, "bytes=4-", "bytes=4-"])
        #expect(world.stub.requests.last?.headers["If-Range"] == "\"v1\"")
        #expect(folder.contents(of: "a") == ResumptionTests.whole)
    }
}
