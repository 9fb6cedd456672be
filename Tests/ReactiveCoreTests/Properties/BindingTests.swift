import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct BindingTests {
    @Test func anOptionalTargetReceivesValuesIfItExists() {
        let property = MutableProperty(0)
        let target: MutableProperty<Int>? = property
        let binding = target <~ SignalProducer(values: 1, 2)
        #expect(property.value == 2)
        #expect(binding?.isDisposed == true)
    }

    @Test func aBindingToNothingEndsAtOnceAndStartsNothing() {
        let starts = Counter()
        let target: MutableProperty<Int>? = nil
        let binding = target <~ SignalProducer<Int, Never>.never.on(starting: { starts.add() })
        #expect(binding?.isDisposed == true)
        #expect(starts.value == 0)
    }

    @Test func anOptionalTargetOfOptionalsAcceptsNonOptionalValues() {
        let property = MutableProperty<Int?>(nil)
        let target: MutableProperty<Int?>? = property
        target <~ SignalProducer(value: 1)
        #expect(property.value == 1)
    }

    @Test func aPropertyReceivesTheValuesOfItsSource() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let target = MutableProperty(0)
        let binding = target <~ signal
        input.send(value: 1)
        #expect(target.value == 1)
        binding?.dispose()
        input.send(value: 2)
        #expect(target.value == 1)
        target <~ SignalProducer(values: 5, 6)
        #expect(target.value == 6)
        target <~ Property(value: 7)
        #expect(target.value == 7)
    }

    @Test func aTargetOfOptionalsAcceptsNonOptionalValues() {
        let target = MutableProperty<Int?>(nil)
        let (signal, input) = Signal<Int, Never>.pipe()
        target <~ signal
        input.send(value: 1)
        #expect(target.value == 1)
        target <~ SignalProducer<Int?, Never>(value: nil)
        #expect(target.value == nil)
    }

    @Test func aTargetMayHaveSeveralBindingsOneAfterTheOther() {
        let first = MutableProperty(0)
        let second = MutableProperty(0)
        let binding = first <~ second
        second <~ SignalProducer(value: 3)
        #expect(first.value == 3)
        binding?.dispose()
        #expect(binding?.isDisposed == true)
    }

    @Test func aBindingDoesNotRetainItsTargetAndEndsWithIt() {  // R33
        let (signal, input) = Signal<Int, Never>.pipe()
        var target: MutableProperty<Int>? = MutableProperty(0)
        weak let released = target
        let interest = Log<Int>()
        let binding = target! <~ signal.on(value: { interest.add($0) })
        input.send(value: 1)
        target = nil
        #expect(released == nil)
        #expect(binding?.isDisposed == true)
        #expect(interest.all == [1])
    }

    @Test func theEndOfTheSourceEndsTheBinding() {
        let target = MutableProperty(0)
        let binding = target <~ SignalProducer(value: 1)
        #expect(binding?.isDisposed == true)
        #expect(target.value == 1)
    }

    @Test func twoPropertiesCanBeBoundToEachOther() {  // R37
        let a = MutableProperty(0)
        let b = MutableProperty(0)
        a <~ b.skipRepeats()
        b <~ a.skipRepeats()
        let values = Log<Int>()
        a.signal.observeValues { values.add($0) }
        b.value = 1
        a.value = 2
        #expect(a.value == 2)
        #expect(b.value == 2)
        #expect(values.all.last == 2)
    }

    @Test func anObserverReceivesValuesOnlyAndIsNotRetained() {
        let (signal, input) = Signal<Int, Never>.pipe()
        var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal<Int, Never>.pipe()
        let output = pipe!.output
        let events = output.record()
        let binding = pipe!.input <~ signal
        pipe!.input <~ SignalProducer(value: 5)
        input.send(value: 1)
        #expect(events.all == [.value(at: .zero, 5), .value(at: .zero, 1)])
        pipe = nil
        #expect(events.all.last == .interrupted(at: .zero))
        #expect(binding?.isDisposed == true)
        input.send(value: 2)
        #expect(events.values == [5, 1])
    }

    @Test func aCustomObserverReceivesValuesWhileItIsRetained() {
        let values = Log<Int>()
        var observer: Signal<Int, TestError>.Observer? = .init(value: { values.add($0) })
        let source = MutableProperty(1)
        observer! <~ source
        source.value = 2
        observer = nil
        source.value = 3
        #expect(values.all == [1, 2])
    }

    @Test func aKeyPathTargetDoesNotRetainItsObject() {
        final class Label: Sendable {
            let shown = MutableProperty("")
            var text: String {
                get { shown.value }
                set { shown.value = newValue }
            }
        }
        var label: Label? = Label()
        weak let released = label
        let (lifetime, token) = Lifetime.make()
        let (signal, input) = Signal<String, Never>.pipe()
        let binding = BindingTarget(lifetime: lifetime, object: label!, keyPath: \.text) <~ signal
        input.send(value: "a")
        #expect(label?.text == "a")
        label = nil
        #expect(released == nil)
        input.send(value: "b")
        token.dispose()
        #expect(binding?.isDisposed == true)
    }

    @Test func aTargetOnASchedulerReceivesNothingAfterItsLifetimeEnds() {  // R38
        let scheduler = TestScheduler()
        let (lifetime, token) = Lifetime.make()
        let values = Log<Int>()
        let (signal, input) = Signal<Int, Never>.pipe()
        BindingTarget(on: scheduler, lifetime: lifetime) { values.add($0) } <~ signal
        input.send(value: 1)
        #expect(values.all.isEmpty)
        scheduler.advance()
        input.send(value: 2)
        token.dispose()
        scheduler.advance()
        #expect(values.all == [1])
    }

    @Test @MainActor func anObjectOfTheMainActorIsSetOnTheMainActor() async {  // R31, R35
        @MainActor final class Label {
            var text = ""
        }
        let label = Label()
        let (lifetime, token) = Lifetime.make()
        let source = MutableProperty("a")
        BindingTarget.onMain(lifetime: lifetime, object: label) { $0.text = $1 } <~ source
        DispatchQueue.global().async { source.value = "b" }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { UIScheduler().schedule { continuation.resume() } }
        }
        while label.text != "b" { await Task.yield() }
        token.dispose()
        source.value = "c"
        #expect(label.text == "b")
    }
}
