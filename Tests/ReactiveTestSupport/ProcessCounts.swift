#if os(Linux)
    import Foundation

    /// The resources that a process holds.
    package struct ProcessCounts: Equatable {
        package var descriptors: Int
        package var threads: Int

        package init() throws {
            let files = FileManager.default
            descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
            threads = try files.contentsOfDirectory(atPath: "/proc/self/task").count
        }
    }

    extension ProcessCounts {
        /// Makes the present memory of the process its peak (proc(5)).
        package static func resetPeakMemory() throws {
            try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        }

        /// The peak memory of the process.
        package static func peakMemoryInKilobytes() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        }
    }

    /// Returns the counts as soon as `isRight` accepts them, or after half a minute: idle threads of the pool end
    /// gradually.
    package func settledCounts(_ isRight: (ProcessCounts) -> Bool) throws -> ProcessCounts {
        var latest = try ProcessCounts()
        for _ in 1...300 where !isRight(latest) {
            poll(nil, 0, 100)
            latest = try ProcessCounts()
        }
        return latest
    }
#endif
