import Synchronization

/// Counts overlapping entries into a section.
final class Guard: Sendable {
    private let occupants = Atomic<Int>(0)
    private let violations = Atomic<Int>(0)

    var violationCount: Int { violations.load(ordering: .acquiring) }

    func enter() {
        if occupants.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue != 0 {
            violations.wrappingAdd(1, ordering: .relaxed)
        }
    }

    func leave() {
        occupants.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }
}
