import Combine
import ReactiveNetworking
import Testing

/// A subscriber that asks for as many values as it is told to.
private final class Reader: Subscriber {
    typealias Input = Int
    typealias Failure = Network.OperationError

    private(set) var events: [String] = []
    private(set) var subscription: (any Subscription)?
    /// The demand at each value.
    var more = Subscribers.Demand.none
    /// Runs at each value.
    var onValue: () -> Void = {}

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Int) -> Subscribers.Demand {
        events.append("\(input)")
        onValue()
        return more
    }

    func receive(completion: Subscribers.Completion<Network.OperationError>) {
        switch completion {
        case .finished: events.append("|")
        case .failure(let error): events.append("x \(error)")
        }
    }
}

@Suite struct PublisherTests {
    private typealias Source = SignalProducer<Int, Network.OperationError>

    @Test func nothingStartsBeforeTheFirstDemand() {  // A3
        let starts = Locked(0)
        let reader = Reader()
        Source(1...5).on(starting: { starts.modify { $0 += 1 } }).publisher.subscribe(reader)
        #expect(starts.value == 0)
        reader.subscription?.request(.max(2))
        #expect(starts.value == 1)
        #expect(reader.events == ["1", "2"])
        reader.subscription?.request(.max(1))
        #expect(reader.events == ["1", "2", "3"])
        reader.subscription?.request(.unlimited)
        #expect(reader.events == ["1", "2", "3", "4", "5", "|"])
        #expect(starts.value == 1)
    }

    @Test func theDemandThatAValueReturnsAdds() {  // A3
        let reader = Reader()
        reader.more = .max(1)
        Source(1...3).publisher.subscribe(reader)
        reader.subscription?.request(.max(1))
        #expect(reader.events == ["1", "2", "3", "|"])
    }

    @Test func cancellationDisposesOfTheStart() {  // A3
        let (signal, observer) = Signal<Int, Network.OperationError>.pipe()
        let isDisposed = Locked(false)
        let reader = Reader()
        Source(signal).on(disposed: { isDisposed.value = true }).publisher.subscribe(reader)
        reader.subscription?.request(.unlimited)
        observer.send(value: 1)
        reader.subscription?.cancel()
        observer.send(value: 2)
        observer.sendCompleted()
        #expect(isDisposed.value)
        #expect(reader.events == ["1"])
    }

    @Test func cancellationAtAValueEndsTheDelivery() {  // A3
        let reader = Reader()
        reader.onValue = { [unowned reader] in reader.subscription?.cancel() }
        Source(1...5).publisher.subscribe(reader)
        reader.subscription?.request(.unlimited)
        #expect(reader.events == ["1"])
    }

    @Test func aSubscriptionReceivesOneTerminalEvent() {  // A3
        let failing = Reader()
        Source(1...1).concat(error: .missingData).publisher.subscribe(failing)
        failing.subscription?.request(.unlimited)
        failing.subscription?.request(.max(1))
        #expect(failing.events == ["1", "x \(Network.OperationError.missingData)"])

        // The completion needs no demand of its own, but comes after the waiting values.
        let (signal, observer) = Signal<Int, Network.OperationError>.pipe()
        let slow = Reader()
        Source(signal).publisher.subscribe(slow)
        slow.subscription?.request(.max(1))
        for value in 1...2 { observer.send(value: value) }
        observer.sendInterrupted()
        #expect(slow.events == ["1"])
        slow.subscription?.request(.max(1))
        #expect(slow.events == ["1", "2", "|"])
    }

    @Test func everySubscriptionIsAStartOfItsOwn() {  // A3
        let starts = Locked(0)
        let publisher = Source(1...2).on(starting: { starts.modify { $0 += 1 } }).publisher
        var all: [[Int]] = []
        for _ in 0..<3 {
            var values: [Int] = []
            let subscription = publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
            all.append(values)
            subscription.cancel()
        }
        #expect(all == [[1, 2], [1, 2], [1, 2]])
        #expect(starts.value == 3)
    }
}
