import Foundation
import ReactiveNetworking

/// Work that is measured in a separate process, so that memory and processor time are those of the client alone.
enum Trial {
    static let command = "trial"

    case load(Client, url: String, inFlight: Int, count: Int)
    case stream(Client, url: String, toFile: Bool)
    /// A file that is downloaded by `Network.download`.
    case download(url: String)
    /// A file that is uploaded as a part of a form.
    case multipart(url: String, file: String)
    /// Many requests that wait at the same time; the peak represents the memory of each.
    case waiting(url: String, count: Int)
    /// Deadlines that pass with many requests in flight; the result is the 99th percentile of their delay, in seconds.
    case deadlines(url: String, inFlight: Int)

    private var arguments: [String] {
        switch self {
        case .load(let client, let url, let inFlight, let count):
            ["load", client.rawValue, url, "\(inFlight)", "\(count)"]
        case .stream(let client, let url, let toFile): ["stream", client.rawValue, url, "\(toFile)"]
        case .download(let url): ["download", url]
        case .multipart(let url, let file): ["multipart", url, file]
        case .waiting(let url, let count): ["waiting", url, "\(count)"]
        case .deadlines(let url, let inFlight): ["deadlines", url, "\(inFlight)"]
        }
    }

    /// Runs the work in a child process and returns its measurements.
    func measured() throws -> Cost { try Self.child(Bundle.main.executableURL!, [Self.command] + arguments) }

    /// Runs the same load with the program that represents the limit.
    static func limit(_ url: String, inFlight: Int, count: Int) throws -> Cost {
        let program = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "Limit")
        return try child(program, [url, "\(inFlight)", "\(count)"])
    }

    private static func child(_ program: URL, _ arguments: [String]) throws -> Cost {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let figures = text.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
        guard process.terminationStatus == 0, figures.count >= 2 else {
            throw Failure(text: "\(arguments) ended with \(process.terminationStatus): \(text)")
        }
        let peak = figures.count > 2 ? Int(figures[2]) : 0
        return Cost(seconds: figures[0], processorSeconds: figures[1], peakMemory: peak)
    }

    /// The duration of a command.
    static func command(_ name: String, _ arguments: [String]) throws -> Cost {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        return try Cost.of {
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failure(text: "\(name) has failed") }
        }
    }

    struct Failure: Error {
        var text: String
    }

    // The child process

    static func serve(_ arguments: [String]) async throws {
        let cost = try await cost(arguments)
        print(cost.seconds, cost.processorSeconds, cost.peakMemory)
    }

    private static func cost(_ arguments: [String]) async throws -> Cost {
        switch arguments.first {
        case "load":
            let client = Client(rawValue: arguments[1])!
            return Load(count: Int(arguments[4])!, inFlight: Int(arguments[3])!).run(try client.begin(arguments[2]))
        case "stream":
            return try await streamed(Client(rawValue: arguments[1])!, arguments[2], toFile: arguments[3] == "true")
        case "download":
            return try await downloaded(arguments[1])
        case "multipart":
            return try await sent(arguments[2], to: arguments[1])
        case "waiting":
            return try waited(arguments[1], count: Int(arguments[2])!)
        case "deadlines":
            return await cut(arguments[1], inFlight: Int(arguments[2])!)
        default:
            throw Failure(text: "no trial")
        }
    }

    private static func streamed(_ client: Client, _ url: String, toFile: Bool) async throws -> Cost {
        let path = FileManager.default.temporaryDirectory.appending(path: "stream-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        if toFile { try Data().write(to: path) }
        let file = toFile ? try FileHandle(forWritingTo: path) : nil
        let begun = ContinuousClock.now
        let before = Usage.processorSeconds
        let memory = Usage.residentMemory
        Usage.forgetPeak()
        let byteCount = try await client.stream(url, to: file)
        precondition(byteCount == HTTPServer.bigByteCount, "\(byteCount) bytes")
        return Cost(
            seconds: begun.duration(to: .now) / .seconds(1),
            processorSeconds: Usage.processorSeconds - before,
            peakMemory: Usage.latePeakMemory - memory
        )
    }

    private static func downloaded(_ url: String) async throws -> Cost {
        let path = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        let network = Network(scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, url).build()
        return try await grown {
            let file = try await network.download(request, to: .file(path)).onlyValue().value()
            precondition(file.byteCount == HTTPServer.hugeByteCount, "\(file)")
        }
    }

    private static func sent(_ file: String, to url: String) async throws -> Cost {
        let network = Network(scheduler: ImmediateScheduler())
        let request = RequestBuilder(.post, url).multipart([.file("file", URL(filePath: file))]).build()
        return try await grown { _ = try await network.send(request, abortAfter: .seconds(60)).value() }
    }

    private static func grown(_ work: () async throws -> Void) async rethrows -> Cost {
        let before = (Usage.processorSeconds, Usage.residentMemory)
        Usage.forgetPeak()
        let begun = ContinuousClock.now
        try await work()
        return Cost(
            seconds: begun.duration(to: .now) / .seconds(1),
            processorSeconds: Usage.processorSeconds - before.0,
            peakMemory: Usage.latePeakMemory - before.1
        )
    }

    private static func waited(_ url: String, count: Int) throws -> Cost {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        limits.rlim_cur = min(limits.rlim_max, 30_000)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        var configuration = CurlTransport.Configuration()
        configuration.maxConnections = count
        configuration.maxConnectionsPerHost = count
        configuration.receiveBufferByteCount = 1_024
        let transport = Watched(transport: try CurlTransport(configuration))
        let network = Network(transport: transport, scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, url).build()
        // Pay one-time costs before measuring.
        _ = network.send(request, abortAfter: .milliseconds(200)).wait()
        let before = Usage.residentMemory
        let isEarly = Locked(false)
        for _ in 0..<count { transport.waiting.enter() }
        let handles = (0..<count).map { _ in
            network.send(request, abortAfter: .seconds(120)).on(terminated: { isEarly.withLock { $0 = true } }).start()
        }
        transport.waiting.wait()
        precondition(!isEarly.withLock { $0 }, "some did not wait")
        let each = (Usage.residentMemory - before) / count
        for handle in handles { handle.dispose() }
        return Cost(seconds: 0, processorSeconds: 0, peakMemory: each)
    }

    private static func cut(_ url: String, inFlight: Int) async -> Cost {
        let limit = Duration.milliseconds(100)
        let network = Network(scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, url).build()
        let late = Locked<[Double]>([])
        await withTaskGroup { group in
            for _ in 0..<inFlight {
                group.addTask {
                    for _ in 0..<20 {
                        let begun = ContinuousClock.now
                        _ = await network.send(request, abortAfter: limit).materialize().firstValue()
                        let overshoot = (begun.duration(to: .now) - limit) / .seconds(1)
                        late.withLock { $0.append(overshoot) }
                    }
                }
            }
        }
        let sorted = late.withLock { $0 }.sorted()
        return Cost(seconds: sorted[sorted.count * 99 / 100], processorSeconds: 0, peakMemory: 0)
    }
}

/// Signals when requests wait for their responses.
private struct Watched: Transport {
    let transport: CurlTransport
    let waiting = DispatchGroup()
    private let isWarm = Locked(false)

    init(transport: CurlTransport) {
        self.transport = transport
    }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let isCounted = isWarm.withLock { isWarm in
            defer { isWarm = true }
            return isWarm
        }
        return transport.exchange(request).on(value: { event in
            if isCounted, case .phase(.waitingForHead) = event { waiting.leave() }
        })
    }
}
