import ReactiveCore
import Testing

/// The state of a screen. It belongs to the main actor, and its streams end with it.
@MainActor
final class ViewModel {
    private(set) var shown: [Int] = []
    private(set) var hasEnded = false
    let selection = MutableProperty(0)

    func bind(to numbers: SignalProducer<Int, Never>) -> any Disposable {
        numbers.startOnMain { [weak self] number in
            self?.shown.append(number)
        } completed: { [weak self] in
            self?.hasEnded = true
        }
    }

    func select(_ number: Int) { selection.value = number }
}

/// An actor on its own executor that counts values.
actor Tally {
    private(set) var sum = 0

    func add(_ number: Int) { sum += number }

    func follow(_ numbers: SignalProducer<Int, Never>) async {
        for await number in numbers.values() { add(number) }
    }
}

/// Client code in Swift 6 mode. Half of the test is that this target compiles without warnings.
struct CustomerTests {
    @Test @MainActor func aViewModelReceivesValuesOnTheMainActor() async throws {
        let model = ViewModel()
        let numbers = SignalProducer(1...3).observe(on: QueueScheduler(name: "feed"))
        let (lifetime, token) = Lifetime.make()
        let handle = model.bind(to: numbers)
        lifetime.observeEnded { handle.dispose() }
        while !model.hasEnded { await Task.yield() }
        #expect(model.shown == [1, 2, 3])
        token.dispose()
        #expect(handle.isDisposed)
    }

    @Test @MainActor func aPropertyOfAViewModelIsObservedFromAnywhere() async throws {
        let model = ViewModel()
        model.select(7)
        let selection = model.selection
        let seen = await Task.detached { await selection.producer.take(first: 1).firstValue() }.value
        #expect(seen == 7)
    }

    @Test func anActorFollowsAProducer() async {
        let tally = Tally()
        await tally.follow(SignalProducer(1...4))
        #expect(await tally.sum == 10)
    }

    @Test func aTaskAwaitsOneValue() async throws {
        let value = try await SignalProducer<Int, Never>(value: 3).map { $0 * 2 }.value()
        #expect(value == 6)
    }

    @Test func aProducerCanBeCreatedFromAnActor() async throws {
        let tally = Tally()
        let producer = SignalProducer<Int, Never>(awaiting: {
            await tally.add(5)
            return await tally.sum
        })
        #expect(await producer.firstValue() == 5)
        #expect(await producer.firstValue() == 10)
    }

    @Test func cancelingTheTaskDisposesOfTheStart() async {
        let (signal, input) = Signal<Int, Never>.pipe()
        let isOver = Locked(false)
        let producer = signal.producer.on(disposed: { isOver.value = true })
        let task = Task { await Tally().follow(producer) }
        task.cancel()
        await task.value
        #expect(isOver.value)
        input.sendCompleted()
    }
}
