import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Refreshes over real threads, sockets and tasks.
@Suite struct TokenRefresherThreadTests {
    @Test func theRefreshMayUseTheSameNetworkAndTokenRefresher() async throws {  // F-19
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("/token") { request in
            .json(#"{"access": "new", "refresh": "\#(request.header("Authorization") ?? "none")"}"#)
        }
        server.on("/data") { request in
            request.header("Authorization") == "Bearer new" ? .text("ok") : .status(401)
        }
        for wire in Wire.all {
            let network = try wire.network()
            let refresher = Locked<TokenRefresher?>(nil)
            let store = MemoryTokenStore(AccessToken(access: "old"))
            let url = server.url("/token")
            let made = TokenRefresher(store: store, options: .patient) { _ in
                let builder = RequestBuilder(.get, url)
                let request = refresher.value.map { builder.authorization(.refreshing($0)) } ?? builder
                return try await network.send(request.build(), as: AccessToken.self).value().parsedData
            }
            refresher.value = made
            let request = RequestBuilder(.get, server.url("/data")).authorization(.refreshing(made)).build()
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await network.send(
                            request,
                            decoding: .custom { String(decoding: $0, as: UTF8.self) },
                            abortAfter: .patience
                        ).value()
                            .parsedData
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(texts == Array(repeating: "ok", count: 50))
            #expect(store.load() == AccessToken(access: "new", refresh: "none"))
            refresher.value = nil
        }
        #expect(server.requests.count { $0.path == "/token" } == Wire.all.count)
    }

    @Test(.timeLimit(.minutes(20))) func everyRequestOfARefreshChainIsPartOfTheRefresh() async throws {  // F-19, F-61
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("/code") { request in .text(request.header("Authorization") ?? "none") }
        server.on("/token") { request in .json(#"{"access": "\#(request.header("Authorization") ?? "new")"}"#) }
        server.on("/data") { request in request.header("Authorization") == "Bearer new" ? .text("ok") : .status(401) }
        for scheduler in [ImmediateScheduler() as any Scheduler, QueueScheduler(name: "elsewhere")] {
            let refresher = Locked<TokenRefresher?>(nil)
            let network = Network(configuration: .patient, scheduler: scheduler)
            @Sendable func request(_ path: String) -> Request {
                var request = Request.get(server.url(path))
                request.authorization = refresher.value.map { .refreshing($0) }
                return request
            }
            let store = MemoryTokenStore(AccessToken(access: "old"))
            refresher.value = TokenRefresher(store: store, options: .patient) { _ in
                network.send(request("/code"), decoding: .text())
                    .flatMap(.concat) { _ in
                        network.send(request("/token"), as: AccessToken.self, abortAfter: .patience)
                    }
                    .map(\.parsedData)
            }
            let text = try await network.send(request("/data"), decoding: .text(), abortAfter: .patience).value()
            #expect(text.parsedData == "ok")
            refresher.value = nil
        }
    }

    @Test func manyThreadsCauseOneRefreshForEachToken() async throws {  // F-19
        let accepted = Locked("new1")
        let stub = StubTransport { request, _ in
            .status(request.headers["Authorization"] == "Bearer \(accepted.value)" ? .ok : .unauthorized)
        }
        let network = Network(transport: stub, scheduler: ImmediateScheduler())
        let count = Locked(0)
        let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "old")), options: .patient) { _ in
            for _ in 0..<100 { await Task.yield() }
            return AccessToken.number(count.next())
        }
        let request = RequestBuilder(.get, "http://api.test/").authorization(.refreshing(refresher)).build()
        for round in 1...20 {
            accepted.value = "new\(round)"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { _ = try await network.send(request, abortAfter: .patience, maxRetries: 0).value() }
                }
                try await group.waitForAll()
            }
            #expect(count.value == round)
        }
    }

    @Test func disposalAtAnyMomentLeavesNoRequestWaiting() async throws {  // N3
        let stub = StubTransport { request, _ in
            .status(request.headers["Authorization"] == "Bearer good" ? .ok : .unauthorized)
        }
        let network = Network(transport: stub, scheduler: ImmediateScheduler())
        for abandonment in [TokenRefresher.UnawaitedRefreshPolicy.finish, .cancel] {
            var options = TokenRefresher.Options.patient
            options.whenUnawaited = abandonment
            for round in 0..<200 {
                let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "bad")), options: options) {
                    _ in
                    for _ in 0..<(round % 20) { await Task.yield() }
                    return AccessToken(access: "good")
                }
                let request = RequestBuilder(.get, "http://api.test/").authorization(.refreshing(refresher)).build()
                let staying = Task { try await network.send(request, abortAfter: .patience).value() }
                let leaving = (0..<4).map { _ in network.send(request).start() }
                for _ in 0..<(round % 7) { await Task.yield() }
                for start in leaving { start.dispose() }
                _ = try await staying.value
            }
        }
        // A thread that was just sending when its operation was disposed of leaves a moment later.
        #expect(await eventually { stub.liveCount == 0 })
        #expect(network.activity.count.value == 0)
    }
}
