extension SignalProducer {
    /// Runs side effects for events, each before the event is sent on.
    ///
    /// ```swift
    /// downloads.on(started: { spinner.start() }, terminated: { spinner.stop() }, value: { print($0) })
    /// ```
    ///
    /// - Parameters:
    ///   - starting: Runs before the producer starts, unless the start was disposed of before it began.
    ///   - started: Runs when the start handler has returned. A synchronous producer has ended by then.
    ///   - event: Runs for every event, before the closure for its kind.
    ///   - failed: Runs for a failure.
    ///   - completed: Runs for the completion.
    ///   - interrupted: Runs for an interruption.
    ///   - terminated: Runs for every terminal event, after the closure for its kind.
    ///   - disposed: Runs when the start has ended for any reason, after the terminal event was delivered.
    ///   - value: Runs for every value.
    /// - Returns: A producer that sends the same events.
    @_disfavoredOverload
    @inlinable
    public func on(
        starting: (@Sendable () -> Void)? = nil,
        started: (@Sendable () -> Void)? = nil,
        event: (@Sendable (Signal<Value, Failure>.Event) -> Void)? = nil,
        failed: (@Sendable (Failure) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        interrupted: (@Sendable () -> Void)? = nil,
        terminated: (@Sendable () -> Void)? = nil,
        disposed: (@Sendable () -> Void)? = nil,
        value: (@Sendable (Value) -> Void)? = nil
    ) -> SignalProducer {
        let effects = SideEffects(
            event: event,
            failed: failed,
            completed: completed,
            interrupted: interrupted,
            terminated: terminated,
            value: value
        )
        return SignalProducer { [body] sink, run in
            if let disposed { run.adopt(AnyDisposable(disposed)) }
            guard !run.isCancelled else { return body(effects.before(sink), run) }
            starting?()
            body(effects.before(sink), run)
            started?()
        }
    }
}

extension Signal {
    /// Runs side effects for events, each before the event is sent on.
    ///
    /// Each side effect runs once per event, regardless of the number of observers. For more information, see
    /// ``SignalProducer/on(starting:started:event:failed:completed:interrupted:terminated:disposed:value:)``.
    ///
    /// - Parameters:
    ///   - event: Runs for every event, before the closure for its kind.
    ///   - failed: Runs for a failure.
    ///   - completed: Runs for the completion.
    ///   - interrupted: Runs for an interruption.
    ///   - terminated: Runs for every terminal event, after the closure for its kind.
    ///   - disposed: Runs when the observation has ended for any reason, after the terminal event was delivered.
    ///   - value: Runs for every value.
    /// - Returns: A signal that sends the same events.
    @_disfavoredOverload
    @inlinable
    public func on(
        event: (@Sendable (Event) -> Void)? = nil,
        failed: (@Sendable (Failure) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        interrupted: (@Sendable () -> Void)? = nil,
        terminated: (@Sendable () -> Void)? = nil,
        disposed: (@Sendable () -> Void)? = nil,
        value: (@Sendable (Value) -> Void)? = nil
    ) -> Signal {
        lift {
            $0.on(
                event: event,
                failed: failed,
                completed: completed,
                interrupted: interrupted,
                terminated: terminated,
                disposed: disposed,
                value: value
            )
        }
    }
}

/// The side effects that `on` runs before it forwards an event.
@usableFromInline
struct SideEffects<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let event: (@Sendable (Signal<Value, Failure>.Event) -> Void)?
    @usableFromInline let failed: (@Sendable (Failure) -> Void)?
    @usableFromInline let completed: (@Sendable () -> Void)?
    @usableFromInline let interrupted: (@Sendable () -> Void)?
    @usableFromInline let terminated: (@Sendable () -> Void)?
    @usableFromInline let value: (@Sendable (Value) -> Void)?

    @inlinable
    init(
        event: (@Sendable (Signal<Value, Failure>.Event) -> Void)?,
        failed: (@Sendable (Failure) -> Void)?,
        completed: (@Sendable () -> Void)?,
        interrupted: (@Sendable () -> Void)?,
        terminated: (@Sendable () -> Void)?,
        value: (@Sendable (Value) -> Void)?
    ) {
        self.event = event
        self.failed = failed
        self.completed = completed
        self.interrupted = interrupted
        self.terminated = terminated
        self.value = value
    }

    @inlinable
    func before(_ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
        Sink(value: self.value(before: sink)) { termination in
            event?(.init(termination))
            switch termination {
            case .failed(let error): failed?(error)
            case .completed: completed?()
            case .interrupted: interrupted?()
            }
            terminated?()
            sink.terminate(termination)
        }
    }

    @inlinable
    func value(before sink: Sink<Value, Failure>) -> @Sendable (Value) -> Void {
        switch (event, value) {
        case (nil, nil): sink.value
        case (nil, let value?):
            { @Sendable in
                value($0)
                sink.value($0)
            }
        case (let event?, let value):
            { @Sendable in
                event(.value($0))
                value?($0)
                sink.value($0)
            }
        }
    }
}
