#if os(Linux)
    import Foundation

    /// What a process holds.
    struct ProcessCounts: Equatable {
        var descriptors: Int
        var threads: Int

        init() throws {
            let files = FileManager.default
            descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
            threads = try files.contentsOfDirectory(atPath: "/proc/self/task").count
        }
    }

    /// The counts once `isRight` holds of them, or after half a minute: idle threads of the pool end by and by.
    func settledCounts(_ isRight: (ProcessCounts) -> Bool) throws -> ProcessCounts {
        var latest = try ProcessCounts()
        for _ in 1...300 where !isRight(latest) {
            poll(nil, 0, 100)
            latest = try ProcessCounts()
        }
        return latest
    }
#endif
