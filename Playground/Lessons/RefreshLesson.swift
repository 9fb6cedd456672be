import Dispatch
import ReactiveNetworking
import ReactiveTesting

enum RefreshLesson: Lesson {
    static let title = "A hundred requests, one refresh"
    static let introduction =
        "All go out with a token that has expired. One new token is got, and each is sent once more with it."

    static func run(on server: LoopbackServer) async throws {
        let (refused, allAreRefused) = (Locked(0), DispatchSemaphore(value: 0))
        server.on("/todos/*") { request in
            guard request.header("Authorization") == "Bearer expired" else { return .text("ok") }
            let count = refused.modify { count in
                count += 1
                return count
            }
            if count == 100 { allAreRefused.signal() }
            return .status(401)
        }
        server.on("POST", "/token") { _ in
            // The worst case: the new token comes when the last one has been refused.
            _ = allAreRefused.wait(timeout: .now() + 5)
            return .json(#"{"access": "fresh"}"#)
        }

        let network = Network(scheduler: ImmediateScheduler())
        let keeper = TokenKeeper(store: MemoryTokenStore(Token(access: "expired", refresh: "r1"))) { old in
            let request = RequestBuilder(.post, server.url("/token")).form(["refresh": old?.refresh]).build()
            return try await network.send(request, as: Token.self).value().parsedData
        }
        let answers = try await SignalProducer(1...100)
            .promoteError(Network.OperationError.self)
            .flatMap(.merge) { id in
                let request = RequestBuilder(.get, server.url("/todos/\(id)")).authorization(.refreshing(keeper))
                return network.send(request.build(), decoding: .text())
            }
            .collect()
            .value()

        Lessons.fact("refused", "\(refused.value) with 401")
        Lessons.fact("refreshed", "\(server.requestCount(to: "/token")) time")
        Lessons.fact("answered", "\(answers.count { $0.parsedData == "ok" }) with 200")
        Lessons.fact("requests", "\(server.requestCount) in all")
    }
}
