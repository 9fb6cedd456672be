import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct MutablePropertyTests {
    @Test func aValueCanBeReadBeforeItsObserversRun() {  // R33
        let property = MutableProperty(0)
        let seen = Locked<[[Int]]>([])
        property.signal.observeValues { value in seen.withLock { $0.append([value, property.value]) } }
        property.value = 1
        property.value = 2
        #expect(seen.withLock { $0 } == [[1, 1], [2, 2]])
    }

    @Test func onlyTheProducerOfAPropertyReplaysItsValue() {  // R33
        let property = MutableProperty(1)
        let produced = property.producer.record()
        let signaled = property.signal.record()
        property.value = 2
        property.value = 2
        #expect(produced.values == [1, 2, 2])
        #expect(signaled.values == [2, 2])
    }

    @Test func aReleasedPropertyCompletesAndIsNeverInterrupted() {  // R33
        var property: MutableProperty<Int>? = MutableProperty(1)
        let produced = property!.producer.record()
        let signaled = property!.signal.record()
        let late = property!.producer
        property = nil
        #expect(produced.all == [.value(at: .zero, 1), .completed(at: .zero)])
        #expect(signaled.all == [.completed(at: .zero)])
        #expect(late.record().all == [.value(at: .zero, 1), .completed(at: .zero)])
    }

    @Test func aSetFromItsOwnObserverIsDeliveredAfterwardInOrder() {  // R37
        let property = MutableProperty(0)
        let first = Locked<[Int]>([])
        let second = Locked<[Int]>([])
        property.signal.observeValues { value in
            first.withLock { $0.append(value) }
            if value < 3 { property.value = value + 1 }
        }
        property.signal.observeValues { value in second.withLock { $0.append(value) } }
        property.value = 1
        #expect(first.withLock { $0 } == [1, 2, 3])
        #expect(second.withLock { $0 } == [1, 2, 3])
        #expect(property.value == 3)
    }

    @Test func aProducerStartedInsideAnObserverDoesNotDeadlock() {  // R33
        let property = MutableProperty(0)
        let seen = Locked<[Int]>([])
        property.producer.startWithValues { _ in
            property.producer.take(first: 1).startWithValues { value in seen.withLock { $0.append(value) } }
        }
        #expect(seen.withLock { $0 } == [0])
        property.value = 1
        #expect(seen.withLock { $0 } == [0, 1])
    }

    @Test func aBlockingStartInsideAnObserverGetsItsValueAtOnce() {  // R33
        let property = MutableProperty(0)
        let seen = Locked<[Int?]>([])
        property.signal.observeValues { _ in
            let first = property.producer.first()?.get()
            seen.withLock { $0.append(first) }
        }
        property.value = 1
        #expect(seen.withLock { $0 } == [1])
    }

    @Test func aStartInsideAnObserverReceivesOnlyValuesAfterItsFirst() {  // R33, R37
        let property = MutableProperty(0)
        let inner = Locked<[Int]>([])
        property.signal.take(first: 1).observeValues { value in
            property.value = value + 1
            property.producer.startWithValues { value in inner.withLock { $0.append(value) } }
            property.value = value + 2
        }
        property.value = 1
        property.value = 9
        #expect(inner.withLock { $0 } == [2, 3, 9])
    }

    @Test func aStartInsideAnObserverEndsWithTheProperty() {  // R33
        var property: MutableProperty<Int>? = MutableProperty(0)
        let recorders = Locked<[EventRecorder<Int, Never>]>([])
        property!.signal.observeValues { [weak property] _ in
            guard let property else { return }
            recorders.withLock { $0.append(property.producer.record()) }
        }
        property!.value = 1
        property = nil
        #expect(recorders.withLock { $0 }.map(\.all) == [[.value(at: .zero, 1), .completed(at: .zero)]])
    }

    @Test func aStartInsideAnObserverCanBeDisposedOf() {
        let property = MutableProperty(0)
        let log = Log<Signal<Int, Never>.Event>()
        let handle = SerialDisposable()
        property.signal.take(first: 1).observeValues { _ in handle.inner = property.producer.start { log.add($0) } }
        property.value = 1
        property.value = 2
        handle.dispose()
        property.value = 3
        #expect(log.all == [.value(1), .value(2), .interrupted])
    }

    @Test func swapAndModifyAreAtomic() {
        let property = MutableProperty(1)
        let events = property.signal.record()
        #expect(property.swap(2) == 1)
        #expect(
            property.modify { value in
                value += 5
                return value * 10
            } == 70
        )
        #expect(property.withValue { $0 } == 7)
        #expect(events.values == [2, 7])
    }

    @Test func aModifyThatThrowsStillSendsTheChangedValue() {  // R33: observers know the value
        struct Refusal: Error {}
        let property = MutableProperty(1)
        let events = property.signal.record()
        #expect(throws: Refusal.self) {
            try property.modify { (value: inout Int) throws in
                value = 2
                throw Refusal()
            }
        }
        #expect(property.value == 2)
        #expect(events.values == [2])
        property.value = 3
        #expect(events.values == [2, 3])
    }

    @Test func touchingThePropertyInsideItsOwnModifyTraps() async {  // R33
        await #expect(processExitsWith: .failure) {
            let property = MutableProperty(0)
            property.modify { $0 = property.value + 1 }
        }
    }

    @Test func theReleaseOfAReplacedValueCanUseTheProperty() async {  // R46
        await #expect(processExitsWith: .success) {
            let property = MutableProperty<ScopedDisposable<AnyDisposable>?>(nil)
            let next = ScopedDisposable(AnyDisposable())
            property.value = ScopedDisposable(AnyDisposable { property.value = next })
            property.value = nil
            #expect(property.value === next)
        }
    }

    @Test func aStartInsideAnObserverRetainsNothingAfterItsEnd() {  // R13
        final class Held: Sendable {}
        weak var held: Held?
        let property = MutableProperty(0)
        let handle = SerialDisposable()
        do {
            let object = Held()
            held = object
            property.signal.take(first: 1).observeValues { [weak property, weak object] _ in
                guard let property, let object else { return }
                handle.inner = property.producer.start { _ in _ = object }
            }
            property.value = 1
        }
        #expect(held != nil)
        handle.dispose()
        #expect(held == nil)
    }

    @Test func settersOnManyThreadsLoseNothingAndKeepTheOrder() {  // R33, R37
        let property = MutableProperty(0)
        let seen = Locked<[Int]>([])
        property.signal.observeValues { value in seen.withLock { $0.append(value) } }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5_000 { property.modify { $0 += 1 } }
        }
        #expect(property.value == 20_000)
        #expect(seen.withLock { $0 } == Array(1...20_000))
    }

    @Test func startsDuringSetsMissNoValue() {  // R33: replay and subscription are one step
        let property = MutableProperty(0)
        let gaps = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for _ in 0..<2_000 {
                guard worker > 0 else {
                    property.modify { $0 += 1 }
                    continue
                }
                let last = Locked<Int?>(nil)
                let handle = property.producer.startWithValues { value in
                    let isGap = last.withLock { last in
                        defer { last = value }
                        return last.map { $0 + 1 != value } ?? false
                    }
                    if isGap { gaps.withLock { $0 += 1 } }
                }
                handle.dispose()
            }
        }
        #expect(gaps.withLock { $0 } == 0)
    }

    @Test func aMutablePropertyWorksAsAPropertyWrapper() {
        final class Model: Sendable {
            let count = MutableProperty(wrappedValue: 1)
        }
        struct Holder {
            @MutableProperty var count = 1
        }
        let holder = Holder()
        let events = holder.$count.producer.record()
        holder.count = 5
        #expect(events.values == [1, 5])
        #expect(Model().count.wrappedValue == 1)
    }

    @Test func disposedObserversReceiveNothing() {
        let property = MutableProperty(0)
        let events = property.producer.record()
        events.dispose()
        property.value = 1
        #expect(events.all == [.value(at: .zero, 0), .interrupted(at: .zero)])
    }
}
