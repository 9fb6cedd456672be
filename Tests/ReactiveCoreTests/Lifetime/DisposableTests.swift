import ReactiveCore
import Testing

struct DisposableTests {
    @Test func theInnerDisposableOfAScopedSerialCanBeSet() {
        let (first, second) = (AnyDisposable(), AnyDisposable())
        do {
            let scoped = ScopedDisposable(SerialDisposable())
            scoped.inner = first
            #expect(scoped.inner === first)
            scoped.inner = second
            #expect(first.isDisposed && !second.isDisposed)
        }
        #expect(second.isDisposed)
    }

    @Test func anActionRunsOnce() {
        let count = Counter()
        let disposable = AnyDisposable { count.add() }
        #expect(!disposable.isDisposed)
        disposable.dispose()
        disposable.dispose()
        #expect(disposable.isDisposed)
        #expect(count.value == 1)
    }

    @Test func anActionRunsOnceOnManyThreads() {
        let unfair = unfairContests {
            let count = Counter()
            let disposable = AnyDisposable { count.add() }
            return Contest(left: disposable.dispose, right: disposable.dispose) { count.value == 1 }
        }
        #expect(unfair == 0)
    }

    @Test func disposalReleasesTheAction() {
        weak var weakObject: AnyDisposable?
        let disposable: AnyDisposable
        do {
            let object = AnyDisposable()
            weakObject = object
            disposable = AnyDisposable(object)
        }
        #expect(weakObject != nil)
        disposable.dispose()
        #expect(weakObject == nil)
    }

    @Test func aCompositeDisposesOfItsMembersInOrder() {
        let log = Log<Int>()
        let composite = CompositeDisposable([AnyDisposable(log(1)), nil, AnyDisposable(log(2))])
        composite.add(log(3))
        composite += AnyDisposable(log(4))
        composite += log(5)
        composite.dispose()
        composite.dispose()
        #expect(log.all == [1, 2, 3, 4, 5])
        #expect(composite.isDisposed)
    }

    @Test func aDisposedCompositeDisposesOfNewMembersAtOnce() {  // R38
        let composite = CompositeDisposable()
        composite.dispose()
        let late = AnyDisposable()
        #expect(composite.add(late) == nil)
        #expect(late.isDisposed)
    }

    @Test func aMemberRemovedFromACompositeIsNotDisposedOf() {
        let log = Log<Int>()
        let composite = CompositeDisposable()
        let token = composite.add(log(1))
        composite.add(log(2))
        token?.dispose()
        composite.dispose()
        #expect(log.all == [2])
    }

    @Test func theReleaseOfARemovedMemberCanUseTheComposite() async {  // R46
        await #expect(processExitsWith: .success) {
            let composite = CompositeDisposable()
            let late = AnyDisposable()
            let removal = composite.add(ScopedDisposable(AnyDisposable { composite.add(late) }))
            removal?.dispose()
            composite.dispose()
            #expect(late.isDisposed)
        }
    }

    @Test func aMemberAddedDuringTheDisposalOfACompositeIsDisposedOf() {  // R38
        let unfair = unfairContests {
            let composite = CompositeDisposable()
            let late = AnyDisposable()
            return Contest(left: composite.dispose, right: { composite.add(late) }) { late.isDisposed }
        }
        #expect(unfair == 0)
    }

    @Test func aSerialDisposesOfTheOldDisposableWhenANewOneIsSet() {
        let serial = SerialDisposable()
        let (first, second, third) = (AnyDisposable(), AnyDisposable(), AnyDisposable())
        serial.inner = first
        serial.inner = second
        #expect(first.isDisposed && !second.isDisposed)
        serial.dispose()
        #expect(second.isDisposed)
        serial.inner = third
        #expect(third.isDisposed)
    }

    @Test func aDisposableSetDuringTheDisposalOfASerialIsDisposedOf() {  // R38
        let unfair = unfairContests {
            let serial = SerialDisposable()
            let inner = AnyDisposable()
            return Contest(left: serial.dispose, right: { serial.inner = inner }) { inner.isDisposed }
        }
        #expect(unfair == 0)
    }

    @Test func aScopedDisposableIsDisposedOfWhenReleased() {
        let inner = AnyDisposable()
        do {
            let scoped = ScopedDisposable(inner)
            #expect(!scoped.isDisposed)
        }
        #expect(inner.isDisposed)
    }

    @Test func aScopedCompositeAcceptsMoreMembers() {
        let log = Log<Int>()
        do {
            let scoped = ScopedDisposable(CompositeDisposable())
            scoped += AnyDisposable(log(1))
            scoped += log(2)
        }
        #expect(log.all == [1, 2])
    }

    @Test func anErasedDisposableReflectsTheStateOfTheOriginal() {
        let inner = AnyDisposable()
        let outer = AnyDisposable(inner)
        #expect(!outer.isDisposed)
        inner.dispose()
        #expect(outer.isDisposed)
    }

    @Test func anyDisposableCanBeScoped() {
        let inner: any Disposable = AnyDisposable()
        var scoped: ScopedDisposable<AnyDisposable>? = ScopedDisposable(inner)
        #expect(scoped?.isDisposed == false)
        scoped = nil
        #expect(inner.isDisposed)
    }
}
