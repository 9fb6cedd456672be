/// An asynchronous sequence of a producer's values, which starts the producer once per iteration.
///
/// The iteration ends when the producer completes or is interrupted, or when the task is canceled. It throws the
/// producer's failure. Leaving the loop or canceling the task disposes of the start. No thread is blocked.
public struct AsyncValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// The type of the values.
    public typealias Element = Value

    let producer: SignalProducer<Value, Failure>
    let policy: BufferingPolicy

    /// Starts the producer and returns an iterator over its values.
    ///
    /// - Returns: An iterator that owns the start.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: Source(producer, policy))
    }

    /// An iterator over the values of one start.
    public struct Iterator: AsyncIteratorProtocol {
        let source: Source

        /// Returns the next value.
        ///
        /// Calling this method from two tasks at the same time is a programmer error and traps.
        ///
        /// - Returns: The next value, or `nil` after the end.
        /// - Throws: The producer's failure, once.
        nonisolated(nonsending) public mutating func next() async throws(Failure) -> Value? {
            try await source.next().get()
        }

        /// Returns the next value.
        ///
        /// Calling this method from two tasks at the same time is a programmer error and traps.
        ///
        /// - Parameter actor: The actor that the caller is isolated to.
        /// - Returns: The next value, or `nil` after the end.
        /// - Throws: The producer's failure, once.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
            try await source.next().get()
        }
    }

    /// The buffer between one start and its consumer.
    final class Source: Sendable {
        private typealias Consumer = CheckedContinuation<Result<Value?, Failure>, Never>
        /// The result if it is known and whether the last value was taken, and otherwise the work of the sources that
        /// have waited for the request.
        private typealias Answer = (Result<Value?, Failure>?, isCaughtUp: Bool, [@Sendable () -> Void])

        private struct State: Sendable {
            var values = Deque<Value>()
            var end: Result<Value?, Failure>?
            var consumer: Consumer?
        }

        private let state = InlineLocked(State())
        private let demand = Demand()
        private let run: Run
        private let policy: BufferingPolicy

        init(_ producer: SignalProducer<Value, Failure>, _ policy: BufferingPolicy) {
            require(policy.limit.map { $0 > 0 } ?? true, "A buffer must hold at least one value, not \(policy)")
            self.policy = policy
            run = Run(for: .awaited, with: demand)
            producer.body(
                Sink { [weak self] in
                    self?.receive($0)
                } terminate: { [weak self] in
                    self?.terminate($0)
                },
                run
            )
            run.releaseInput()
        }

        deinit { run.dispose() }

        func next() async -> Result<Value?, Failure> {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let (ready, isCaughtUp, actions) = state.withLock { state -> Answer in
                        if let value = state.values.popFirst() {
                            return (.success(value), state.values.isEmpty, [])
                        }
                        if let end = state.end {
                            state.end = .success(nil)
                            return (end, false, [])
                        }
                        require(state.consumer == nil, "An iterator of values serves one task at a time")
                        state.consumer = continuation
                        return (nil, false, demand.ask())
                    }
                    if let ready { continuation.resume(returning: ready) }
                    if isCaughtUp { demand.release() }
                    for action in actions { action() }
                }
            } onCancel: {
                run.dispose()
                terminate(.interrupted)
            }
        }

        private func receive(_ value: Value) {
            let (consumer, _) = state.withLock { state -> (Consumer?, Value?) in
                if let consumer = state.consumer {
                    state.consumer = nil
                    demand.satisfy()
                    return (consumer, nil)
                }
                let isFirst = state.values.isEmpty
                // Release a dropped value outside the lock: its deinitializer may be user code.
                var dropped: Value?
                if let limit = policy.limit, state.values.count >= limit {
                    if case .dropNewest = policy { return (nil, nil) }
                    dropped = state.values.popFirst()
                }
                if isFirst { demand.hold() }
                state.values.append(value)
                return (nil, dropped)
            }
            consumer?.resume(returning: .success(value))
        }

        private func terminate(_ termination: Termination<Failure>) {
            let end: Result<Value?, Failure> =
                if case .failed(let error) = termination { .failure(error) } else { .success(nil) }
            let consumer = state.withLock { state -> Consumer? in
                guard state.end == nil else { return nil }
                if let consumer = state.consumer {
                    state.consumer = nil
                    state.end = .success(nil)
                    return consumer
                }
                state.end = end
                return nil
            }
            consumer?.resume(returning: end)
        }
    }
}

extension SignalProducer {
    /// Returns an asynchronous sequence of the producer's values.
    ///
    /// ```swift
    /// for try await progress in upload.values() { print(progress) }
    /// ```
    ///
    /// A producer of a response in parts, such as events or lines, waits for the loop, also through operators: `retry`,
    /// `flatMap`, `observe(on:)`, and all others that keep the order of a stream. All other producers go on, and the
    /// values that they send wait in memory.
    ///
    /// - Parameter policy: Determines which values to drop if the consumer is slower than the producer. The default
    ///   drops none.
    /// - Returns: A sequence that starts the producer once per iteration.
    public func values(buffering policy: BufferingPolicy = .standard) -> AsyncValues<Value, Failure> {
        AsyncValues(producer: self, policy: policy)
    }
}

extension Signal {
    /// Returns an asynchronous sequence of the values that the signal sends after the iteration has begun.
    ///
    /// For more information, see ``SignalProducer/values(buffering:)``.
    ///
    /// - Parameter policy: Determines which values to drop if the consumer is slower than the signal. The default drops
    ///   none.
    /// - Returns: A sequence that observes the signal once per iteration.
    public func values(buffering policy: BufferingPolicy = .standard) -> AsyncValues<Value, Failure> {
        SignalProducer(self).values(buffering: policy)
    }
}
