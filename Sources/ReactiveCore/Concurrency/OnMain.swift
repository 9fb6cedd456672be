extension SignalProducer {
    /// Starts the producer; the closures run on the main actor, in order, and may touch what belongs to it.
    ///
    /// ```swift
    /// @MainActor func reload() {
    ///     loadUser().startOnMain { [weak self] in self?.user = $0 } failed: { [weak self] in self?.alert = $0 }
    /// }
    /// ```
    ///
    /// Every event goes by way of ``UIScheduler``: what the producer sends on the main queue is delivered on the spot if
    /// nothing waits there. Disposing of the start on the main queue means that no closure runs afterwards, but for
    /// `interrupted`.
    ///
    /// - Parameters:
    ///   - value: runs for every value.
    ///   - failed: runs for the failure.
    ///   - completed: runs for the completion.
    ///   - interrupted: runs for the interruption.
    /// - Returns: a disposable that interrupts the start, from any thread (R13).
    @discardableResult
    @available(swift, introduced: 6)
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

    /// Starts this producer under `run`. Nothing reaches the closures but by way of the scheduler: the assumption they rest
    /// on holds on whatever thread the start, its disposal or its events are.
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
    /// Starts a producer that cannot fail; the closures run on the main actor, in order.
    ///
    /// ```swift
    /// network.activity.isActive.producer.startOnMain { [weak self] in self?.isSpinning = $0 }
    /// ```
    ///
    /// Every event goes by way of ``UIScheduler``; see `startOnMain(value:failed:completed:interrupted:)`.
    @discardableResult
    @available(swift, introduced: 6)
    public func startOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        startOnMain(value: value, failed: { _ in }, completed: completed, interrupted: interrupted)
    }
}

extension Signal {
    /// Observes all events; the closures run on the main actor, in order.
    ///
    /// Every event goes by way of ``UIScheduler``; see `startOnMain(value:failed:completed:interrupted:)` of
    /// ``SignalProducer``. A signal that has ended interrupts, there too.
    ///
    /// - Returns: a disposable that detaches the closures silently (R7): once it was disposed of on the main queue, none of
    ///   them runs any more.
    @discardableResult
    @available(swift, introduced: 6)
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
    /// Observes a signal that cannot fail; the closures run on the main actor, in order. See
    /// `observeOnMain(value:failed:completed:interrupted:)`.
    @discardableResult
    @available(swift, introduced: 6)
    public func observeOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        observeOnMain(value: value, failed: { _ in }, completed: completed, interrupted: interrupted)
    }
}
