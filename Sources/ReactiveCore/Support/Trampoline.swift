import Synchronization

/// A loop that runs a step repeatedly without recursion. If a step is requested while one is running, from inside the
/// step or from another thread, the loop that is already running runs it next. A million synchronous repetitions need
/// constant stack and memory.
@usableFromInline
package struct Trampoline: ~Copyable, Sendable {
    @usableFromInline let owedCount = Atomic<Int>(0)

    @inlinable package init() {}

    /// Runs `step`, or leaves it to the caller that is already running it.
    @inlinable
    package func bounce(_ step: () -> Void) {
        guard owedCount.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
        repeat { step() } while owedCount.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }
}
