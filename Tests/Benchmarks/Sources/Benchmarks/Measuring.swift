import Foundation

extension Cost {
    /// Measures work that returns a sum. The caller warms up before.
    static func of(_ work: () async throws -> Int) async rethrows -> Cost {
        let memory = Usage.residentMemory
        Usage.forgetPeak()
        let begun = ContinuousClock.now
        let before = Usage.processorSeconds
        let sum = try await work()
        return Cost(
            seconds: begun.duration(to: .now) / .seconds(1),
            processorSeconds: Usage.processorSeconds - before,
            sum: sum,
            memory: Usage.peakMemory - memory
        )
    }
}

/// The resources that processes have used.
enum Usage {
    /// The processor time of this process.
    static var processorSeconds: Double { processorSeconds(of: 0) }

    /// The processor time of the children that have ended.
    static var processorSecondsOfChildren: Double { processorSeconds(of: -1) }

    /// The load average of the machine over the last minute.
    static var systemLoad: Double {
        var load = 0.0
        getloadavg(&load, 1)
        return load
    }

    // The type of the constants differs between platforms, so they are written as numbers.
    private static func processorSeconds(of process: Int32) -> Double {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        var usage = rusage()
        getrusage(process, &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// Resets ``peakMemory`` (proc(5), `clear_refs`).
    static func forgetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// The peak of the resident memory since ``forgetPeak()``, in bytes.
    static var peakMemory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    /// The number of open descriptors.
    static var descriptorCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// In bytes.
    static var residentMemory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }
}

/// The destination of a workload's results, so that the optimizer cannot remove the work.
final class Accumulator: @unchecked Sendable {
    // SAFETY: A workload adds from one thread at a time. The reading thread is ordered after the end of the workload by
    // a semaphore, by a join of tasks, or because it is the same thread.
    private(set) var sum = 0

    func add(_ value: Int) { sum &+= value }
}

/// Passes a value through an opaque function. The optimizer cannot see the contents of a source or the body of a
/// closure, neither on our side nor on the peer's.
@_optimize(none)
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }

/// Work without a server. It adds up its results.
typealias Workload = @Sendable (Accumulator) async throws -> Void

extension Row {
    /// Creates a row of workloads, each with `count` items. A process runs its workload once to warm up, and then
    /// repeatedly for a third of a second.
    init(
        _ name: String,
        _ unit: String,
        _ count: Int,
        ours: @escaping Workload,
        beside peer: (name: String, work: Workload)? = nil
    ) {
        func side(_ name: String, _ workload: @escaping Workload) -> Side {
            Side(
                name: name,
                work: .function { _ in
                    let total = Accumulator()
                    try await workload(total)
                    let sum = total.sum
                    var runs = 0
                    let end = ContinuousClock.now + .milliseconds(333)
                    let cost = try await Cost.of {
                        repeat {
                            try await workload(total)
                            runs += 1
                        } while ContinuousClock.now < end
                        return total.sum
                    }
                    guard cost.sum == sum &* (runs + 1) else { throw Failure("the runs came to different sums") }
                    return Cost(
                        seconds: cost.seconds / Double(runs),
                        processorSeconds: cost.processorSeconds / Double(runs),
                        sum: sum
                    )
                }
            )
        }
        self.init(
            name: name,
            unit: unit,
            count: count,
            ours: side("ours", ours),
            peer: peer.map { side($0.name, $0.work) }
        )
    }
}
