#if os(Linux)
    import Foundation

    /// The resources that the process uses.
    struct Census: CustomStringConvertible {
        let descriptors: Int
        let threads: Int
        /// In bytes.
        let memory: Int

        static var now: Census {
            trim()
            return Census(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"), memory: residentBytes)
        }

        var description: String { "\(descriptors) descriptors, \(threads) threads, \(memory >> 10) KiB" }

        /// Returns the census as soon as it is right, or after a minute: idle threads and connections end gradually.
        static func settled(_ isRight: (Census) -> Bool) -> Census {
            var latest = now
            for _ in 0..<600 where !isRight(latest) {
                poll(nil, 0, 100)
                latest = now
            }
            return latest
        }

        /// Returns what is left of the resources that were used since an earlier census, after a while.
        ///
        /// - Parameter memory: The growth of the memory that is not a leak, in bytes.
        func left(since before: Census, memory: Int) -> [String] {
            var left: [String] = []
            if descriptors > before.descriptors {
                left.append("\(descriptors - before.descriptors) descriptors are left")
            }
            if threads > before.threads { left.append("\(threads - before.threads) threads are left") }
            // Sanitizers keep what is freed, and metadata for it.
            if self.memory > before.memory + memory, !Self.isSanitized {
                left.append("the memory has grown by \((self.memory - before.memory) >> 10) KiB")
            }
            return left
        }

        static var isSanitized: Bool { dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil }

        static var residentBytes: Int {
            let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
        }

        /// Returns empty pages to the system. A server that had thousands of threads for a moment leaves many of them,
        /// which are no leak.
        private static func trim() {
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            // SAFETY: `int malloc_trim(size_t)` is what the C library has under this name.
            _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
        }

        static var descriptorCount: Int { count("/proc/self/fd") }

        /// Raises the limit of descriptors as far as it goes, and returns it.
        static func raiseDescriptorLimit() -> Int {
            var limits = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
            limits.rlim_cur = limits.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
            return Int(clamping: limits.rlim_cur)
        }

        private static func count(_ path: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
        }
    }
#endif
