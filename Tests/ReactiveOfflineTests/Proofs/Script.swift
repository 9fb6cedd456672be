import Foundation
import ReactiveNetworking
import ReactiveTesting

@testable import ReactiveOffline

/// A server that honors keys: it processes the requests of one key once, and fails some of them first.
final class KeyServer: Sendable {
    struct Request: Hashable, Sendable {
        let path: String
        let key: String
    }

    private struct State: Sendable {
        var requests: [Request] = []
        var processed: Set<String> = []
    }

    private let state: Locked<State>

    convenience init() { self.init(State()) }

    private init(_ state: State) {
        self.state = Locked(state)
    }

    /// A server in the same state.
    func copy() -> KeyServer { KeyServer(state.value) }

    var requests: [Request] { state.withLock { $0.requests } }

    /// The paths of the requests that were answered for good.
    var processed: Set<String> { state.withLock { $0.processed } }

    func answer(_ request: PreparedRequest) -> StubTransport.Reply {
        let path = request.url.path
        let key = request.headers["Idempotency-Key"] ?? "none"
        return state.withLock { state in
            let isFirst = !state.requests.contains { $0.path == path }
            state.requests.append(Request(path: path, key: key))
            if path.contains("busy"), isFirst { return .status(.serviceUnavailable) }
            if path.contains("offline"), isFirst { return .failure(.offline) }
            state.processed.insert(path)
            return path.contains("refused") ? .status(.notFound) : .status(.created)
        }
    }
}

/// A script of thirty operations of a journal, and what was acknowledged while it ran.
struct Script: Sendable {
    struct Log: Sendable {
        /// The paths of the entries that were acknowledged, by lane, in the order of addition.
        var acknowledged: [String: [String]] = [:]
        /// The paths of the entries of which it was told that they have ended.
        var ended: Set<String> = []
        /// The paths of the entries that were asked to end.
        var removed: Set<String> = []
    }

    let server = KeyServer()
    let disk: MemoryDisk
    let log = Locked(Log())

    init(on disk: MemoryDisk) {
        self.disk = disk
    }

    /// Runs the script until its end, or until nothing can be done any more.
    func run() {
        let bench = Bench(disk: disk) { [server] request, _ in server.answer(request) }
        guard var journal = try? open(bench) else { return }
        let long = String(repeating: "long ", count: 60)
        add(journal, "/a1", "a")
        add(journal, "/a2-busy", "a")
        add(journal, "/b1-offline", "b")
        add(journal, "/b2", "b", long)
        send(journal, "/c1", "c")
        replay(journal)
        replay(journal)
        add(journal, "/d1-refused", "d")
        send(journal, "/d2", "d")
        let cancelled = add(journal, "/e1-gone", "e", long)
        add(journal, "/e2", "e")
        if let cancelled { remove(journal, [cancelled]) }
        replay(journal, width: 2)
        send(journal, "/f1-busy", "f")
        send(journal, "/f2", "f")
        journal.close()
        guard let again = try? open(bench) else { return }
        journal = again
        add(journal, "/g1", "g", long)
        add(journal, "/g2-busy", "g")
        add(journal, "/g3", "g")
        replay(journal, width: 3)
        for entry in journal.entries { journal.unpark(entry.id) }
        replay(journal)
        send(journal, "/h1-offline", "h")
        send(journal, "/h2", "h")
        add(journal, "/i1", "i")
        add(journal, "/i2", "i", long)
        if let entry = journal.entries.first(where: { $0.url == "/i2" }) { remove(journal, [entry]) }
        add(journal, "/j1", "j")
        journal.close()
    }

