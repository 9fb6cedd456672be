import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct PropertyOperatorsTests {
    @Test func aMappedPropertyFollowsItsSource() {
        struct Point: Sendable { var x = 1 }
        let source = MutableProperty(Point())
        let property = source.map(\.x)
        let events = property.producer.record()
        source.value.x = 2
        #expect(property.value == 2)
        #expect(events.values == [1, 2])
        #expect(source.map(value: "a").value == "a")
    }

    @Test func aMappedPropertyStaysAliveWhileItIsObserved() {
        let source = MutableProperty(1)
        let events = source.map { $0 * 10 }.map { $0 + 1 }.producer.record()
        let changes = source.map { $0 * 10 }.signal.record()
        source.value = 2
        #expect(events.values == [11, 21])
        #expect(changes.values == [20])
    }

    @Test func everyValueIsTransformedOnce() {
        let transformed = Log<Int>()
        let source = MutableProperty(1)
        let property = source.map { value in
            transformed.add(value)
            return value
        }
        source.value = 2
        _ = property.value
        _ = property.producer.record()
        #expect(transformed.all == [1, 2])
    }

    @Test func aComposedPropertyCompletesWithItsSourceAndKeepsItsValue() {  // R33: completes, never interrupts
        var source: MutableProperty<Int>? = MutableProperty(3)
        let property = source!.map { $0 }.skipRepeats().filter(initial: 0) { $0 > 0 }
        let events = property.producer.record()
        source = nil
        #expect(events.all == [.value(at: .zero, 3), .completed(at: .zero)])
        #expect(property.value == 3)
    }

    @Test func anObserverOfAComposedPropertyReadsTheValueItReceives() {  // R33: no glitch between value and producer
        let source = MutableProperty(1)
        let property = source.map { $0 * 10 }
        let seen = Log<[Int]>()
        property.producer.startWithValues { value in seen.add([value, property.value]) }
        property.signal.observeValues { value in seen.add([value, property.value]) }
        source.value = 2
        #expect(seen.all == [[10, 10], [20, 20], [20, 20]])
    }

    @Test func aPropertyCanBeComposedInsideAnObserverOfItsSource() {  // R33
        let source = MutableProperty(1)
        let seen = Log<Int>()
        source.signal.take(first: 1).observeValues { _ in
            let property = source.map { $0 * 10 }.combineLatest(with: source).map { $0 + $1 }
            seen.add(property.value)
            property.producer.startWithValues { seen.add($0) }
        }
        source.value = 2
        source.value = 3
        #expect(seen.all == [22, 22, 32, 33])
    }

    @Test func aSetFromAnObserverOfAComposedPropertyIsDeliveredAfterward() {  // R37
        let source = MutableProperty(0)
        let doubled = source.map { $0 * 2 }
        let first = Log<Int>()
        let second = Log<Int>()
        doubled.signal.observeValues { value in
            first.add(value)
            if value < 6 { source.modify { $0 += 1 } }
        }
        doubled.signal.observeValues { second.add($0) }
        source.value = 1
        #expect(first.all == [2, 4, 6])
        #expect(second.all == [2, 4, 6])
        #expect(doubled.value == 6)
    }

    @Test func filterKeepsTheInitialValueUntilOneIsIncluded() {
        let source = MutableProperty(-1)
        let property = source.filter(initial: 0) { $0 > 0 }
        let events = property.producer.record()
        source.value = 2
        source.value = -3
        #expect(events.values == [0, 2])
        #expect(MutableProperty(5).filter(initial: 0) { $0 > 0 }.value == 5)
    }

    @Test func combinePreviousBeginsWithTheInitialValue() {
        let source = MutableProperty(1)
        let property = source.combinePrevious(0)
        let events = property.map { [$0, $1] }.producer.record()
        source.value = 2
        #expect(property.value == (1, 2))
        #expect(events.values == [[0, 1], [1, 2]])
    }

    @Test func skipRepeatsAndUniqueValuesDropChanges() {
        let source = MutableProperty(1)
        let changes = source.skipRepeats().signal.record()
        let parities = source.skipRepeats { $0 % 2 == $1 % 2 }.signal.record()
        let unique = source.uniqueValues().signal.record()
        let uniqueTens = source.uniqueValues { $0 / 10 }.producer.record()
        for value in [1, 3, 3, 2, 1, 12] { source.value = value }
        #expect(changes.values == [3, 2, 1, 12])
        #expect(parities.values == [2, 1, 12])
        #expect(unique.values == [3, 2, 12])
        #expect(uniqueTens.values == [1, 12])
    }

    @Test func flatMapLatestFollowsTheLatestProperty() {
        let a = MutableProperty(1)
        let b = MutableProperty(10)
        let choice = MutableProperty(a)
        let property = choice.flatten(.latest)
        let mapped = choice.flatMap(.latest) { $0.map { -$0 } }
        let events = property.producer.record()
        a.value = 2
        choice.value = b
        a.value = 3
        b.value = 11
        #expect(events.values == [1, 2, 10, 11])
        #expect(property.value == 11)
        #expect(mapped.value == -11)
    }

    @Test func aFlattenedPropertyCompletesWithAllItsSources() {  // R33
        var inner: MutableProperty<Int>? = MutableProperty(1)
        var outer: MutableProperty<Property<Int>>? = MutableProperty(Property(inner!))
        let property = outer!.flatten(.merge)
        let events = property.signal.record()
        outer = nil
        #expect(events.all.isEmpty)
        inner!.value = 2
        inner = nil
        #expect(events.all == [.value(at: .zero, 2), .completed(at: .zero)])
    }

    @Test func anUnusedComposedPropertyIsReleasedByItsSource() {
        final class Held: Sendable {}
        let source = MutableProperty(1)
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let property = source.map { value in
                _ = object
                return value
            }
            .combineLatest(with: source)
            .skipRepeats { $0 == $1 }
            source.value = 2
            #expect(property.value == (2, 2))
        }
        #expect(held == nil)
    }

    @Test func propertiesComposedDuringChangesOfTheirSourcesAreConsistent() {  // R33
        let a = MutableProperty(0)
        let b = MutableProperty(0)
        let brokenCount = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for _ in 0..<1_500 {
                switch worker {
                case 0: a.modify { $0 += 1 }
                case 1: b.modify { $0 += 1 }
                default:
                    let last = Locked(-1)
                    let sum = a.map { $0 }.combineLatest(with: b).map { $0 + $1 }
                    let handle = sum.producer.startWithValues { value in
                        let isBackward = last.withLock { last in
                            defer { last = value }
                            return value < last
                        }
                        if isBackward { brokenCount.withLock { $0 += 1 } }
                    }
                    if last.withLock({ $0 }) < 0 { brokenCount.withLock { $0 += 1 } }
                    handle.dispose()
                }
            }
        }
        #expect(brokenCount.withLock { $0 } == 0)
        #expect(a.combineLatest(with: b).value == (1_500, 1_500))
    }
}
