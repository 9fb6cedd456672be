import Foundation
import ReactiveNetworking
import ReactiveOffline
import ReactiveTesting
import Synchronization

/// The workloads of a journal, on real files and on this thread. Each returns a number that depends on its work.
///
/// They are a module of their own, because the compiler treats the closures of a module's workloads differently as soon
/// as the module has more of them.
public enum JournalWorkloads {
    /// An addition, with a sync of its own.
    @Sendable
    public static func add(_ count: Int) -> Int {
        let total = Total()
        withDirectory { directory in
            let journal = try RequestJournal(directory, over: network(), configuration)
            for _ in 0..<count { journal.add(request).startWithResult { _ in total.add(1) } }
        }
        return total.value
    }

    /// An entry that is added, sent, and ended, and its part in writing the file anew.
    @Sendable
    public static func outbox(_ count: Int) -> Int {
        let total = Total()
        withDirectory { directory in
            let journal = try RequestJournal(directory, over: network(), configuration)
            for _ in 0..<count { journal.send(request).startWithResult { _ in total.add(1) } }
            let size = try FileManager.default.attributesOfItem(atPath: directory.appending(path: "journal").path)
            guard size[.size] as? Int ?? .max < 3 << 20 else { fatalError("the file has \(size)") }
        }
        return total.value
    }

    /// An opening of a journal of 64 KiB, which has some 200 entries.
    @Sendable
    public static func open(_ count: Int) -> Int {
        let total = Total()
        withDirectory { directory in
            var journal = try RequestJournal(directory, over: network(), configuration)
            let body = String(repeating: "b", count: 64)
            let request = RequestBuilder(.post, "http://stub.test/orders").text(body).build()
            let file = directory.appending(path: "journal").path
            while try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0 < 64 << 10 {
                journal.add(request).start()
            }
            journal.close()
            for _ in 0..<count {
                journal = try RequestJournal(directory, over: network(), configuration)
                total.add(journal.entries.count)
                journal.close()
            }
        }
        return total.value
    }

    /// An opening of a journal whose only entry has a body of 8 MiB in its record: little more than the checksum.
    @Sendable
    public static func checksum(_ count: Int) -> Int {
        let total = Total()
        withDirectory { directory in
            var settings = configuration
            settings.inlineBodyByteCount = 8 << 20
            var journal = try RequestJournal(directory, over: network(), settings)
            let body = String(repeating: "b", count: 8 << 20)
            journal.add(RequestBuilder(.post, "http://stub.test/orders").text(body).build()).start()
            journal.close()
            for _ in 0..<count {
                journal = try RequestJournal(directory, over: network(), settings)
                total.add(journal.entries.count)
                journal.close()
            }
        }
        return total.value
    }

    private static let request = RequestBuilder(.post, "http://stub.test/orders").text("a body").build()
    private static let configuration = RequestJournal.Configuration(maxEntries: .max, maxByteCount: 1 << 40)

    private static func network() -> Network {
        let clock = TestScheduler()
        return Network(transport: StubTransport(.status(.created), clock: clock), clock: clock)
    }

    private static func withDirectory(_ body: (URL) throws -> Void) {
        let directory = FileManager.default.temporaryDirectory.appending(path: "counts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        do {
            try body(directory)
        } catch {
            fatalError("a journal failed: \(error)")
        }
    }
}

private final class Total: Sendable {
    private let sum = Atomic(0)

    var value: Int { sum.load(ordering: .relaxed) }

    func add(_ value: Int) { sum.wrappingAdd(value, ordering: .relaxed) }
}
