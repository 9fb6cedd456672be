import Foundation
import ReactiveNetworking
import ReactiveTesting

/// Workloads whose time counts: responses of a megabyte from a directory, and files of that size.
public enum FileWorkloads {
    private static let byteCount = 1_000_000

    /// An operation that a fresh response in a directory answers.
    public static func disk(_ count: Int) -> Int {
        inDirectory { directory in
            let fields: HTTP.Headers = ["Cache-Control": "max-age=86400"]
            let stub = StubTransport(.status(.ok, headers: fields, body: Data(count: byteCount)))
            let cache = CachingTransport(stub, store: try DiskCacheStore(directory: directory))
            let network = Network(transport: cache)
            let request = RequestBuilder(.get, "http://stub.test/").build()
            let total = Locked(0)
            for index in 0...count {
                let hasEnded = DispatchSemaphore(value: 0)
                network.send(request, decoding: .data, scheduler: ImmediateScheduler()).startWithResult { result in
                    if index > 0 { total.withLock { $0 += (try? result.get().rawData.count) ?? 0 } }
                    hasEnded.signal()
                }
                hasEnded.wait()
            }
            guard cache.statistics.value.hits == count else { fatalError("\(cache.statistics.value)") }
            return total.withLock { $0 }
        }
    }

    /// Returns the time of one look-up in a directory with some fresh responses, in nanoseconds.
    public static func lookUp(among count: Int) -> Int {
        inDirectory { directory in
            let stub = StubTransport(.status(.ok, headers: ["Cache-Control": "max-age=86400"]))
            let store = try DiskCacheStore(directory: directory, maxByteCount: 1 << 32)
            let cache = CachingTransport(stub, store: store)
            let network = Network(transport: cache)
            func send(_ index: Int) {
                let hasEnded = DispatchSemaphore(value: 0)
                let request = RequestBuilder(.get, "http://stub.test/\(index)").build()
                network.send(request, scheduler: ImmediateScheduler()).startWithCompleted { hasEnded.signal() }
                hasEnded.wait()
            }
            for index in 0..<count { send(index) }
            // Responses are stored after their callers have gone on.
            let areStored = DispatchSemaphore(value: 0)
            cache.statistics.producer.filter { $0.stored == count }.take(first: 1)
                .startWithCompleted { areStored.signal() }
            areStored.wait()
            let wanted = (0..<100).map { $0 * count / 100 }
            let times = (0..<50).map { _ in
                ContinuousClock().measure { for index in wanted { send(index) } } / wanted.count
            }
            guard cache.statistics.value.hits == 50 * wanted.count else { fatalError("\(cache.statistics.value)") }
            return times.min().map { Int($0 / .nanoseconds(1)) } ?? 0
        }
    }

    /// A file that is read.
    public static func read(_ count: Int) -> Int {
        inDirectory { directory in
            let file = directory.appending(path: "file")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
            try Data(count: byteCount).write(to: file)
            var total = 0
            for _ in 0..<count { total += try Data(contentsOf: file).count }
            return total
        }
    }

    private static func inDirectory(_ body: (URL) throws -> Int) -> Int {
        let directory = FileManager.default.temporaryDirectory.appending(path: "counts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        do { return try body(directory) } catch { fatalError("\(error)") }
    }
}
