import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct PropertyTests {
    @Test func aConstantPropertyCompletes() {
        let property = Property(value: 1)
        #expect(property.value == 1)
        #expect(property.producer.record().all == [.value(at: .zero, 1), .completed(at: .zero)])
    }

    @Test func aPropertyFollowsTheValuesOfItsSource() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let property = Property(initial: 0, then: signal)
        let events = property.producer.record()
        input.send(value: 1)
        #expect(property.value == 1)
        input.sendCompleted()
        #expect(events.all == [.value(at: .zero, 0), .value(at: .zero, 1), .completed(at: .zero)])
        #expect(property.value == 1)
    }

    @Test func anInterruptedSourceCompletesTheProperty() {  // R33: completes, never interrupts
        let (signal, input) = Signal<Int, Never>.pipe()
        let property = Property(initial: 0, then: signal)
        let events = property.producer.record()
        input.sendInterrupted()
        #expect(events.all == [.value(at: .zero, 0), .completed(at: .zero)])
        #expect(property.value == 0)
    }

    @Test func theReleaseOfAReplacedValueCanReadTheProperty() async {  // R46
        await #expect(processExitsWith: .success) {
            typealias Held = ScopedDisposable<AnyDisposable>
            let (signal, input) = Signal<Int, Never>.pipe()
            let properties = Locked<[Property<Held?>]>([])
            let readCount = Locked(0)
            @Sendable func held(_ number: Int) -> Held? {
                guard number == 0 else { return nil }
                return ScopedDisposable(
                    AnyDisposable {
                        for property in properties.value { _ = property.value }
                        readCount.modify { $0 += 1 }
                    }
                )
            }
            properties.value = [
                Property(initial: held(0), then: signal.map(held)), Property(initial: 0, then: signal).map(held),
            ]
            input.send(value: 1)
            #expect(readCount.value == 2)
        }
    }

    @Test func aPropertyOfOptionalsAcceptsNonOptionalValues() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let property = Property(initial: nil, then: signal)
        input.send(value: 1)
        #expect(property.value == .some(1))
        let plain = Property<Int?>(initial: 5, then: SignalProducer<Int, Never>.empty)
        #expect(plain.value == 5)
        #expect(Property(initial: 5, then: .never).value == 5)
    }

    @Test func aPropertyWorksAsAPropertyWrapper() {
        final class Model {
            let stored = MutableProperty(1)
            @Property var count: Int
            init() { _count = Property(capturing: stored) }
        }
        let model = Model()
        let events = model.$count.producer.record()
        model.stored.value = 2
        #expect(model.count == 2)
        #expect(events.values == [1, 2])
    }

    @Test func aComposedPropertyDoesNotRetainItsSource() {  // R33
        var source: MutableProperty<Int>? = MutableProperty(1)
        weak let released = source
        let property = source!.map { $0 * 10 }
        let events = property.producer.record()
        source = nil
        #expect(released == nil)
        #expect(events.all == [.value(at: .zero, 10), .completed(at: .zero)])
        #expect(property.value == 10)
    }

    @Test func aCapturingPropertyRetainsItsSource() {
        var source: MutableProperty<Int>? = MutableProperty(1)
        weak let held = source
        let property = Property(capturing: source!)
        source = nil
        #expect(held != nil)
        held?.value = 2
        #expect(property.value == 2)
    }

    @Test func anyPropertyTypeCanBeCaptured() {
        final class Custom: PropertyProtocol {
            let inner = MutableProperty(1)
            var value: Int { inner.value }
            var producer: SignalProducer<Int, Never> { inner.producer }
            var signal: Signal<Int, Never> { inner.signal }
        }
        var source: Custom? = Custom()
        weak let held = source
        let property = Property(capturing: source!)
        source = nil
        held?.inner.value = 2
        #expect(property.value == 2)
        #expect(Property(capturing: property).value == 2)
    }

    @Test func aCapturedPropertyWithoutReplayBeginsWithItsValue() {
        final class Late: PropertyProtocol {
            let pipe = Signal<Int, Never>.pipe()
            let value = 7
            var producer: SignalProducer<Int, Never> { pipe.output.producer }
            var signal: Signal<Int, Never> { pipe.output }
        }
        let late = Late()
        let property = Property(late)
        #expect(property.value == 7)
        late.pipe.input.send(value: 8)
        #expect(property.value == 8)
        late.pipe.input.sendCompleted()
        #expect(property.producer.record().all == [.value(at: .zero, 8), .completed(at: .zero)])
    }

    @Test func aReleasedPropertyReleasesItsSource() {
        final class Held: Sendable {}
        let source = MutableProperty(1)
        weak var held: Held?
        var property: Property<Int>?
        do {
            let object = Held()
            held = object
            property = Property(
                initial: 0,
                then: source.producer.map { value in
                    _ = object
                    return value
                }
            )
        }
        #expect(property?.value == 1)
        #expect(held != nil)
        property = nil
        #expect(held == nil)
    }

    @Test func aPropertyFollowsItsSourceWhileItsSignalIsObserved() {  // as in ReactiveSwift
        let source = MutableProperty(1)
        let values = Log<Int>()
        var property: Property<Int>? = Property(source)
        weak let released = property
        let handle = property!.signal.observeValues { values.add($0) }
        let producer = property!.producer
        property = nil
        #expect(released == nil)
        source.value = 2
        #expect(values.all == [2])
        handle?.dispose()
        #expect(producer.record().values == [2])
    }
}
