import Foundation

/// The destination of a workload's results, so that the optimizer cannot remove the work.
final class Accumulator: @unchecked Sendable {
    // SAFETY: A workload adds from one thread at a time. The reading thread is ordered after the end of the workload by
    // a semaphore, by a join of tasks, or because it is the same thread.
    private(set) var sum = 0

    func add(_ value: Int) { sum &+= value }

    func reset() { sum = 0 }
}

/// Passes a value through an opaque function. The optimizer cannot see the contents of a source or the body of a
/// closure, neither on our side nor on the peer's.
@_optimize(none)
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }

/// One side of a row: `work` runs `count` times and adds up its results.
struct Side: Sendable {
    let name: String
    let work: @Sendable (Accumulator) async throws -> Void

    init(_ name: String, _ work: @escaping @Sendable (Accumulator) async throws -> Void) {
        self.name = name
        self.work = work
    }
}

/// Returns the best of `rounds` runs of each side, in nanoseconds per item. The sides take turns within a round, so
/// that a busy moment of the machine affects both; the first round is a warm-up. Both sides must produce the same sum,
/// which shows that they did the same work.
func bestOf(rounds: Int = 5, count: Int, _ sides: [Side]) async throws -> [Double] {
    var best = sides.map { _ in Double.infinity }
    let total = Accumulator()
    var expected: Int?
    for round in 0...rounds {
        for (index, side) in sides.enumerated() {
            total.reset()
            let begun = ContinuousClock.now
            try await side.work(total)
            let elapsed = begun.duration(to: .now)
            precondition(expected ?? total.sum == total.sum, "\(side.name) came to another sum than its peers")
            expected = total.sum
            if round > 0 { best[index] = min(best[index], elapsed / .nanoseconds(1) / Double(count)) }
        }
    }
    return best
}