    private func open(_ bench: Bench) throws(JournalError) -> RequestJournal {
        let keys = "\(disk.calls.count)"
        let count = Counter()
        let journal = try bench.open { configuration in
            configuration.inlineBodyByteCount = 100
            configuration.maxAttempts = 2
            configuration.makeKey = { "\(keys)-\(count.next())" }
        }
        journal.events.observeValues { [log] event in
            switch event {
            case .delivered(let entry, _), .refused(let entry, _), .expired(let entry), .dropped(let entry):
                log.withLock { _ = $0.ended.insert(entry.url) }
            default: break
            }
        }
        return journal
    }

    private func note(_ entry: RequestJournal.Entry) {
        log.withLock { $0.acknowledged[entry.key, default: []].append(entry.url) }
    }

    @discardableResult
    private func add(
        _ journal: RequestJournal,
        _ path: String,
        _ key: String,
        _ body: String = "body"
    ) -> RequestJournal.Entry? {
        guard case .success(let entry) = journal.add(.post(path, body), key: key).outcome() else { return nil }
        note(entry)
        return entry
    }

    private func send(_ journal: RequestJournal, _ path: String, _ key: String) {
        for delivery in journal.send(.post(path), key: key).now() {
            if case .added(let entry) = delivery { note(entry) }
        }
    }

    private func replay(_ journal: RequestJournal, width: Int = 1) { _ = journal.replay(width: width).now() }

    private func remove(_ journal: RequestJournal, _ entries: [RequestJournal.Entry]) {
        for entry in entries {
            log.withLock { _ = $0.removed.insert(entry.url) }
            if case .success = journal.cancel(entry.id).outcome() {
                log.withLock { _ = $0.ended.insert(entry.url) }
            }
        }
    }

    /// Opens the journal as another process does, and sends nothing.
    func reopened(on disk: MemoryDisk) throws(JournalError) -> RequestJournal {
        try Bench(disk: disk).open { $0.inlineBodyByteCount = 100 }
    }

    /// Opens the journal as another process does, replays it, and checks what was promised (J10). Returns what is
    /// wrong.
    func faults(on disk: MemoryDisk) -> [String] {
        let log = log.value
        // What happens after the crash is the matter of each loss.
        let server = server.copy()
        let before = server.requests.count
        let bench = Bench(disk: disk) { request, _ in server.answer(request) }
        let journal: RequestJournal
        do {
            journal = try bench.open { $0.inlineBodyByteCount = 100 }
        } catch {
            return ["cannot be opened: \(error)"]
        }
        var faults: [String] = []
        let present = Set(journal.entries.map(\.url))
        for path in log.acknowledged.values.joined()
        where !present.contains(path) && !log.ended.contains(path) && !log.removed.contains(path)
            && !server.processed.contains(path)
        {
            faults.append("(a) \(path) is lost")
        }
        for path in log.ended where present.contains(path) { faults.append("(b) \(path) is there again") }

        journal.close()
        let files = disk.files
        guard let second = try? bench.open({ $0.inlineBodyByteCount = 100 }) else { return ["opens only once"] }
        if disk.files != files { faults.append("the second opening changes files") }
        for entry in second.entries { second.unpark(entry.id) }
        for _ in 0..<4 where !second.entries.isEmpty { _ = second.replay().now() }
        for entry in second.entries { faults.append("\(entry) cannot be sent") }
        second.close()

        let requests = server.requests
        for request in requests[before...] where log.ended.contains(request.path) {
            faults.append("(b) \(request.path) is sent again")
        }
        for (path, keys) in Dictionary(grouping: Set(requests), by: \.path) where keys.count > 1 {
            faults.append("(c) \(path) has \(keys.count) keys")
        }
        for paths in log.acknowledged.values {
            let order = requests.map(\.path).filter { paths.contains($0) }
            // Attempts of one entry follow each other, except that a parked one is sent later.
            let firsts = order.enumerated().filter { order.firstIndex(of: $1) == $0 }.map(\.element)
            let expected = paths.filter { firsts.contains($0) }
            if firsts != expected { faults.append("(d) \(firsts) were sent, not \(expected)") }
        }
        return faults
    }
}
