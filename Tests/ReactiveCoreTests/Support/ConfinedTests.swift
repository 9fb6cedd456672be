import ReactiveCore
import ReactiveTesting
import Testing

struct ConfinedTests {
    final class Gate: Confinement {
        private let isOpen: Locked<Bool>

        init(isOpen: Bool) { self.isOpen = Locked(isOpen) }

        var isHeld: Bool { isOpen.withLock { $0 } }
    }

    @Test func stateIsAccessibleWhileTheConfinementIsHeld() {
        let gate = Gate(isOpen: true)
        let number = Confined(1, to: gate)
        number.state += 1
        #expect(number.state == 2)
        withExtendedLifetime(gate) {}
    }

    @Test func uncheckedAccessDoesNotAskTheGate() {
        let gate = Gate(isOpen: false)
        let number = Confined(1, to: gate)
        number.unchecked += 1
        #expect(number.unchecked == 2)
        #expect(Confined(unchecked: 3).state == 3)
        withExtendedLifetime(gate) {}
    }

    @Test func stateOutlivesItsConfinement() {
        let number = Confined(1, to: Gate(isOpen: false))
        #expect(number.state == 1)
    }

    #if DEBUG
        @Test func aViolationTrapsInDebugBuilds() async {
            await #expect(processExitsWith: .failure) {
                let gate = Gate(isOpen: false)
                let number = Confined(1, to: gate)
                number.state += 1
                withExtendedLifetime(gate) {}
            }
        }
    #endif

    @Test func statefulOperatorsRunInsideTheExclusionOfAHotSource() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let sums = signal.scan(0, +).take(first: 2).skipRepeats().producer.record()
        input.send(value: 1)
        input.send(value: 2)
        #expect(sums.values == [1, 3])
    }
}
