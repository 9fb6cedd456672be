extension LoopbackServer {
    /// The newest requests in the order of their completion, limited by ``Configuration/recordLimit``.
    ///
    /// A request is recorded before the first byte of its reply is sent.
    public var requests: [ReceivedRequest] { engine.journal.newest(\.requests) }

    /// Returns the recorded requests to a path.
    ///
    /// - Parameter path: The path as sent, without the query.
    /// - Returns: The requests.
    public func requests(to path: String) -> [ReceivedRequest] { requests.filter { $0.path == path } }

    /// The number of requests received since the start.
    public var requestCount: Int { engine.journal.read(\.requestCount) }

    /// Returns the number of requests to a path since the start.
    ///
    /// - Parameter path: The path as sent, without the query.
    /// - Returns: The number of requests.
    public func requestCount(to path: String) -> Int { engine.journal.read { $0.requestCountByPath[path] ?? 0 } }

    /// The newest connections that the peer closed during an exchange.
    public var disconnections: [Disconnection] { engine.journal.newest(\.disconnections) }

    /// The newest inputs that were not acceptable requests.
    public var rejections: [Rejection] { engine.journal.newest(\.rejections) }

    /// The number of open connections, as far as the server knows.
    public var openConnectionCount: Int { engine.journal.read(\.openConnectionCount) }

    /// The number of connections accepted since the start.
    public var acceptedConnectionCount: Int { engine.journal.read(\.acceptedConnectionCount) }
}

extension LoopbackServer {
    /// Waits until the server has received a number of requests since the start.
    ///
    /// - Parameters:
    ///   - count: The number of requests.
    ///   - path: The path of the requests, or `nil` for any.
    ///   - limit: The maximum time to wait.
    /// - Returns: True once the number is reached; false if the time limit expires or the task is canceled.
    nonisolated(nonsending) public func received(count: Int = 1, to path: String? = nil, within limit: Duration) async
        -> Bool
    {
        await waitUntil(within: limit) { server in
            (path.map { server.requestCount(to: $0) } ?? server.requestCount) >= count
        }
    }

    /// Waits until a number of peers have closed their connections during an exchange since the start.
    ///
    /// - Parameters:
    ///   - count: The number of disconnections.
    ///   - limit: The maximum time to wait.
    /// - Returns: True once the number is reached; false if the time limit expires or the task is canceled.
    nonisolated(nonsending) public func peerClosed(count: Int = 1, within limit: Duration) async -> Bool {
        await waitUntil(within: limit) { $0.disconnections.count >= count }
    }

    /// Waits until a condition is true.
    ///
    /// The condition is evaluated immediately and after every change of the records, so it must depend on nothing else.
    ///
    /// ```swift
    /// #expect(await server.waitUntil(within: .seconds(5)) { $0.openConnectionCount == 0 })
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The maximum time to wait.
    ///   - condition: The condition to evaluate.
    /// - Returns: True once the condition is; false if the time limit expires or the task is canceled.
    nonisolated(nonsending) public func waitUntil(
        within limit: Duration,
        _ condition: @escaping @Sendable (LoopbackServer) -> Bool
    ) async -> Bool {
        await engine.journal.wait(within: limit) { condition(self) }
    }
}
