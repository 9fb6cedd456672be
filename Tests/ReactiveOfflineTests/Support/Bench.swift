import Foundation
import ReactiveNetworking
import ReactiveTesting

@testable import ReactiveOffline

/// A journal's surroundings: a disk in memory, virtual time, and a server that answers from a script.
struct Bench: Sendable {
    static let date = Date(timeIntervalSince1970: 1_700_000_000)
    static let directory = URL(fileURLWithPath: "/outbox")

    let clock = TestScheduler()
    let disk: MemoryDisk
    let stub: StubTransport
    let network: Network
    /// The time of the wall, which tests may move.
    let wall = Locked(Self.date)

    init(
        disk: MemoryDisk = MemoryDisk(),
        base: String = "https://test.a",
        authorization: Authorization? = nil,
        _ answer: @escaping @Sendable (PreparedRequest, Int) -> StubTransport.Reply = { _, _ in .status(.created) }
    ) {
        self.disk = disk
        stub = StubTransport(clock: clock, answer)
        network = Network(
            environment: Network.Environment(base),
            configuration: Network.Configuration(authorization: authorization, retryPolicy: .never),
            transport: stub,
            clock: clock
        )
    }

    /// Creates a bench whose server uses replies in turn.
    init(disk: MemoryDisk = MemoryDisk(), script: [StubTransport.Reply]) {
        self.init(disk: disk) { _, number in script[min(number, script.count - 1)] }
    }

    func configuration(
        _ change: (inout RequestJournal.Configuration) -> Void = { _ in }
    ) -> RequestJournal.Configuration {
        let wall = wall
        let keys = Counter()
        var configuration = RequestJournal.Configuration(wallClock: { wall.withLock { $0 } })
        configuration.makeKey = { "key-\(keys.next())" }
        change(&configuration)
        return configuration
    }

    func open(
        _ change: (inout RequestJournal.Configuration) -> Void = { _ in }
    ) throws(JournalError) -> RequestJournal {
        try RequestJournal(Self.directory, over: network, configuration(change), system: disk)
    }

    /// The bytes of the journal's file.
    var file: [UInt8] { disk.files["/outbox/journal"] ?? [] }

    /// The methods and paths of the requests that were sent.
    var sent: [String] { stub.requests.map { "\($0.method) \($0.url.path)" } }
}

/// Numbers from 1.
final class Counter: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

extension SignalProducer {
    /// The values until now, of one start; everything happens on this thread.
    func now() -> [Value] {
        let recorder = record()
        return recorder.values
    }

    /// The first value or the failure, of one start; everything happens on this thread.
    func outcome() -> Result<Value, Failure>? {
        let recorder = record()
        for entry in recorder.all {
            switch entry.event {
            case .value(let value): return .success(value)
            case .failed(let error): return .failure(error)
            default: break
            }
        }
        return nil
    }
}

extension RequestJournal {
    /// Adds requests one after the other.
    @discardableResult
    func added(_ requests: Request..., key: String = "") throws -> [Entry] {
        try requests.map { request in
            guard let result = add(request, key: key).outcome() else { throw Missing() }
            return try result.get()
        }
    }

    struct Missing: Error {}
}

extension Delivery {
    /// The case and the number of the entry: `delivered 1`.
    var short: String {
        let name =
            switch self {
            case .added: "added"
            case .delivered: "delivered"
            case .refused: "refused"
            case .kept: "kept"
            case .parked: "parked"
            case .expired: "expired"
            }
        return "\(name) \(entry.id)"
    }
}

extension JournalEvent {
    var short: String {
        switch self {
        case .added(let entry): "added \(entry.id)"
        case .delivered(let entry, _): "delivered \(entry.id)"
        case .refused(let entry, _): "refused \(entry.id)"
        case .kept(let entry, _): "kept \(entry.id)"
        case .parked(let entry, _): "parked \(entry.id)"
        case .expired(let entry): "expired \(entry.id)"
        case .cancelled: "cancelled"
        case .dropped(let entry): "dropped \(entry.id)"
        case .recovered(let count): "recovered \(count)"
        case .damaged(let offset, let copy): "damaged \(offset) \(copy.lastPathComponent)"
        case .compacted: "compacted"
        case .failed(let error): "failed \(error)"
        }
    }
}

extension Request {
    static func post(_ path: String) -> Request { post(path, "hello") }

    static func post(_ path: String, _ text: String) -> Request {
        Request(.post, path, body: .text(text))
    }
}
