#if os(Linux)
    import Testing

    @testable import ReactiveNetworking

    @Suite struct AdmissionTests {
        private let first = Origin(isSecure: false, authority: "a.test")
        private let second = Origin(isSecure: false, authority: "b.test")

        private func admission(limit: Int = 100, perOrigin: Int = 2, multiplexed: Int = 2) -> Admission<Int> {
            Admission(limit: limit, perOrigin: perOrigin, perMultiplexedOrigin: multiplexed)
        }

        private func admit(_ number: Int, to origin: Origin, in admission: inout Admission<Int>) -> Bool {
            admission.admit(number, to: origin)
        }

        private func next(_ admission: inout Admission<Int>) -> Int? { admission.next { _ in true }?.0 }

        @Test func exchangesUpToTheLimitRunAndTheRestWaitInOrder() {
            var admission = admission()
            let admitted = (1...5).map { admission.admit($0, to: first) }
            #expect(admitted == [true, true, false, false, false])
            #expect(next(&admission) == nil)
            admission.leave(first)
            #expect(next(&admission) == 3)
            #expect(next(&admission) == nil)
            admission.leave(first)
            admission.leave(first)
            #expect(next(&admission) == 4)
            #expect(next(&admission) == 5)
            #expect(next(&admission) == nil)
        }

        @Test func originsDoNotBlockEachOther() {
            var admission = admission(perOrigin: 1)
            #expect(admit(1, to: first, in: &admission))
            #expect(!admit(2, to: first, in: &admission))
            #expect(admit(3, to: second, in: &admission))
            #expect(admit(4, to: Origin(isSecure: true, authority: "a.test"), in: &admission))
        }

        @Test func originsTakeTurnsUnderTheTotalLimit() {
            var admission = admission(limit: 1, perOrigin: 10)
            #expect(admit(0, to: first, in: &admission))
            for number in [1, 2, 3] { #expect(!admit(number, to: first, in: &admission)) }
            for number in [11, 12] { #expect(!admit(number, to: second, in: &admission)) }
            var order: [Int] = []
            var running = first
            for _ in 0..<5 {
                admission.leave(running)
                guard let (waiter, origin) = admission.next(isWanted: { _ in true }) else { continue }
                order.append(waiter)
                running = origin
            }
            #expect(order == [1, 11, 2, 12, 3])
            admission.leave(running)
            #expect(admission.isIdle)
        }

        @Test func aNewExchangeDoesNotOvertakeWaitingOnes() {
            var admission = admission(perOrigin: 1)
            _ = admission.admit(1, to: first)
            _ = admission.admit(2, to: first)
            admission.leave(first)
            #expect(!admit(3, to: first, in: &admission))
            #expect(next(&admission) == 2)
        }

        @Test func unwantedExchangesAreDroppedFromTheQueue() {
            var admission = admission(perOrigin: 1)
            for number in 1...4 { _ = admission.admit(number, to: first) }
            admission.leave(first)
            let wanted = admission.next { $0 == 4 }
            #expect(wanted?.0 == 4)
            admission.leave(first)
            #expect(admission.isIdle)
        }

        @Test func pruningKeepsTheOrderOfTheRest() {
            var admission = admission(perOrigin: 1)
            for number in 1...5 { _ = admission.admit(number, to: first) }
            _ = admission.admit(11, to: second)
            _ = admission.admit(12, to: second)
            admission.prune { !$0.isMultiple(of: 2) }
            admission.leave(first)
            #expect(next(&admission) == 3)
            admission.leave(first)
            #expect(next(&admission) == 5)
            admission.leave(first)
            admission.leave(second)
            #expect(admission.isIdle)
        }

        @Test func aMultiplexedOriginAdmitsMoreExchanges() {
            var admission = admission(perOrigin: 1, multiplexed: 3)
            for number in 1...5 { _ = admission.admit(number, to: first) }
            admission.note(multiplexed: first)
            #expect(next(&admission) == 2)
            #expect(next(&admission) == 3)
            #expect(next(&admission) == nil)
            for _ in 1...3 { admission.leave(first) }
            #expect(next(&admission) == 4)
        }

        @Test func theLimitsHoldUnderRandomOperations() {
            var admission = admission(limit: 5, perOrigin: 3)
            var generator = SeededGenerator(state: 7)
            var active: [Origin: Int] = [:]
            for number in 0..<20_000 {
                let origin = Origin(isSecure: false, authority: "\(Int.random(in: 0..<4, using: &generator))")
                if Bool.random(using: &generator) {
                    if admission.admit(number, to: origin) { active[origin, default: 0] += 1 }
                } else if let leaver = active.first(where: { $0.value > 0 })?.key {
                    active[leaver, default: 0] -= 1
                    admission.leave(leaver)
                }
                while let (_, origin) = admission.next(isWanted: { !$0.isMultiple(of: 5) }) {
                    active[origin, default: 0] += 1
                }
                #expect(active.values.allSatisfy { $0 <= 3 })
                #expect(active.values.reduce(0, +) <= 5)
            }
        }
    }
#endif
