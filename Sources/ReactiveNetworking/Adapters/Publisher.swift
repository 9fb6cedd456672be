#if canImport(Combine)
    import Combine

    extension SignalProducer {
        /// A Combine publisher of the producer's events.
        ///
        /// Each subscription is one start, which begins with the first demand. Canceling the subscription disposes of
        /// the start. Values beyond the demand wait, and an interruption is a completion.
        public var publisher: some Publisher<Value, Failure> { ProducerPublisher(producer: self) }
    }

    private struct ProducerPublisher<Output: Sendable, Failure: Error>: Publisher {
        let producer: SignalProducer<Output, Failure>

        func receive(subscriber: some Subscriber<Output, Failure>) {
            subscriber.receive(subscription: ProducerSubscription(of: producer, by: subscriber))
        }
    }

    /// A subscription, which is one start.
    private final class ProducerSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
        private struct State: Sendable {
            /// The number of wanted values, or `Int.max` for all.
            var demand = 0
            var waiting: [Output] = []
            var end: Result<Void, Failure>?
            var hasStarted = false
            var isDelivering = false
            var isOver = false

            mutating func want(_ more: Subscribers.Demand) {
                let (sum, isTooMuch) = demand.addingReportingOverflow(more.max ?? .max)
                demand = isTooMuch ? .max : sum
            }
        }

        private enum Delivery: Sendable {
            case value(Output)
            case end(Result<Void, Failure>)
        }

        private let producer: SignalProducer<Output, Failure>
        // SAFETY: Combine's subscribers are not Sendable, and may be called from any thread as long as that is one at a
        // time. Only `deliver` calls it, and `isDelivering` lets one thread at a time into it.
        nonisolated(unsafe) private let subscriber: any Subscriber<Output, Failure>
        private let state = Locked(State())
        private let run = SerialDisposable()

        init(of producer: SignalProducer<Output, Failure>, by subscriber: any Subscriber<Output, Failure>) {
            self.producer = producer
            self.subscriber = subscriber
        }

        func request(_ demand: Subscribers.Demand) {
            let starts = state.withLock { state in
                state.want(demand)
                guard state.demand > 0, !state.hasStarted, !state.isOver else { return false }
                state.hasStarted = true
                return true
            }
            guard starts else { return deliver() }
            run.inner = producer.start { [self] event in
                state.withLock { state in
                    switch event {
                    case .value(let value): state.waiting.append(value)
                    case .failed(let error): state.end = .failure(error)
                    case .completed, .interrupted: state.end = .success(())
                    }
                }
                deliver()
            }
        }

        func cancel() {
            state.withLock { state in
                state.isOver = true
                state.waiting = []
            }
            run.dispose()
        }

        private func deliver() {
            let mayDeliver = state.withLock { state in
                defer { state.isDelivering = true }
                return !state.isDelivering
            }
            guard mayDeliver else { return }
            while let next = next() {
                switch next {
                case .value(let value):
                    let more = subscriber.receive(value)
                    state.withLock { $0.want(more) }
                case .end(.success): subscriber.receive(completion: .finished)
                case .end(.failure(let error)): subscriber.receive(completion: .failure(error))
                }
            }
        }

        /// Returns the next event to deliver, or `nil` at the end of the delivery.
        private func next() -> Delivery? {
            state.withLock { state in
                if !state.isOver, state.demand > 0, !state.waiting.isEmpty {
                    if state.demand < .max { state.demand -= 1 }
                    return .value(state.waiting.removeFirst())
                }
                if !state.isOver, state.waiting.isEmpty, let end = state.end {
                    state.isOver = true
                    return .end(end)
                }
                state.isDelivering = false
                return nil
            }
        }
    }
#endif
