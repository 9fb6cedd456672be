import FileWorkloads
import Foundation
import JournalWorkloads
import ReactiveCache
import ReactiveNetworking
import ReactiveTesting
import StreamWorkloads
import Synchronization

/// `Counts <workload> <count>` runs a workload `count` times and prints its result. Under a profiler the difference
/// between two counts is the cost of the workload, independent of the cost of starting the process.
@main
enum Counts {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let workload = workloads[arguments[1]], let count = Int(arguments[2]) else {
            print("usage: Counts <\(workloads.keys.sorted().joined(separator: "|"))> <count>")
            exit(2)
        }
        let total = Total()
        let begun = ContinuousClock.now
        workload(count, total)
        let elapsed = begun.duration(to: .now)
        print(total.value, elapsed / .nanoseconds(1) / Double(count), "ns")
    }

    private static let workloads: [String: @Sendable (Int, Total) -> Void] = [
        "chain": chain, "pipe": pipe, "start": start, "property": property, "merge": merge, "concat": concat,
        "combine": combine, "observe": observe, "observers": observers, "alive": alive, "zip": zip, "replay": replay,
        "send": send, "layers": layers, "request": { request($0, $1) }, "stored": { request($0, $1, isStored: true) },
        "one": { request($0, $1, laneCount: 1) }, "oneStored": { request($0, $1, isStored: true, laneCount: 1) },
        "serve": serve, "query": query, "hit": hit, "miss": miss,
        "add": { $1.add(JournalWorkloads.add($0)) }, "open": { $1.add(JournalWorkloads.open($0)) },
        "outbox": { $1.add(JournalWorkloads.outbox($0)) }, "checksum": { $1.add(JournalWorkloads.checksum($0)) },
        "components": components, "events": { $1.add(StreamWorkloads.events($0)) },
        "socket": { $1.add(StreamWorkloads.socket($0)) }, "echo": { $1.add(StreamWorkloads.echo($0)) },
        "disk": { $1.add(FileWorkloads.disk($0)) }, "read": { $1.add(FileWorkloads.read($0)) },
        "coldDisk": { $1.add(FileWorkloads.coldDisk($0)) }, "coldRead": { $1.add(FileWorkloads.coldRead($0)) },
        "among": { $1.add(FileWorkloads.lookUp(among: $0)) },
    ]

    /// A value of a sequence, through map, filter and map.
    @Sendable
    private static func chain(_ count: Int, _ total: Total) {
        SignalProducer<Int, Never>(opaque(0..<count)).map(addOne).filter(isEven).map(triple)
            .startWithValues { total.add($0) }
    }

    /// A value sent into a pipe, through map and filter, to one observer.
    @Sendable
    private static func pipe(_ count: Int, _ total: Total) {
        let (signal, input) = Signal<Int, Never>.pipe()
        signal.map(addOne).filter(isEven).observeValues { total.add($0) }
        for value in 0..<count { input.send(value: value) }
    }

    /// A producer of one value, made and started behind map.
    @Sendable
    private static func start(_ count: Int, _ total: Total) {
        for value in 0..<count { SignalProducer(value: value).map(addOne).startWithValues { total.add($0) } }
    }

    /// A property set, with one observer.
    @Sendable
    private static func property(_ count: Int, _ total: Total) {
        let property = MutableProperty(0)
        property.producer.startWithValues { total.add($0) }
        for value in 0..<count { property.value = value }
    }

    /// An inner producer of one value among others that are merged.
    @Sendable
    private static func merge(_ count: Int, _ total: Total) {
        SignalProducer<Int, Never>(opaque(0..<count)).flatMap(.merge) { SignalProducer(value: addOne($0)) }
            .startWithValues { total.add($0) }
    }

    /// An inner producer of one value, one after the other.
    @Sendable
    private static func concat(_ count: Int, _ total: Total) {
        SignalProducer<Int, Never>(opaque(0..<count)).flatMap(.concat) { SignalProducer(value: addOne($0)) }
            .startWithValues { total.add($0) }
    }

    /// A value of one of two pipes that are combined.
    @Sendable
    private static func combine(_ count: Int, _ total: Total) {
        let (first, firstInput) = Signal<Int, Never>.pipe()
        let (second, secondInput) = Signal<Int, Never>.pipe()
        first.combineLatest(with: second).observeValues { total.add($0 &+ $1) }
        for value in 0..<count / 2 {
            firstInput.send(value: value)
            secondInput.send(value: value)
        }
    }

    /// A value delivered on a queue.
    @Sendable
    private static func observe(_ count: Int, _ total: Total) {
        let hasEnded = DispatchSemaphore(value: 0)
        SignalProducer<Int, Never>(opaque(0..<count)).observe(on: QueueScheduler(name: "counts")).start { event in
            if case .value(let value) = event { total.add(value) } else { hasEnded.signal() }
        }
        hasEnded.wait()
    }

    /// An observer that comes and goes among as many others.
    @Sendable
    private static func observers(_ count: Int, _ total: Total) {
        let (signal, input) = Signal<Int, Never>.pipe()
        let observations = (0..<count).map { _ in signal.observeValues { total.add($0) } }
        input.send(value: 1)
        for index in observations.indices { observations[(index * 7_919) % count]?.dispose() }
    }

    /// An inner producer that is merged and stays alive among as many others.
    @Sendable
    private static func alive(_ count: Int, _ total: Total) {
        SignalProducer<Int, Never>(opaque(0..<count)).flatMap(.merge) {
            SignalProducer<Int, Never>.never.prefix(value: $0)
        }
        .startWithValues { total.add($0) }
        .dispose()
    }

    /// A value that waits in the buffer of a zip behind as many others.
    @Sendable
    private static func zip(_ count: Int, _ total: Total) {
        let (first, firstInput) = Signal<Int, Never>.pipe()
        let (second, secondInput) = Signal<Int, Never>.pipe()
        first.zip(with: second).observeValues { total.add($0 &+ $1) }
        for value in 0..<count { firstInput.send(value: value) }
        for value in 0..<count { secondInput.send(value: value) }
    }

    /// A value that enters and leaves a replay of a thousand.
    @Sendable
    private static func replay(_ count: Int, _ total: Total) {
        let replayed = SignalProducer<Int, Never>(opaque(0..<count)).replayLazily(upTo: 1_000)
        replayed.startWithValues { total.add($0) }
        replayed.startWithValues { total.add($0) }
    }

    /// An operation over a transport that answers at once, with the real clock.
    @Sendable
    private static func send(_ count: Int, _ total: Total) {
        let network = Network(transport: StubTransport(.status(.ok)))
        send(RequestBuilder(.get, opaque("http://stub.test/")).build(), over: network, count, total)
    }

    /// An operation whose request gets its address and header fields from the layers of its network.
    @Sendable
    private static func layers(_ count: Int, _ total: Total) {
        let environment = Network.Environment("http://stub.test/v1")
        let configuration = Network.Configuration(headers: ["Accept": "application/json"])
        let transport = StubTransport(.status(.ok))
        let network = Network(environment: environment, configuration: configuration, transport: transport)
        send(RequestBuilder(.get, opaque("/todos")).build(), over: network, count, total)
    }

    /// An operation that a response in memory answers.
    @Sendable
    private static func hit(_ count: Int, _ total: Total) {
        let stub = StubTransport(.status(.ok, headers: ["Cache-Control": "max-age=3600"]))
        let network = Network(transport: CachingTransport(stub))
        send(RequestBuilder(.get, opaque("http://stub.test/")).build(), over: network, count, total)
    }

    /// An operation whose response is stored, in the place of an earlier one.
    @Sendable
    private static func miss(_ count: Int, _ total: Total) {
        let stub = StubTransport(.status(.ok, headers: ["Cache-Control": "max-age=0"]))
        let network = Network(transport: CachingTransport(stub))
        send(RequestBuilder(.get, opaque("http://stub.test/")).build(), over: network, count, total)
    }

    private static func send(_ request: Request, over network: Network, _ count: Int, _ total: Total) {
        for _ in 0..<count {
            network.send(request, scheduler: ImmediateScheduler()).startWithResult { result in
                if case .success = result { total.add(1) }
            }
        }
    }

    /// An operation over sockets to a server in a process of its own, some in flight.
    ///
    /// - Parameter isStored: Whether a cache stores each response in the place of the one before.
    private static func request(_ count: Int, _ total: Total, isStored: Bool = false, laneCount: Int = 16) {
        let server = ServerProcess()
        let url = server.url
        guard let transport = try? SocketTransport() else { fatalError("no transport can be created") }
        let cache = CachingTransport(transport)
        let network = isStored ? Network(transport: cache) : Network(transport: transport)
        let hasEnded = DispatchSemaphore(value: 0)
        Task.detached {
            await withTaskGroup(of: Void.self) { group in
                for lane in 0..<laneCount {
                    // Equal requests under way would share one exchange.
                    let request = RequestBuilder(.get, url + "?\(lane)").build()
                    group.addTask {
                        for _ in stride(from: lane, to: count, by: laneCount) {
                            do {
                                let headers = try await network.send(request, abortAfter: .seconds(600)).value()
                                total.add(headers.isEmpty ? 0 : 1)
                            } catch {
                                fatalError("a request failed: \(error)")
                            }
                        }
                    }
                }
            }
            hasEnded.signal()
        }
        hasEnded.wait()
        server.end()
        let statistics = cache.statistics.value
        guard !isStored || statistics.stored == count && statistics.hits == 0 else { fatalError("\(statistics)") }
    }

    /// Answers requests until nobody reads the standard output any more, for the workload above.
    @Sendable
    private static func serve(_: Int, _: Total) {
        do {
            let server = try LoopbackServer()
            server.on("/", .text(String(repeating: "a", count: 200)).header("Cache-Control", "max-age=0"))
            server.on("/echo") { request in .webSocketEcho(to: request) }
            try FileHandle.standardOutput.write(contentsOf: Data("\(server.url("/"))\n".utf8))
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) == -1 {}
        } catch {
            fatalError("no server can be started: \(error)")
        }
    }

    /// A parameter that is written into a query.
    @Sendable
    private static func query(_ count: Int, _ total: Total) {
        let values = Dictionary(uniqueKeysWithValues: opaque(0..<count).map { ("name \($0)", "value \($0) ü") })
        let parameters = Parameters(values)
        total.add((try? parameters.query().utf8.count) ?? 0)
    }

    /// The work of the loop above done by Foundation, for comparison.
    @Sendable
    private static func components(_ count: Int, _ total: Total) {
        let values = Dictionary(uniqueKeysWithValues: opaque(0..<count).map { ("name \($0)", "value \($0) ü") })
        var components = URLComponents()
        components.queryItems = values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        total.add(components.percentEncodedQuery?.utf8.count ?? 0)
    }

    private static let addOne = opaque({ @Sendable (value: Int) in value &+ 1 })
    private static let isEven = opaque({ @Sendable (value: Int) in value % 2 == 0 })
    private static let triple = opaque({ @Sendable (value: Int) in value &* 3 })

    @_optimize(none)
    @inline(never)
    private static func opaque<Value>(_ value: Value) -> Value { value }
}

/// This executable as a server. A profiler does not follow it.
private struct ServerProcess {
    let url: String
    private let output: UnsafeMutablePointer<FILE>

    init() {
        guard let output = popen("exec '\(CommandLine.arguments[0])' serve 0", "r") else {
            fatalError("no server can be started")
        }
        self.output = output
        var line = [CChar](repeating: 0, count: 100)
        guard fgets(&line, Int32(line.count), output) != nil else { fatalError("the server ended") }
        url = String(decoding: line.prefix { $0 > 0x20 }.map { UInt8($0) }, as: UTF8.self)
    }

    func end() { pclose(output) }
}

/// The destination of a workload's results.
final class Total: Sendable {
    private let sum = Atomic(0)

    var value: Int { sum.load(ordering: .relaxed) }

    func add(_ value: Int) { sum.wrappingAdd(value, ordering: .relaxed) }
}
