/// Why ``SignalProducer/value()`` has no value to return, although nothing failed.
public struct NoValueError: Error, Hashable, CustomStringConvertible {
    /// The one way in which there can be no value without a failure or a cancellation.
    public init() {}

    /// What happened, in one line.
    public var description: String { "The producer completed without sending a value" }
}

extension SignalProducer {
    /// Starts the producer and waits, without blocking a thread, for its first value; the start is then disposed of.
    ///
    /// Cancelling the task disposes of the start.
    ///
    /// - Throws: the producer's failure, ``NoValueError`` if it completes without a value, and `CancellationError` if it is
    ///   interrupted or the task is cancelled.
    public func value() async throws -> Value {
        switch await firstEvent() {
        case .value(let value): return value
        case .failed(let error): throw error
        case .completed: throw NoValueError()
        case .interrupted: throw CancellationError()
        }
    }

    /// The first value, or `nil` if there is none: the producer completed, was interrupted, or the task was cancelled.
    ///
    /// - Throws: the producer's failure, and nothing else.
    public func firstValue() async throws(Failure) -> Value? {
        switch await firstEvent() {
        case .value(let value): return value
        case .failed(let error): throw error
        case .completed, .interrupted: return nil
        }
    }

    private func firstEvent() async -> Signal<Value, Failure>.Event {
        typealias Consumer = CheckedContinuation<Signal<Value, Failure>.Event, Never>
        let run = Run(for: .awaited)
        let first = Locked<Value?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (consumer: CheckedContinuation<Signal<Value, Failure>.Event, Never>) in
                // The value is handed over with the end that its arrival brings about, so that nothing of the start is
                // still going on when the caller has it.
                body(
                    Sink { value in
                        first.withLock { if $0 == nil { $0 = value } }
                        run.dispose()
                    } terminate: { termination in
                        let value = first.withLock { $0 }
                        consumer.resume(returning: value.map { .value($0) } ?? .init(termination))
                    },
                    run
                )
                run.letGo()
            }
        } onCancel: {
            run.dispose()
        }
    }
}
