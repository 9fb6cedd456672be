import ReactiveNetworking
import ReactiveTesting

enum RefreshLesson: Lesson {
    static let title = "A hundred requests, one refresh"
    static let introduction =
        "The token has expired. Refused requests, and those sent in the meantime, wait for one new token."
    static let code = """
        let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "expired", refresh: "r1"))) { old in
            let request = RequestBuilder(.post, server.url("/token")).form(["refresh": old?.refresh]).build()
            return try await network.send(request, as: AccessToken.self).value().parsedData
        }
        let authorization = Authorization.refreshing(refresher)
        """

    static func run(on server: LoopbackServer) async throws {
        let refused = Locked(0)
        server.on("/todos/*") { request in
            guard request.header("Authorization") == "Bearer expired" else { return .text("ok") }
            refused.modify { $0 += 1 }
            return .status(401)
        }
        server.on("POST", "/token", LoopbackServer.Reply.json(#"{"access": "fresh"}"#).delayed(by: .milliseconds(100)))

        let network = Network(scheduler: ImmediateScheduler())
        let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "expired", refresh: "r1"))) { old in
            let request = RequestBuilder(.post, server.url("/token")).form(["refresh": old?.refresh]).build()
            return try await network.send(request, as: AccessToken.self).value().parsedData
        }
        let authorization = Authorization.refreshing(refresher)
        let answers = try await SignalProducer(1...100)
            .promoteError(Network.OperationError.self)
            .flatMap(.merge) { id in
                let request = RequestBuilder(.get, server.url("/todos/\(id)")).authorization(authorization)
                return network.send(request.build(), decoding: .text())
            }
            .collect()
            .value()

        Lessons.fact("refused", "\(refused.value) with 401, each sent again")
        Lessons.fact("waited", "\(100 - refused.value) for the new token, before they were sent")
        Lessons.fact("refreshed", "\(server.requestCount(to: "/token")) time")
        Lessons.fact("answered", "\(answers.count { $0.parsedData == "ok" }) with 200")
    }
}
