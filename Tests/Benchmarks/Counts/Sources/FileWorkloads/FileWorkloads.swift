import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTesting

/// Workloads whose time counts: responses of a megabyte from a directory, and files of that size.
public enum FileWorkloads {
    private static let byteCount = 1_000_000

    /// An operation that a fresh response in a directory answers.
    public static func disk(_ count: Int) -> Int { hits(count) { _ in }.byteCount }

    /// Returns the median time of such an operation, in nanoseconds, if the disk has to be read.
    public static func coldDisk(_ count: Int) -> Int { hits(count, before: forgetFiles).nanoseconds }

    private static func hits(
        _ count: Int,
        before: (URL) throws -> Void
    ) -> (byteCount: Int, nanoseconds: Int) {
        inDirectory { directory in
            let fields: HTTP.Headers = ["Cache-Control": "max-age=86400"]
            let stub = StubTransport(.status(.ok, headers: fields, body: Data(count: byteCount)))
            let cache = CachingTransport(stub, store: try DiskCacheStore(directory: directory))
            let network = Network(transport: cache)
            let request = RequestBuilder(.get, "http://stub.test/").build()
            let total = Locked(0)
            var times: [Duration] = []
            for index in 0...count {
                if index > 0 { try before(directory) }
                let hasEnded = DispatchSemaphore(value: 0)
                let time = ContinuousClock().measure {
                    network.send(request, decoding: .data, scheduler: ImmediateScheduler()).startWithResult { result in
                        if index > 0 { total.withLock { $0 += (try? result.get().rawData.count) ?? 0 } }
                        hasEnded.signal()
                    }
                    hasEnded.wait()
                }
                if index > 0 { times.append(time) }
            }
            guard cache.statistics.value.hits == count else { fatalError("\(cache.statistics.value)") }
            return (total.withLock { $0 }, median(times))
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
    public static func read(_ count: Int) -> Int { reads(count) { _ in }.byteCount }

    /// Returns the median time in which a file is read, in nanoseconds, if the disk has to be read.
    public static func coldRead(_ count: Int) -> Int { reads(count, before: forgetFiles).nanoseconds }

    private static func reads(
        _ count: Int,
        before: (URL) throws -> Void
    ) -> (byteCount: Int, nanoseconds: Int) {
        inDirectory { directory in
            let file = directory.appending(path: "file")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
            try Data(count: byteCount).write(to: file)
            var total = 0
            var times: [Duration] = []
            for _ in 0..<count {
                try before(directory)
                times.append(try ContinuousClock().measure { total += try Data(contentsOf: file).count })
            }
            return (total, median(times))
        }
    }

    private static func median(_ times: [Duration]) -> Int {
        times.isEmpty ? 0 : Int(times.sorted()[times.count / 2] / .nanoseconds(1))
    }

    /// Writes the files of a directory to the disk, and lets the system forget their bytes.
    private static func forgetFiles(in directory: URL) throws {
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            #if os(Linux)
                fsync(handle.fileDescriptor)
                posix_fadvise(handle.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
            #else
                throw CocoaError(.featureUnsupported)
            #endif
        }
    }

    private static func inDirectory<Result>(_ body: (URL) throws -> Result) -> Result {
        let directory = FileManager.default.temporaryDirectory.appending(path: "counts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        do { return try body(directory) } catch { fatalError("\(error)") }
    }
}
