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
        let run = Run()
        let consumer = Locked<Consumer?>(nil)
        @Sendable func deliver(_ event: Signal<Value, Failure>.Event) {
            consumer.withLock { consumer in
                defer { consumer = nil }
                return consumer
            }?.resume(returning: event)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                consumer.withLock { $0 = continuation }
                body(
                    Sink { value in
                        deliver(.value(value))
                        run.dispose()
                    } terminate: {
                        deliver(.init($0))
                    },
                    run
                )
            }
        } onCancel: {
            run.dispose()
        }
    }
}
