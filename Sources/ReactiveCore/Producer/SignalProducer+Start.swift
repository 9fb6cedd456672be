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
    /// - Parameter observer: The observer of the events. By default, all events are ignored.
    /// - Returns: A disposable that interrupts the start. Its `isDisposed` is `true` once the start has ended.
    @discardableResult
    public func start(_ observer: Signal<Value, Failure>.Observer = .init()) -> any Disposable {
        launch(observer.asSink)
    }

    /// Starts the producer with a custom operator.
    ///
    /// - Parameter observer: The operator that receives the events.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @discardableResult
    public func start(_ observer: Observer<Value, Failure>) -> any Disposable {
        launch(Sink(observer))
    }

    /// Starts the producer, and runs a closure for every event.
    ///
    /// - Parameter action: A closure that receives each event, on the thread that sends it.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @inlinable
    @discardableResult
    public func start(_ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) -> any Disposable {
        launch(Sink(action))
    }

    /// Starts the producer, and runs a closure for every value and for the failure.
    ///
    /// - Parameter action: A closure that receives values and the failure as results.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @inlinable
    @discardableResult
    public func startWithResult(_ action: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Disposable {
        launch(Sink(value: { action(.success($0)) }) { if case .failed(let error) = $0 { action(.failure(error)) } })
    }

    /// Starts the producer, and runs a closure when it completes.
    ///
    /// - Parameter action: A closure that runs at the completion.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @discardableResult
    public func startWithCompleted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        launch(Sink(value: { _ in }) { if case .completed = $0 { action() } })
    }

    /// Starts the producer, and runs a closure when it fails.
    ///
    /// - Parameter action: A closure that receives the failure.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @discardableResult
    public func startWithFailed(_ action: @escaping @Sendable (Failure) -> Void) -> any Disposable {
        launch(Sink(value: { _ in }) { if case .failed(let error) = $0 { action(error) } })
    }

    /// Starts the producer, and runs a closure when it is interrupted.
    ///
    /// - Parameter action: A closure that runs at the interruption.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @discardableResult
    public func startWithInterrupted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        launch(Sink(value: { _ in }) { if case .interrupted = $0 { action() } })
    }

    /// Creates a signal for one start, passes it to a closure, and then starts the producer.
    ///
    /// If `setup` disposes of the handle, nothing is started and the observers are interrupted.
    ///
    /// - Parameter setup: A closure that observes the signal. It receives the signal and a disposable that interrupts
    ///   the start.
    /// - Returns: The result of `setup`.
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

// A member of the protocol, so that `start { event in … }` prefers the form of the type itself.
extension SignalProducerProtocol {
    /// Starts the producer, and runs a closure for each kind of event.
    ///
    /// ```swift
    /// loadUser().start(
    ///     value: { print("Hello, \($0.name)") },
    ///     failed: { print("No user: \($0)") }
    /// )
    /// ```
    ///
    /// The closures run on the thread that sends the events.
    ///
    /// - Parameters:
    ///   - value: A closure that receives each value.
    ///   - failed: A closure that receives the failure.
    ///   - completed: A closure that runs when the producer completes.
    ///   - interrupted: A closure that runs when the start is interrupted.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @discardableResult
    public func start(
        value: (@Sendable (Value) -> Void)? = nil,
        failed: (@Sendable (Failure) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        interrupted: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let sink = Sink<Value, Failure> {
            value?($0)
        } terminate: { termination in
            switch termination {
            case .failed(let error): failed?(error)
            case .completed: completed?()
            case .interrupted: interrupted?()
            }
        }
        return producer.launch(sink)
    }
}

extension SignalProducer where Failure == Never {
    /// Starts a producer that cannot fail, and runs a closure for every value.
    ///
    /// - Parameter action: A closure that receives each value.
    /// - Returns: A disposable that interrupts the start.
    @_disfavoredOverload
    @inlinable
    @discardableResult
    public func startWithValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
        launch(Sink(value: action) { _ in })
    }
}

extension SignalProducer {
    /// Unavailable: handle failures first, or use ``startWithResult(_:)``.
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
