import ReactiveCore
import Testing

struct LifetimeTests {
    @Test func theLifetimeEndsWhenItsTokenIsDisposedOf() {
        let (lifetime, token) = Lifetime.make()
        let log = Log<String>()
        lifetime.observeEnded(log("ended"))
        lifetime.ended.observe { log.add($0.description) }
        #expect(!lifetime.hasEnded)
        token.dispose()
        #expect(lifetime.hasEnded)
        #expect(log.all == ["ended", "COMPLETED"])
    }

    @Test func theLifetimeEndsWhenItsTokenIsReleased() {
        let lifetime: Lifetime
        do {
            let token = Lifetime.Token()
            lifetime = Lifetime(token)
            #expect(!lifetime.hasEnded)
        }
        #expect(lifetime.hasEnded)
    }

    @Test func anObservationOfAnEndedLifetimeRunsAtOnce() {
        let late = AnyDisposable()
        let count = Counter()
        #expect(Lifetime.empty.observeEnded { count.add() } == nil)
        #expect(Lifetime.empty.observeEnded(late.dispose) == nil)
        #expect(late.isDisposed)
        #expect(count.value == 1)
    }

    @Test func anObservationCanBeRemoved() {
        let (lifetime, token) = Lifetime.make()
        let count = Counter()
        let observation = lifetime.observeEnded { count.add() }
        observation?.dispose()
        token.dispose()
        #expect(count.value == 0)
    }
}
