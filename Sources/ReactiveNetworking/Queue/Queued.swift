extension SignalProducer {
    /// Waits in `queue` for its turn: each start takes its place at once, and begins when the queue lets it.
    ///
    /// Disposing of the start leaves the queue at once, whether it waits or runs. The place is kept until the observer has
    /// got the end; a failure frees it like any other end, so that a request which cannot be made holds up nobody.
    ///
    /// Time spent in the queue is nobody's time: `abortAfter:` of a `send` counts from when its turn comes. To bound both, put
    /// `timeout(after:raising:on:)` behind this operator.
    ///
    /// - Parameters:
    ///   - queue: where to wait.
    ///   - priority: whom it precedes.
    public func queued(on queue: RequestQueue, priority: RequestQueue.Priority = .normal) -> SignalProducer {
        SignalProducer { observer, lifetime in
            // The turn may come on a thread of another operation, whose consumer is of another kind.
            let operation = started(in: StartContext.current)
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
            // The queue may go before what waits in it, and must not be kept by it.
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
