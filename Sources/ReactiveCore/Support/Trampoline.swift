import Synchronization

/// Runs a step again and again without recursion: a step asked for while one is running, by itself or by another thread,
/// runs after it, in the loop of whoever came first. A million synchronous repetitions take constant stack and memory.
@usableFromInline
struct Trampoline: ~Copyable, Sendable {
    @usableFromInline let owedCount = Synchronization.Atomic<Int>(0)

    @usableFromInline init() {}

    /// Runs `step` now, or leaves it to the caller that is already running it.
    @inlinable
    func bounce(_ step: () -> Void) {
        guard owedCount.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
        repeat { step() } while owedCount.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }
}
