extension LoopbackServer {
    /// The newest requests in the order in which they were complete; see `Configuration.recordLimit`.
    ///
    /// A request is here before the first byte of its reply goes out.
    public var requests: [ReceivedRequest] { engine.journal.newest(\.requests) }

    /// Those of `requests` that went to a path, compared as sent and without the query.
    public func requests(to path: String) -> [ReceivedRequest] { requests.filter { $0.path == path } }

    /// How many requests were received since the start.
    public var requestCount: Int { engine.journal.read(\.requestCount) }

    /// How many requests to a path were received since the start.
    public func requestCount(to path: String) -> Int { engine.journal.read { $0.requestCountByPath[path] ?? 0 } }

    /// The newest connections whose peer went away in the middle of an exchange.
    public var disconnections: [Disconnection] { engine.journal.newest(\.disconnections) }

    /// The newest inputs that were no acceptable request.
    public var rejections: [Rejection] { engine.journal.newest(\.rejections) }

    /// How many connections are open now, as far as the server knows.
    public var openConnectionCount: Int { engine.journal.read(\.openConnectionCount) }

    /// How many connections were accepted since the start.
    public var acceptedConnectionCount: Int { engine.journal.read(\.acceptedConnectionCount) }
}

extension LoopbackServer {
    /// Waits until this many requests were received since the start, to one path or to any.
    ///
    /// - Returns: true at once or as soon as it holds; false when the time is over or the task is cancelled.
    public func received(count: Int = 1, to path: String? = nil, within limit: Duration) async -> Bool {
        await waitUntil(within: limit) { server in
            (path.map { server.requestCount(to: $0) } ?? server.requestCount) >= count
        }
    }

    /// Waits until this many peers went away in the middle of an exchange since the start.
    ///
    /// - Returns: true at once or as soon as it holds; false when the time is over or the task is cancelled.
    public func peerClosed(count: Int = 1, within limit: Duration) async -> Bool {
        await waitUntil(within: limit) { $0.disconnections.count >= count }
    }

    /// Waits until a condition about the server holds. It is asked at once and after every change of the records, not
    /// in between, so it must not depend on anything else.
    ///
    /// ```swift
    /// #expect(await server.waitUntil(within: .seconds(5)) { $0.openConnectionCount == 0 })
    /// ```
    /// - Returns: true at once or as soon as it holds; false when the time is over or the task is cancelled.
    public func waitUntil(
        within limit: Duration,
        _ condition: @escaping @Sendable (LoopbackServer) -> Bool
    ) async -> Bool {
        await engine.journal.wait(within: limit) { condition(self) }
    }
}
