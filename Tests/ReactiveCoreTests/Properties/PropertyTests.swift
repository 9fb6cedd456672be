import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct PropertyTests {
    @Test func aConstantCompletes() {
        let property = Property(value: 1)
        #expect(property.value == 1)
        #expect(property.producer.record().all == [.value(at: .zero, 1), .completed(at: .zero)])
    }

    @Test func itTakesOnWhatAProducerSends() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let property = Property(initial: 0, then: signal)
        let events = property.producer.record()
        input.send(value: 1)
        #expect(property.value == 1)
        input.sendCompleted()
        #expect(events.all == [.value(at: .zero, 0), .value(at: .zero, 1), .completed(at: .zero)])
        #expect(property.value == 1)
    }

    @Test func anInterruptedSourceCompletesIt() {  // R33: completes, never interrupts
        let (signal, input) = Signal<Int, Never>.pipe()
        let property = Property(initial: 0, then: signal)
        let events = property.producer.record()
        input.sendInterrupted()
        #expect(events.all == [.value(at: .zero, 0), .completed(at: .zero)])
        #expect(property.value == 0)
    }

    @Test func aMappedPropertyFollows() {
        let source = MutableProperty(1)
        let property = source.map { $0 * 10 }
        let events = property.producer.record()
        source.value = 2
        #expect(property.value == 20)
        #expect(events.values == [10, 20])
    }

    @Test func aMappedPropertyNeedsNobodyToHoldItWhileItIsObserved() {
        let source = MutableProperty(1)
        let events = source.map { $0 * 10 }.map { $0 + 1 }.producer.record()
        source.value = 2
        #expect(events.values == [11, 21])
    }

    @Test func aComposedPropertyDoesNotOwnItsSource() {  // R33
        var source: MutableProperty<Int>? = MutableProperty(1)
        weak let released = source
        let property = source!.map { $0 * 10 }
        let events = property.producer.record()
        source = nil
        #expect(released == nil)
        #expect(events.all == [.value(at: .zero, 10), .completed(at: .zero)])
        #expect(property.value == 10)
    }

    @Test func aCapturingPropertyDoes() {
        var source: MutableProperty<Int>? = MutableProperty(1)
        weak let held = source
        let property = Property(capturing: source!)
        source = nil
        #expect(held != nil)
        held?.value = 2
        #expect(property.value == 2)
    }

    @Test func aReleasedPropertyLetsGoOfItsSource() {
        let source = MutableProperty(1)
        var property: Property<Int>? = source.map { $0 }
        weak let released = property
        property = nil
        #expect(released == nil)
        source.value = 2
    }
}
