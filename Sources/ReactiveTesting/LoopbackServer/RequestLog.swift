import ReactiveCore

/// The records of a server, and the tasks that wait for them to change.
final class RequestLog: Sendable {
    struct State: Sendable {
        var requests: [LoopbackServer.ReceivedRequest] = []
        var requestCount = 0
        var requestCountByPath: [String: Int] = [:]
        var disconnections: [LoopbackServer.Disconnection] = []
        var rejections: [LoopbackServer.Rejection] = []
        var acceptedConnectionCount = 0
        var openConnectionCount = 0
        fileprivate var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        fileprivate var watcherCount = 0
    }

    private let recordLimit: Int
    private let state = Locked(State())

    init(recordLimit: Int) {
        self.recordLimit = recordLimit
    }

    func read<Value: Sendable>(_ value: (State) -> Value) -> Value {
        state.withLock { value($0) }
    }

    /// Returns the newest records. The array may temporarily hold more than the limit.
    func newest<Record: Sendable>(_ records: KeyPath<State, [Record]>) -> [Record] {
        state.withLock { $0[keyPath: records].suffix(recordLimit) }
    }

    func note(_ request: LoopbackServer.ReceivedRequest) {
        change { state in
            state.requestCount += 1
            state.requestCountByPath[request.path, default: 0] += 1
            append(request, to: &state.requests)
        }
    }

    func note(_ disconnection: LoopbackServer.Disconnection) {
        change { append(disconnection, to: &$0.disconnections) }
    }

    func note(_ rejection: LoopbackServer.Rejection) {
        change { append(rejection, to: &$0.rejections) }
    }

    func connectionOpened() {
        change {
            $0.acceptedConnectionCount += 1
            $0.openConnectionCount += 1
        }
    }

    func connectionClosed() {
        change { $0.openConnectionCount -= 1 }
    }

    /// Waits until a condition, evaluated now and after every change, is true, or until the time limit expires.
    func wait(within limit: Duration, until condition: @Sendable () -> Bool) async -> Bool {
        let (changes, watcher) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.watcherCount += 1
            state.watchers[state.watcherCount] = watcher
            return state.watcherCount
        }
        let timer = Task {
            // The system traps on durations of centuries.
            try? await Task.sleep(for: min(limit, .seconds(1_000_000_000)))
            watcher.finish()
        }
        defer {
            timer.cancel()
            state.withLock { $0.watchers[number] = nil }
        }
        // Evaluate the condition after the registration, so that no change is missed.
        watcher.yield()
        for await _ in changes where condition() { return true }
        return condition()
    }

    private func change(_ body: (inout State) -> Void) {
        let watchers = state.withLock { state in
            body(&state)
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield() }
    }

    /// Drops the oldest records in batches, so that recording takes constant time.
    private func append<Record>(_ record: Record, to records: inout [Record]) {
        records.append(record)
        if records.count >= 2 * recordLimit { records.removeFirst(records.count - recordLimit) }
    }
}
