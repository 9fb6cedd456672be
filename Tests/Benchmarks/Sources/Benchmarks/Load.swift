import Dispatch
import Foundation
import ReactiveNetworking

/// The cost of a piece of work.
struct Cost: Sendable {
    var seconds: Double
    var processorSeconds: Double
    /// The peak of the resident memory, in bytes.
    var peakMemory: Int

    static func of(_ work: () throws -> Void) rethrows -> Cost {
        let clock = ContinuousClock.now
        let before = Usage.processorSeconds
        try work()
        let elapsed = clock.duration(to: .now) / .seconds(1)
        return Cost(
            seconds: elapsed,
            processorSeconds: Usage.processorSeconds - before,
            peakMemory: Usage.peakMemory
        )
    }
}

/// The resources that this process has used.
enum Usage {
    static var processorSeconds: Double {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// In bytes; Linux counts in kibibytes.
    static var peakMemory: Int { usage.ru_maxrss * 1_024 }

    /// Resets ``latePeakMemory`` (proc(5), `clear_refs`).
    static func forgetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// The peak of the resident memory since ``forgetPeak()``, in bytes.
    static var latePeakMemory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    static var residentMemory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }

    private static var usage: rusage {
        var usage = rusage()
        // 0 means the calling process; the type of the constant differs between platforms.
        getrusage(0, &usage)
        return usage
    }
}

/// A load of many requests, with a limited number of them in flight.
struct Load: Sendable {
    /// A closure that begins one request and calls back with the size of the complete body.
    typealias Begin = @Sendable (_ ended: @escaping @Sendable (Int) -> Void) -> Void

    let count: Int
    let inFlight: Int

    /// Runs a tenth of the load to warm up, and then the whole load.
    func run(_ begin: @escaping Begin) -> Cost {
        lanes(count / 10, begin)
        return Cost.of { lanes(count, begin) }
    }

    private func lanes(_ count: Int, _ begin: @escaping Begin) {
        let left = Locked(count)
        let group = DispatchGroup()
        @Sendable func next() {
            let isWanted = left.withLock { left in
                left -= 1
                return left >= 0
            }
            guard isWanted else { return group.leave() }
            begin { byteCount in
                precondition(byteCount > 0, "a response without a body")
                next()
            }
        }
        for _ in 0..<min(count, inFlight) {
            group.enter()
            next()
        }
        group.wait()
    }
}
