/// An error that indicates that a producer completed without sending a value.
///
/// ``SignalProducer/value()`` throws this error.
public struct NoValueError: Error, Hashable, CustomStringConvertible {
    /// Creates an error.
    public init() {}

    /// A textual description of the error.
    public var description: String { "The producer completed without sending a value" }
}

extension SignalProducer {
    /// Starts the producer and returns its first value.
    ///
    /// The method suspends the task without blocking a thread. The start is disposed of after its first value or when
    /// the task is canceled.
    ///
    /// - Returns: The first value.
    /// - Throws: The producer's failure, ``NoValueError`` if it completes without a value, or `CancellationError` if it
    ///   is interrupted or the task is canceled.
    @inlinable
    nonisolated(nonsending) public func value() async throws -> Value {
        switch await firstEvent() {
        case .value(let value): return value
        case .failed(let error): throw error
        case .completed: throw NoValueError()
        case .interrupted: throw CancellationError()
        }
    }

    /// Starts the producer and returns its first value, if there is one.
    ///
    /// The method suspends the task without blocking a thread. The start is disposed of after its first value or when
    /// the task is canceled.
    ///
    /// - Returns: The first value, or `nil` if the producer completes without a value or is interrupted, or if the task
    ///   is canceled.
    /// - Throws: The producer's failure.
    @inlinable
    nonisolated(nonsending) public func firstValue() async throws(Failure) -> Value? {
        switch await firstEvent() {
        case .value(let value): return value
        case .failed(let error): throw error
        case .completed, .interrupted: return nil
        }
    }

    // Inlinable, because the types that follow from the value's would be looked up at each call otherwise.
    @inlinable
    func firstEvent() async -> Signal<Value, Failure>.Event {
        let run = Run(for: .awaited)
        let first = Locked<Value?>(nil)
        return await withTaskCancellationHandler {
            // The end of a start arrives exactly once.
            await withUnsafeContinuation { (consumer: UnsafeContinuation<Signal<Value, Failure>.Event, Never>) in
                // Return the value together with the end that its arrival causes, so that the start has ended when the
                // caller resumes.
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
                run.releaseInput()
            }
        } onCancel: {
            run.dispose()
        }
    }
}
