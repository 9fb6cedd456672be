extension SignalProducer {
    /// Creates a producer that runs an asynchronous operation, sends its result, and completes.
    ///
    /// Each start runs the operation in its own task. Disposing of the start cancels the task. If the operation throws
    /// `CancellationError`, the start ends with `interrupted`. Events arrive on the task's executor.
    ///
    /// - Parameter operation: The operation to run. An error that it throws fails the producer.
    @_disfavoredOverload
    public init(awaiting operation: @escaping @Sendable () async throws(Failure) -> Value) {
        self.init { observer, lifetime in
            let task = Task {
                do throws(Failure) {
                    observer.send(value: try await operation())
                    observer.sendCompleted()
                } catch {
                    observer.fail(with: error)
                }
            }
            lifetime.observeEnded { task.cancel() }
        }
    }

    /// Creates a producer that sends the elements of an asynchronous sequence and completes.
    ///
    /// Each start iterates over the sequence in its own task. Disposing of the start cancels the task. If the sequence
    /// throws `CancellationError`, the start ends with `interrupted`. Events arrive on the task's executor.
    ///
    /// - Parameter elements: The sequence to iterate over. An error that it throws fails the producer.
    public init<Elements: AsyncSequence & Sendable>(
        elementsOf elements: Elements
    ) where Elements.Element == Value, Elements.Failure == Failure {
        self.init { observer, lifetime in
            let task = Task {
                do throws(Failure) {
                    var iterator = elements.makeAsyncIterator()
                    while let element = try await iterator.next(isolation: nil) { observer.send(value: element) }
                    observer.sendCompleted()
                } catch {
                    observer.fail(with: error)
                }
            }
            lifetime.observeEnded { task.cancel() }
        }
    }
}

extension Signal.Observer {
    /// Ends the stream. Cancellation is an interruption, never a failure.
    fileprivate func fail(with error: Failure) {
        if error is CancellationError { sendInterrupted() } else { send(error: error) }
    }
}
