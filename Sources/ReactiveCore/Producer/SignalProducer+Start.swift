extension SignalProducer {
    /// Starts the producer for a consumer that may release the handle.
    @inlinable
    func launch(_ sink: Sink<Value, Failure>) -> any Disposable {
        let run = Run.forConsumer()
        body(sink, run)
        return run.retainsInput ? StartHandle(run) : run
    }

    /// Starts the producer.
    ///
    /// - Returns: a disposable that interrupts the run (R13). It reads `isDisposed == true` once the run has ended.
    @discardableResult
    public func start(_ observer: Signal<Value, Failure>.Observer = .init()) -> any Disposable {
        launch(observer.asSink)
    }

    /// Starts the producer; an operator of your own gets the events.
    @_disfavoredOverload
    @discardableResult
    public func start(_ observer: Observer<Value, Failure>) -> any Disposable {
        launch(Sink(observer))
    }

    /// Starts the producer; `action` gets every event, on the thread that sends it.
    @inlinable
    @discardableResult
    @available(swift, introduced: 6)
    public func start(_ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) -> any Disposable {
        launch(Sink(action))
    }

    /// Starts the producer; `action` gets the values and the failure, as results.
    @inlinable
    @discardableResult
    @available(swift, introduced: 6)
    public func startWithResult(_ action: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Disposable {
        launch(Sink(value: { action(.success($0)) }) { if case .failed(let error) = $0 { action(.failure(error)) } })
    }

    /// Starts the producer; `action` runs if it completes.
    @discardableResult
    @available(swift, introduced: 6)
    public func startWithCompleted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        launch(Sink(value: { _ in }) { if case .completed = $0 { action() } })
    }

    /// Starts the producer; `action` runs if it fails.
    @discardableResult
    @available(swift, introduced: 6)
    public func startWithFailed(_ action: @escaping @Sendable (Failure) -> Void) -> any Disposable {
        launch(Sink(value: { _ in }) { if case .failed(let error) = $0 { action(error) } })
    }

    /// Starts the producer; `action` runs if it is interrupted.
    @discardableResult
    @available(swift, introduced: 6)
    public func startWithInterrupted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        launch(Sink(value: { _ in }) { if case .interrupted = $0 { action() } })
    }

    /// Makes a signal of one start, lets `setup` observe it, then starts (R12).
    ///
    /// If `setup` disposes of the handle, nothing is started and the observers are interrupted.
    ///
    /// - Returns: what `setup` returns.
    @discardableResult
    public func startWithSignal<Result>(
        _ setup: (_ signal: Signal<Value, Failure>, _ interruptHandle: any Disposable) -> Result
    ) -> Result {
        startWithSignal(under: Run.forConsumer(), setup)
    }

    func startWithSignal<Result>(
        under run: Run,
        _ setup: (_ signal: Signal<Value, Failure>, _ interruptHandle: any Disposable) -> Result
    ) -> Result {
        let (signal, input) = Signal<Value, Failure>.pipe(for: run.context, disposable: nil)
        signal.core.run.adopt(run)
        // The signal must outlive the start handler even if nobody keeps it: without observers it would end the run.
        return withExtendedLifetime(signal) {
            let handle = StartHandle(run)
            let result = setup(signal, handle)
            body(input.asSink, run)
            withExtendedLifetime(handle) {}
            return result
        }
    }
}

extension SignalProducer where Failure == Never {
    /// Starts a producer that cannot fail; `action` gets the values.
    @inlinable
    @discardableResult
    @available(swift, introduced: 6)
    public func startWithValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
        launch(Sink(value: action) { _ in })
    }
}

extension SignalProducer {
    /// Says what to do about failures first.
    @_disfavoredOverload
    @available(
        *,
        unavailable,
        message: "startWithValues needs a producer that cannot fail: handle failures first, or use startWithResult"
    )
    @discardableResult
    public func startWithValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
        fatalError("unavailable")
    }
}
