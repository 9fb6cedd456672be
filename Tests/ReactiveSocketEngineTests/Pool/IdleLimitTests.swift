import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct IdleLimitTests {
    private let now = Moment.now

    @Test func aConnectionIsKeptForTheShortestOfItsLimits() {  // EN11
        #expect(timeLeft() == .seconds(60))
        #expect(timeLeft(idleConnectionTime: .seconds(5)) == .seconds(5))
        #expect(timeLeft(after: .seconds(570)) == .seconds(30))
        #expect(timeLeft(.keep(idleLimit: .seconds(4))) == .seconds(4))
        #expect(timeLeft(.keep(idleLimit: .seconds(100))) == .seconds(60))
        #expect(timeLeft(.keep(idleLimit: .seconds(4)), after: .seconds(598)) == .seconds(2))
    }

    @Test func aConnectionThatTheServerClosesIsNotKept() {  // EN11
        #expect(timeLeft(.close) == nil)
    }

    @Test func aConnectionWithoutTimeLeftIsNotKept() {  // EN11
        #expect(timeLeft(.keep(idleLimit: .zero)) == nil)
        #expect(timeLeft(idleConnectionTime: .zero) == nil)
        #expect(timeLeft(maxConnectionAge: .zero) == nil)
    }

    @Test func anOldConnectionIsNotKept() {  // EN11
        #expect(timeLeft(after: .seconds(600)) == nil)
        #expect(timeLeft(after: .seconds(1_000_000)) == nil)
        #expect(timeLeft(after: .seconds(600) - .nanoseconds(1)) == .nanoseconds(1))
    }

    @Test func limitsWithoutAnEndDoNotOverflow() {
        let longest = Duration.seconds(Int64.max)
        let left = timeLeft(idleConnectionTime: longest, maxConnectionAge: longest)
        #expect(left ?? .zero > .seconds(1 << 32))
    }

    private func timeLeft(
        _ persistence: Persistence = .keep(idleLimit: nil),
        after age: Duration = .zero,
        idleConnectionTime: Duration = .seconds(60),
        maxConnectionAge: Duration = .seconds(600)
    ) -> Duration? {
        IdleLimit.expiry(
            of: persistence,
            idleConnectionTime: idleConnectionTime,
            madeAt: now + (.zero - age),
            maxConnectionAge: maxConnectionAge,
            now: now
        ).map { $0 - now }
    }
}
