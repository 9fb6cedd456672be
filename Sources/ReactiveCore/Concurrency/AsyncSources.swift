extension SignalProducer {
    /// A producer that runs an asynchronous operation in a task of its own at each start, sends its result, and completes.
    ///
    /// Disposing of the start cancels the task. Events arrive on the task's executor.
    @available(swift, introduced: 6)
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

    /// A producer of the elements of an asynchronous sequence, which it iterates in a task of its own at each start.
    ///
    /// Disposing of the start cancels the task. Events arrive on the task's executor.
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
    /// Cancellation is an interruption, never a failure.
    fileprivate func fail(with error: Failure) {
        if error is CancellationError { sendInterrupted() } else { send(error: error) }
    }
}
