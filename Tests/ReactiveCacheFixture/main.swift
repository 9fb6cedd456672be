import Foundation
import ReactiveCache
import ReactiveCacheProbe
import ReactiveNetworking
import ReactiveTesting

// A process that uses a store on a disk, for tests that end it, or let several of them compete.
//
// Arguments: the task, the directory of the store, and numbers. The process exits with 0 if all went well, and with 1
// after it has said what did not.

func report(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

func open(_ budget: Int, on scheduler: (any Scheduler)? = nil) throws -> CacheProbe {
    let directory = URL(fileURLWithPath: CommandLine.arguments[2])
    return CacheProbe(try DiskCacheStore(directory: directory, maxByteCount: budget, on: scheduler))
}

func number(_ index: Int) -> Int { Int(CommandLine.arguments[index]) ?? 0 }

/// Makes every kind of change, all of them on this thread.
func change() throws {
    let probe = try open(600_000, on: ImmediateScheduler())
    _ = try CacheProbe.value(probe.store.salt())
    let short = try probe.put("short", tag: 1, size: 1_000)
    let long = try probe.put("long", tag: 2, size: 70_000, pieceSize: 70_000)
    _ = try probe.body(of: short)
    _ = try CacheProbe.value(probe.store.update(short, with: CacheProbe.metadata(tag: 1, size: 1_000, padding: 9)))
    _ = try CacheProbe.value(probe.store.update(long, with: CacheProbe.metadata(tag: 2, size: 70_000, padding: 9)))
    let other = try probe.put("short", tag: 3, size: 500, in: "other")
    try probe.put("short", tag: 4, size: 67_000, pieceSize: 67_000, replacing: [short, other])
    // There is not enough room for all of these.
    for index in 1...8 { try probe.put("part\(index)", tag: 10 + index, size: 66_000, pieceSize: 66_000) }
    _ = try CacheProbe.value(probe.store.removeRecords(for: CacheProbe.key("part8")))
}

/// Stores, reads and removes at random, and checks all that is read.
func compete() throws {
    let probe = try open(number(5))
    var random = SystemRandomNumberGenerator()
    for index in 0..<number(4) {
        let name = "n\(Int.random(in: 0..<12, using: &random))"
        let present = try probe.records(name)
        for record in present {
            do { try probe.check(record) } catch let error as CacheStoreError where error.kind == .missing {}
        }
        let tag = number(3) * 1_000_000 + index
        switch Int.random(in: 0..<10, using: &random) {
        case 0: _ = try CacheProbe.value(probe.store.removeRecords(for: CacheProbe.key(name)))
        case 1...2:
            guard let record = present.randomElement(using: &random) else { continue }
            let headers = record.metadata.head.headers
            let metadata = CacheProbe.metadata(
                tag: Int(headers["X-Tag"] ?? "") ?? 0,
                size: Int(headers["X-Size"] ?? "") ?? 0,
                padding: index % 100
            )
            _ = try CacheProbe.value(probe.store.update(record, with: metadata))
        default:
            let size = Int.random(in: 0..<200_000, using: &random)
            try probe.put(name, tag: tag, size: size, replacing: present)
        }
    }
}

/// Removes and replaces records whose files the system does not remove.
func refuse() throws {
    let probe = try open(2_000_000, on: ImmediateScheduler())
    let short = try probe.put("short", tag: 1, size: 100)
    try probe.put("long", tag: 2, size: 100_000)
    let old = try probe.put("new", tag: 3, size: 10)
    for removal in [probe.store.remove([short]), probe.store.removeRecords(for: CacheProbe.key("long"))] {
        guard case .failure(let error)? = removal.first(), error.kind == .unavailable else {
            throw CacheProbe.Torn("a removal succeeded")
        }
    }
    try probe.put("new", tag: 4, size: 20, replacing: [old])
    let tags = try probe.checkAll()
    guard tags == ["new": [4]], try probe.records("short").isEmpty, try probe.records("new").count == 1 else {
        throw CacheProbe.Torn("\(tags)")
    }
    if case .success? = probe.store.body(of: short).first() { throw CacheProbe.Torn("a removed body was opened") }
}

/// Writes a part of a record, and commits it when its input ends.
func hold() throws {
    let probe = try open(10_000_000)
    let key = CacheProbe.key("held")
    let writer = try CacheProbe.value(probe.store.writer(for: key, in: CachePartition(""), expecting: nil))
    let body = CacheProbe.content(tag: 7, size: 300_000, of: key)
    try CacheProbe.write(body.prefix(200_000), to: writer, pieceSize: 50_000)
    report("holding")
    while readLine() != nil {}
    try CacheProbe.write(body.subdata(in: 200_000..<300_000), to: writer, pieceSize: 50_000)
    _ = try CacheProbe.value(writer.commit(CacheProbe.metadata(tag: 7, size: 300_000), replacing: []))
}

/// Writes a body of many mebibytes and reads it while it grows and afterwards, and says how much more memory that took.
func stream() throws {
    let byteCount = number(3) << 20
    let probe = try open(byteCount * 9)
    try probe.put("warm", tag: 1, size: 200_000)
    _ = try probe.checkAll()
    let pieces = (0..<16).map { CacheProbe.content(tag: $0, size: 65_536, of: CacheProbe.key("stream")) }
    _ = try peakByteCount()
    let before = try peakByteCount()
    let key = CacheProbe.key("stream")
    let writer = try CacheProbe.value(probe.store.writer(for: key, in: CachePartition(""), expecting: nil))
    for index in 0..<(byteCount / 65_536) {
        try writer.write(pieces[index % 16]).wait().get()
        // A consumer that is far behind.
        if index % 16 == 15 { try compare(writer.body, index / 2, with: pieces) }
    }
    let record = try CacheProbe.value(writer.commit(CacheProbe.metadata(tag: 0, size: byteCount), replacing: []))
    let body = try CacheProbe.value(probe.store.body(of: record))
    for index in 0..<(byteCount / 65_536) { try compare(body, index, with: pieces) }
    report("\(try peakByteCount() - before)")
}

/// Receives a body of many mebibytes from a server of this process without a cache, and then through one, slowly and
/// with a faster caller beside, and says how much more memory the cache took.
func pass() async throws {
    let byteCount = number(3) << 20
    let isOnDisk = CommandLine.arguments[4] == "disk"
    let server = try ServerProcess(byteCount)
    let transport = try SocketTransport()
    let plain = Network(transport: transport)
    let directory = URL(fileURLWithPath: CommandLine.arguments[2])
    let store: any RecordStore =
        if isOnDisk {
            try DiskCacheStore(directory: directory, maxByteCount: byteCount * 9)
        } else {
            MemoryCacheStore()
        }
    let cache = CachingTransport(transport, store: store)
    let network = Network(transport: cache)
    // The first transfers allocate memory that stays; it counts for neither.
    try await receiveTwice(server.url + "/warm", byteCount, over: plain)
    try await receiveTwice(server.url + "/warm", byteCount, over: network)
    _ = try peakByteCount()
    try await receive(server.url + "/body", byteCount, over: plain)
    let without = try peakByteCount()
    try await receive(server.url + "/body", byteCount, over: network)
    let with = try peakByteCount()
    try await receive(server.url + "/body", byteCount, over: network)
    let again = try peakByteCount()
    try await receiveTwice(server.url + "/both", byteCount, over: network)
    let both = try peakByteCount()
    // The list comes after what is being stored.
    let entries = try await cache.entries().value()
    let counts = cache.statistics.value
    guard counts.hits == (isOnDisk ? 1 : 0), entries.count == (isOnDisk ? 3 : 0) else {
        throw CacheProbe.Torn("\(counts), \(entries.map(\.url))")
    }
    report("\(max(with, again, both) - without)")
    server.end()
}

/// Answers with a body of many mebibytes until nobody reads the standard output any more.
func serve() throws {
    let server = try LoopbackServer()
    let chunk = LoopbackServer.Reply.Chunk([UInt8](repeating: 7, count: 65_536))
    let chunks = Array(repeating: chunk, count: number(2) / 65_536)
    for path in ["/warm", "/body", "/both"] {
        server.on(path, .chunked(chunks).header("Cache-Control", "max-age=86400"))
    }
    report(server.url(""))
    withExtendedLifetime(server) {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        while poll(&output, 1, -1) == -1 {}
    }
}

/// This executable as a server, whose memory does not count.
struct ServerProcess {
    let url: String
    private let output: UnsafeMutablePointer<FILE>

    init(_ byteCount: Int) throws {
        guard let output = popen("exec '\(CommandLine.arguments[0])' serve \(byteCount)", "r") else {
            throw CacheProbe.Torn("no server can be started")
        }
        self.output = output
        var line = [CChar](repeating: 0, count: 100)
        guard fgets(&line, Int32(line.count), output) != nil else { throw CacheProbe.Torn("the server ended") }
        url = String(decoding: line.prefix { $0 > 0x20 }.map { UInt8($0) }, as: UTF8.self)
    }

    func end() { pclose(output) }
}

/// Receives a body for two callers, one of which is slow.
func receiveTwice(_ url: String, _ byteCount: Int, over network: Network) async throws {
    async let slow: Void = receive(url, byteCount, over: network, pausingAfter: 4 << 20)
    async let fast: Void = receive(url, byteCount, over: network)
    _ = try await (slow, fast)
}

/// Receives a body, and waits now and then, so that the transfer is held up.
func receive(_ url: String, _ byteCount: Int, over network: Network, pausingAfter part: Int = 16 << 20) async throws {
    var count = 0
    let pause = SignalProducer<Void, Never>(value: ()).delay(.milliseconds(20), on: QueueScheduler.shared)
    let bytes = try await network.byteStream(RequestBuilder(.get, url).build(), abortAfter: .seconds(3_600))
    for try await piece in bytes {
        let before = count / part
        count += piece.count
        if count / part != before { try await pause.value() }
    }
    guard count == byteCount else { throw CacheProbe.Torn("\(count) bytes instead of \(byteCount)") }
}

func compare(_ body: any CacheBody, _ index: Int, with pieces: [Data]) throws {
    let start = Int64(index) * 65_536
    let piece = try CacheProbe.value(body.bytes(in: start..<(start + 65_536)))
    guard piece == pieces[index % 16] else { throw CacheProbe.Torn("piece \(index)") }
}

/// The largest memory that the process had since it was asked for the last time.
func peakByteCount() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1_024
}

do {
    switch CommandLine.arguments.dropFirst().first {
    case "change": try change()
    case "compete": try compete()
    case "refuse": try refuse()
    case "hold": try hold()
    case "stream": try stream()
    case "pass": try await pass()
    case "serve": try serve()
    default: exit(2)
    }
    report("done")
} catch {
    report("\(error)")
    exit(1)
}
