import ReactiveCore
import Testing

struct BackoffTests {
    @Test func delaysGrowByTheFactorUpToTheCap() {  // N6
        let delays = (1...8).map { Backoff.exponential().delay(forAttempt: $0) }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test func delaysBelowASecondAreExact() {
        let backoff = Backoff.exponential(base: .milliseconds(100), factor: 3, cap: .seconds(2))
        #expect((1...4).map { backoff.delay(forAttempt: $0) } == [100, 300, 900, 2000].map { .milliseconds($0) })
        let half = Backoff.exponential(base: .seconds(2), factor: 1.5)
        #expect(half.delay(forAttempt: 3) == .milliseconds(4_500))
    }

    @Test(arguments: [100, 10_000, Int.max])
    func everyAttemptNumberHasADelay(_ attempt: Int) {
        #expect(Backoff.exponential().delay(forAttempt: attempt) == .seconds(60))
        #expect(Backoff.exponential(factor: 1).delay(forAttempt: attempt) == .seconds(1))
        #expect(Backoff.exponential(base: .zero).delay(forAttempt: attempt) == .zero)
        let uncapped = Backoff.exponential(cap: .seconds(Int64.max))
        #expect(uncapped.delay(forAttempt: attempt) == .seconds(Int64.max))
        #expect(Backoff.constant(.seconds(5)).delay(forAttempt: attempt) == .seconds(5))
    }

    @Test func attemptNumbersBelowOneCountAsTheFirst() {
        #expect(Backoff.exponential().delay(forAttempt: 0) == .seconds(1))
        #expect(Backoff.exponential().delay(forAttempt: .min) == .seconds(1))
    }

    @Test func aBaseAboveTheCapIsLimitedToTheCap() {
        #expect(Backoff.exponential(base: .seconds(90)).delay(forAttempt: 1) == .seconds(60))
    }

    @Test func jitterStaysInItsRange() {  // N9
        func range(_ jitter: Backoff.Jitter, previous: Duration? = nil) -> [Duration] {
            [0, 0.5, 1].map {
                Backoff.exponential(jitter: jitter).delay(forAttempt: 4, previous: previous, fraction: $0)
            }
        }
        #expect(range(.none) == [8, 8, 8].map { .seconds($0) })
        #expect(range(.full) == [0, 4, 8].map { .seconds($0) })
        #expect(range(.equal) == [4, 6, 8].map { .seconds($0) })
        #expect(range(.decorrelated) == [1, 2, 3].map { .seconds($0) })
        #expect(range(.decorrelated, previous: .seconds(5)) == [1, 8, 15].map { .seconds($0) })
        #expect(range(.decorrelated, previous: .seconds(50)).last == .seconds(60))
    }

    @Test func aFractionOutOfRangeIsClamped() {
        let backoff = Backoff.constant(.seconds(8), jitter: .full)
        let delays = [-1, 2, .nan, .infinity].map { backoff.delay(forAttempt: 1, previous: nil, fraction: $0) }
        #expect(delays == [0, 8, 0, 8].map { .seconds($0) })
    }

    @Test func theSameSeedGivesTheSameDelays() {  // N9, N12
        func delays(seed: UInt64) -> [Duration] {
            var generator = SeededGenerator(seed: seed)
            return (1...20).map {
                Backoff.exponential(jitter: .full).delay(forAttempt: $0, previous: nil, using: &generator)
            }
        }
        #expect(delays(seed: 1) == delays(seed: 1))
        #expect(delays(seed: 1) != delays(seed: 2))
        #expect(delays(seed: 3).allSatisfy { (.zero)...(.seconds(60)) ~= $0 })
        #expect(Set(delays(seed: 4)).count == 20)
    }

    @Test func jitteredChangesOnlyTheJitter() {  // N9
        let backoff = Backoff.exponential(base: .seconds(2), factor: 3, cap: .seconds(50))
        #expect(backoff.jittered() == .exponential(base: .seconds(2), factor: 3, cap: .seconds(50), jitter: .full))
        #expect(backoff.jittered(.equal).jitter == .equal)
        #expect(backoff.jittered().jittered(.none) == backoff)
    }
}
