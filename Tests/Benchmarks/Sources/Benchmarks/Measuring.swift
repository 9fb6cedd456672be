import Foundation

/// Where a workload puts its result, so that no work can be left out.
final class Accumulator: @unchecked Sendable {
    // SAFETY: a workload adds from one thread at a time, and the thread that reads was handed the end of the workload by
    // a semaphore, a join of tasks or by being the same thread.
    private(set) var sum = 0

    func add(_ value: Int) { sum &+= value }

    func reset() { sum = 0 }
}

/// Hands a value over in a way the optimiser cannot look through: what a source holds and what a closure does stay
/// unknown to the chain they are put into, on our side and on the peer's.
@_optimize(none)
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }

/// One side of a row: `work` does `count` things and adds up what came out.
struct Side: Sendable {
    let name: String
    let work: @Sendable (Accumulator) async throws -> Void

    init(_ name: String, _ work: @escaping @Sendable (Accumulator) async throws -> Void) {
        self.name = name
        self.work = work
    }
}

/// The best of `rounds` runs of each side, in nanoseconds for each of `count` things. The sides take turns within a
/// round, so that a busy moment of the machine strikes both; the first round is a rehearsal. Both must come to the same
/// sum, which tells that they did the same work.
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
