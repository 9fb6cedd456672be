@preconcurrency import ReactiveCore
import ReactiveCoreSwift5

// Objects that know nothing of `Sendable`, and state of the main actor.
#if REFUSED
    final class Model {
        var count = 0

        func observe(_ producer: SignalProducer<Int, Never>) {
            producer.startWithValues { self.count += $0 }  // refused: capture of 'self' with non-Sendable type 'Model'
            producer.startWithValues { [weak self] in self?.count += $0 }  // refused: capture of 'self'
            _ = producer.map { [unowned self] in count + $0 }  // refused: capture of 'self'
        }
    }

    @MainActor final class ViewModel {
        var count = 0

        func observe(_ producer: SignalProducer<Int, Never>) {
            producer.startWithValues { self.count = $0 }  // refused: main actor-isolated property 'count'
            _ = producer.map { $0 + self.count }  // refused: main actor-isolated property 'count'
        }
    }
#else
    final class Model: Sendable {
        let count = Locked(0)

        func observe(_ producer: SignalProducer<Int, Never>) {
            producer.startWithValues { value in self.count.withLock { $0 += value } }
            producer.startWithValues { [weak self] value in self?.count.withLock { $0 += value } }
        }
    }

    @MainActor final class ViewModel {
        var count = 0

        func observe(_ producer: SignalProducer<Int, Never>) {
            producer.startOnMain { [weak self] in self?.count = $0 }
        }
    }
#endif
