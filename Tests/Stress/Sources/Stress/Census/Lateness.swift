#if os(Linux)
    import Foundation
    import ReactiveCore

    /// Times by which deadlines were late.
    final class Lateness: Sendable {
        /// The most that a deadline may be late: a second, or the milliseconds in `STRESS_LATENESS`.
        static let bound = Duration.milliseconds(
            ProcessInfo.processInfo.environment["STRESS_LATENESS"].flatMap { Int($0) } ?? 1_000
        )

        private let all = Locked<[Duration]>([])

        func add(_ lateness: Duration) { all.withLock { $0.append(lateness) } }

        /// The median, the 99th percentile and the largest, in words.
        var summary: String {
            let sorted = all.withLock { $0 }.sorted()
            guard let last = sorted.last else { return "no deadlines" }
            func text(_ lateness: Duration) -> String { String(format: "%.2f ms", lateness / .milliseconds(1)) }
            return "\(sorted.count) deadlines, late by \(text(sorted[sorted.count / 2])) (median), "
                + "\(text(sorted[sorted.count * 99 / 100])) (99th percentile), \(text(last)) (most)"
        }

        /// Returns what is wrong, if one is later than ``bound``.
        var complaints: [String] {
            let most = all.withLock { $0.max() } ?? .zero
            return most > Self.bound ? ["a deadline is late by \(most)"] : []
        }
    }
#endif
