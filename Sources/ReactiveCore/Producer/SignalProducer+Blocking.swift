// These methods block the calling thread until the producer has ended. They deadlock if the producer names a scheduler
// that needs that thread. In asynchronous code, use `value()` and `firstValue()`.
extension SignalProducer {
    /// Starts the producer and blocks the calling thread until the first value or the end.
    ///
    /// Don't call this method if the producer needs the calling thread to make progress. In asynchronous code, use
    /// ``value()``.
    ///
    /// - Returns: The first value or the failure, or `nil` if the producer completes without a value or is interrupted.
    public func first() -> Result<Value, Failure>? {
        take(first: 1).single()
    }

    /// Starts the producer and blocks the calling thread until the end or a second value.
    ///
    /// Don't call this method if the producer needs the calling thread to make progress. In asynchronous code, use
    /// ``value()``.
    ///
    /// - Returns: The value if there was exactly one, or the failure; `nil` if the producer completes without a value,
    ///   sends a second value, or is interrupted.
    public func single() -> Result<Value, Failure>? {
        let gate = BlockingLatch()
        let result = Locked<Result<Value, Failure>?>(nil)
        let sink = Sink<Value, Failure> { value in
            result.value = result.value == nil ? .success(value) : nil
        } terminate: { termination in
            switch termination {
            case .failed(let error): result.value = .failure(error)
            case .completed: break
            case .interrupted: result.value = nil
            }
            gate.open()
        }
        let run = Run(for: .awaited)
        take(first: 2).body(sink, run)
        run.releaseInput()
        gate.wait()
        return result.value
    }

    /// Starts the producer and blocks the calling thread until the end.
    ///
    /// Don't call this method if the producer needs the calling thread to make progress.
    ///
    /// - Returns: The last value or the failure, or `nil` if the producer completes without a value or is interrupted.
    public func last() -> Result<Value, Failure>? {
        take(last: 1).single()
    }

    /// Starts the producer, ignores its values, and blocks the calling thread until the end.
    ///
    /// Don't call this method if the producer needs the calling thread to make progress.
    ///
    /// - Returns: The failure, or success if the producer completes or is interrupted.
    public func wait() -> Result<Void, Failure> {
        let gate = BlockingLatch()
        let result = Locked<Result<Void, Failure>>(.success(()))
        let ignoringValues = Sink<Value, Failure> { _ in
        } terminate: { termination in
            if case .failed(let error) = termination { result.value = .failure(error) }
            gate.open()
        }
        let run = Run(for: .awaited)
        body(ignoringValues, run)
        run.releaseInput()
        gate.wait()
        return result.value
    }
}
