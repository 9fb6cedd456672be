extension SignalProducer {
    /// Waits in `queue` before each start.
    ///
    /// Each start enters the queue immediately and begins when the queue admits it. Disposing of the start removes it
    /// from the queue at once, whether it waits or runs. The operation occupies its place until its observer has
    /// received the terminal event; a failure frees the place like any other end, so a request that cannot be made does
    /// not block the others.
    ///
    /// Time in the queue does not count toward the deadline (`abortAfter:` of a `send`), which starts when the
    /// operation does. To limit both together, apply `timeout(after:raising:on:)` after this operator.
    ///
    /// - Parameters:
    ///   - queue: The queue to wait in.
    ///   - priority: The priority among the waiting operations.
    /// - Returns: A producer that waits in the queue.
    public func queued(on queue: RequestQueue, priority: RequestQueue.Priority = .normal) -> SignalProducer {
        SignalProducer { observer, lifetime in
            // The operation may start on the thread of another one, and serves this consumer all the same.
            let operation = started(for: lifetime)
            let running = SerialDisposable()
            let entry = QueueEntry { queue, number in
                guard !lifetime.hasEnded else { return }
                let ticket = queue.ticket(for: number)
                let start = {
                    operation.start { event in
                        ticket?.note(event)
                        if let outcome = RequestQueue.Event.Completion(event) { queue.note(outcome, of: number) }
                        observer.send(event)
                    }
                }
                running.inner = ticket?.begin(start) ?? start()
            } interrupt: {
                observer.sendInterrupted()
            }
            let number = queue.enqueue(entry, priority)
            // The queue may be released before its waiting operations, and they must not retain it.
            lifetime.observeEnded { [weak queue] in
                running.dispose()
                queue?.leave(number)
            }
            queue.proceed()
        }
    }
}

extension RequestQueue.Event.Completion {
    fileprivate init?<Value, Failure>(_ event: Signal<Value, Failure>.Event) {
        switch event {
        case .value: return nil
        case .completed: self = .succeeded
        case .failed: self = .failed
        case .interrupted: self = .cancelled
        }
    }
}
