/// The values of a producer as an asynchronous sequence; each iteration is a start.
///
/// The loop ends when the producer completes, is interrupted, or the task is cancelled; it throws the producer's failure.
/// Leaving the loop, or cancelling the task, disposes of the start. No thread is blocked.
public struct AsyncValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// What the loop gets.
    public typealias Element = Value

    let producer: SignalProducer<Value, Failure>
    let policy: BufferingPolicy

    /// Starts the producer.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: Source(producer, policy))
    }

    /// One iteration, and the start it belongs to.
    public struct Iterator: AsyncIteratorProtocol {
        let source: Source

        /// The next value, or `nil` after the end; throws the producer's failure once. Two tasks that wait here at the same
        /// time are a programmer error, which traps.
        public mutating func next() async throws(Failure) -> Value? {
            try await source.next().get()
        }

        /// The same as ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
            try await source.next().get()
        }
    }

    /// The buffer between one start and its consumer.
    final class Source: Sendable {
        private struct State: Sendable {
            var values = Deque<Value>()
            var end: Result<Value?, Failure>?
            var consumer: CheckedContinuation<Result<Value?, Failure>, Never>?
        }

        private let state = InlineLocked(State())
        private let run = Run(for: .awaited)
        private let policy: BufferingPolicy

        init(_ producer: SignalProducer<Value, Failure>, _ policy: BufferingPolicy) {
            precondition(policy.limit.map { $0 > 0 } ?? true, "A buffer must hold at least one value, not \(policy)")
            self.policy = policy
            producer.body(
                Sink { [weak self] in
                    self?.receive($0)
                } terminate: { [weak self] in
                    self?.terminate($0)
                },
                run
            )
            run.letGo()
        }

        deinit { run.dispose() }

        func next() async -> Result<Value?, Failure> {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let ready: Result<Value?, Failure>? = state.withLock { state in
                        if let value = state.values.popFirst() { return .success(value) }
                        if let end = state.end {
                            state.end = .success(nil)
                            return end
                        }
                        precondition(state.consumer == nil, "An iterator of values serves one task at a time")
                        state.consumer = continuation
                        return nil
                    }
                    if let ready { continuation.resume(returning: ready) }
                }
            } onCancel: {
                run.dispose()
                terminate(.interrupted)
            }
        }

        private func receive(_ value: Value) {
            let consumer = state.withLock { state -> CheckedContinuation<Result<Value?, Failure>, Never>? in
                if let consumer = state.consumer {
                    state.consumer = nil
                    return consumer
                }
                if let limit = policy.limit, state.values.count >= limit {
                    if case .dropNewest = policy { return nil }
                    _ = state.values.popFirst()
                }
                state.values.append(value)
                return nil
            }
            consumer?.resume(returning: .success(value))
        }

        private func terminate(_ termination: Termination<Failure>) {
            let end: Result<Value?, Failure> =
                if case .failed(let error) = termination { .failure(error) } else { .success(nil) }
            let consumer = state.withLock { state -> CheckedContinuation<Result<Value?, Failure>, Never>? in
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
    /// The values of one start as an asynchronous sequence.
    ///
    /// ```swift
    /// for try await progress in upload.values() { print(progress) }
    /// ```
    ///
    /// - Parameter policy: what happens to values that the loop does not take in time; bounded unless you say otherwise.
    public func values(buffering policy: BufferingPolicy = .standard) -> AsyncValues<Value, Failure> {
        AsyncValues(producer: self, policy: policy)
    }
}

extension Signal {
    /// The values sent once a loop has begun, as an asynchronous sequence; see ``SignalProducer/values(buffering:)``.
    public func values(buffering policy: BufferingPolicy = .standard) -> AsyncValues<Value, Failure> {
        SignalProducer(self).values(buffering: policy)
    }
}
