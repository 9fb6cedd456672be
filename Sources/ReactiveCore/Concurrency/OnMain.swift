extension SignalProducer {
    /// Starts the producer with closures that run on the main actor, in order.
    ///
    /// ```swift
    /// @MainActor func reload() {
    ///     loadUser().startOnMain { [weak self] in self?.user = $0 } failed: { [weak self] in self?.alert = $0 }
    /// }
    /// ```
    ///
    /// Events are delivered through ``UIScheduler``: events that the producer sends on the main queue are delivered
    /// immediately if no other work of a UI scheduler is waiting. After the start was disposed of on the main queue, no
    /// closure but `interrupted` runs.
    ///
    /// - Parameters:
    ///   - value: The closure that receives values.
    ///   - failed: The closure that receives the failure.
    ///   - completed: The closure that runs at the completion.
    ///   - interrupted: The closure that runs at the interruption.
    /// - Returns: A disposable that interrupts the start from any thread.
    @_disfavoredOverload
    @discardableResult
    public func startOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        failed: @escaping @MainActor @Sendable (Failure) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        let run = Run()
        startOnMain(run, value: value) { termination in
            switch termination {
            case .failed(let error): failed(error)
            case .completed: completed?()
            case .interrupted: interrupted?()
            }
        }
        return run
    }

    /// Starts this producer under `run`. The closures are called only through the scheduler, so their isolation
    /// assumption holds on whichever thread the producer is started, disposed of, or sends events.
    fileprivate func startOnMain(
        _ run: Run,
        value: @escaping @MainActor @Sendable (Value) -> Void,
        terminate: @escaping @MainActor @Sendable (Termination<Failure>) -> Void
    ) {
        let sink = Sink<Value, Failure> { new in
            MainActor.assumeIsolated { value(new) }
        } terminate: { termination in
            MainActor.assumeIsolated { terminate(termination) }
        }
        observe(on: UIScheduler()).body(sink, run)
    }
}

extension SignalProducer where Failure == Never {
    /// Starts a producer that cannot fail with closures that run on the main actor, in order.
    ///
    /// ```swift
    /// network.activity.isActive.producer.startOnMain { [weak self] in self?.isSpinning = $0 }
    /// ```
    ///
    /// Events are delivered through ``UIScheduler``. For more information, see
    /// `startOnMain(value:failed:completed:interrupted:)`.
    ///
    /// - Parameters:
    ///   - value: The closure that receives values.
    ///   - completed: The closure that runs at the completion.
    ///   - interrupted: The closure that runs at the interruption.
    /// - Returns: A disposable that interrupts the start from any thread.
    @_disfavoredOverload
    @discardableResult
    public func startOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        startOnMain(value: value, failed: { _ in }, completed: completed, interrupted: interrupted)
    }
}

extension Signal {
    /// Observes all events with closures that run on the main actor, in order.
    ///
    /// Events are delivered through ``UIScheduler``. For more information, see
    /// `startOnMain(value:failed:completed:interrupted:)` of ``SignalProducer``. If the signal has ended, `interrupted`
    /// runs, also on the main actor.
    ///
    /// - Parameters:
    ///   - value: The closure that receives values.
    ///   - failed: The closure that receives the failure.
    ///   - completed: The closure that runs at the completion.
    ///   - interrupted: The closure that runs at the interruption.
    /// - Returns: A disposable that detaches the closures. After it was disposed of on the main queue, none of them
    ///   runs any more.
    @_disfavoredOverload
    @discardableResult
    public func observeOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        failed: @escaping @MainActor @Sendable (Failure) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        let run = Run()
        producer.startOnMain(run, value: value) { [unowned run] termination in
            switch termination {
            case .failed(let error): failed(error)
            case .completed: completed?()
            case .interrupted: if !run.isCancelled { interrupted?() }
            }
        }
        return run
    }
}

extension Signal where Failure == Never {
    /// Observes a signal that cannot fail with closures that run on the main actor, in order.
    ///
    /// For more information, see `observeOnMain(value:failed:completed:interrupted:)`.
    ///
    /// - Parameters:
    ///   - value: The closure that receives values.
    ///   - completed: The closure that runs at the completion.
    ///   - interrupted: The closure that runs at the interruption.
    /// - Returns: A disposable that detaches the closures. After it was disposed of on the main queue, none of them
    ///   runs any more.
    @_disfavoredOverload
    @discardableResult
    public func observeOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        observeOnMain(value: value, failed: { _ in }, completed: completed, interrupted: interrupted)
    }
}
