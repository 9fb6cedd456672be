// These block the calling thread until the producer has ended. They deadlock if the producer names a scheduler that needs that
// thread; in asynchronous code use `value()` and `firstValue()`.
extension SignalProducer {
    /// Starts the producer and blocks this thread until its first value, its failure, or its end; see ``single()``.
    ///
    /// - Returns: `nil` if it completes without a value, or is interrupted (R21).
    public func first() -> Result<Value, Failure>? {
        take(first: 1).single()
    }

    /// Starts the producer and blocks this thread until it has ended, or has sent a second value.
    ///
    /// Never call it where the producer needs this thread to go on.
    ///
    /// - Returns: its value if there was exactly one, or its failure; `nil` if it completes without a value, sends a second
    ///   one, or is interrupted (R21).
    public func single() -> Result<Value, Failure>? {
        let gate = ThreadGate()
        let result = Locked<Result<Value, Failure>?>(nil)
        let sink = Sink<Value, Failure> { value in
            result.withLock { $0 = $0 == nil ? .success(value) : nil }
        } terminate: { termination in
            switch termination {
            case .failed(let error): result.withLock { $0 = .failure(error) }
            case .completed: break
            case .interrupted: result.withLock { $0 = nil }
            }
            gate.open()
        }
        let run = Run(for: .awaited)
        take(first: 2).body(sink, run)
        run.letGo()
        gate.wait()
        return result.withLock { $0 }
    }

    /// Starts the producer and blocks this thread until it has ended; see ``single()``.
    ///
    /// - Returns: the last value, or the failure; `nil` if it completes without a value, or is interrupted (R21).
    public func last() -> Result<Value, Failure>? {
        take(last: 1).single()
    }

    /// Starts the producer and blocks this thread until it has ended; see ``single()``.
    ///
    /// - Returns: the failure, or success if it completed or was interrupted (R21).
    public func wait() -> Result<Void, Failure> {
        let gate = ThreadGate()
        let result = Locked<Result<Void, Failure>>(.success(()))
        let ignoringValues = Sink<Value, Failure> { _ in
        } terminate: { termination in
            if case .failed(let error) = termination { result.withLock { $0 = .failure(error) } }
            gate.open()
        }
        let run = Run(for: .awaited)
        body(ignoringValues, run)
        run.letGo()
        gate.wait()
        return result.withLock { $0 }
    }
}
