/// A hot stream: its events occur whether or not the signal is observed, and all observers receive the same events.
///
/// A signal sends `value* (failed | completed | interrupted)?`. No observer runs concurrently with itself, and all
/// observers receive events in the same order. Values that are sent from inside an observer, or while another thread is
/// delivering, are queued and delivered in order by the delivering thread; no thread waits. Observers run on the thread
/// that sends.
///
/// A signal lives as long as its input, its observers, or a reference to it.
public final class Signal<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let core: SignalCore<Value, Failure>

    @inlinable
    init(core: SignalCore<Value, Failure>) {
        self.core = core
    }

    deinit { core.publicReferenceReleased() }

    /// Creates a signal whose events are sent by a closure.
    ///
    /// - Parameter generator: A closure that receives the signal's input and its lifetime. It runs immediately.
    @inlinable
    public convenience init(_ generator: (Observer, Lifetime) -> Void) {
        let core = SignalCore<Value, Failure>(for: StartContext.current)
        _ = core.run.open(interrupt: nil)
        self.init(core: core)
        generator(Observer(core.sink, entering: core.run), Lifetime(core.run))
    }

    /// Creates the signal of a producer's only start. Operators made for producers serve signals in this way.
    @inlinable
    convenience init(
        starting producer: SignalProducer<Value, Failure>,
        for context: StartContext = StartContext.current
    ) {
        let core = SignalCore<Value, Failure>(for: context)
        self.init(core: core)
        producer.body(core.sink, core.run)
    }

    /// Creates a signal whose events are sent by a closure.
    ///
    /// This method is equivalent to ``init(_:)``: serialization is too cheap to need a variant without it. It exists
    /// for compatibility with ReactiveSwift.
    ///
    /// - Parameter generator: A closure that receives the signal's input and its lifetime. It runs immediately.
    /// - Returns: The signal.
    public static func unserialized(_ generator: (Observer, Lifetime) -> Void) -> Signal {
        Signal(generator)
    }

    /// Creates a signal whose events are sent by a closure.
    ///
    /// This method is equivalent to ``init(_:)``, because every signal queues reentrant events. It exists for
    /// compatibility with ReactiveSwift.
    ///
    /// - Parameter generator: A closure that receives the signal's input and its lifetime. It runs immediately.
    /// - Returns: The signal.
    public static func reentrantUnserialized(_ generator: (Observer, Lifetime) -> Void) -> Signal {
        Signal(generator)
    }

    /// Creates a signal and the observer that sends its events.
    ///
    /// - Parameter disposable: A disposable to dispose of when the signal ends.
    /// - Returns: The signal and its input.
    @inlinable
    public static func pipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
        pipe(for: StartContext.current, disposable: disposable)
    }

    @inlinable
    static func pipe(for context: StartContext, disposable: (any Disposable)?) -> (output: Signal, input: Observer) {
        let core = SignalCore<Value, Failure>(for: context)
        _ = core.run.open(interrupt: nil)
        core.run.add(disposable)
        return (Signal(core: core), Observer(core.sink, entering: core.run))
    }

    /// Creates a signal that tells when it is observed, and the observer that sends its events.
    ///
    /// - Parameter onObservation: A closure that runs after each observer was added, on the thread that adds it.
    /// - Returns: The signal and its input.
    package static func pipe(
        onObservation: @escaping @Sendable () -> Void
    ) -> (output: Signal, input: Observer) {
        let core = SignalCore<Value, Failure>(for: .observed, onObservation: onObservation)
        _ = core.run.open(interrupt: nil)
        return (Signal(core: core), Observer(core.sink, entering: core.run))
    }

    /// Creates a signal and the observer that sends its events.
    ///
    /// This method is equivalent to ``pipe(disposable:)``. It exists for compatibility with ReactiveSwift.
    ///
    /// - Parameter disposable: A disposable to dispose of when the signal ends.
    /// - Returns: The signal and its input.
    public static func unserializedPipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
        pipe(disposable: disposable)
    }

    /// Creates a signal and the observer that sends its events.
    ///
    /// This method is equivalent to ``pipe(disposable:)``. It exists for compatibility with ReactiveSwift.
    ///
    /// - Parameter disposable: A disposable to dispose of when the signal ends.
    /// - Returns: The signal and its input.
    public static func reentrantUnserializedPipe(
        disposable: (any Disposable)? = nil
    ) -> (output: Signal, input: Observer) {
        pipe(disposable: disposable)
    }

    /// A signal that never sends any event.
    public static var never: Signal {
        Signal { observer, lifetime in lifetime.observeEnded { _ = observer } }
    }

    /// A signal that has completed. New observers are interrupted immediately.
    public static var empty: Signal {
        Signal { observer, _ in observer.sendCompleted() }
    }
}

// Observing

extension Signal {
    /// Sends all events to an observer, on the thread that sends them.
    ///
    /// - Parameter observer: The observer to notify.
    /// - Returns: A disposable that detaches the observer without sending an event, or `nil` if the signal has ended.
    ///   In that case, the observer has been interrupted.
    @_disfavoredOverload
    @discardableResult
    public func observe(_ observer: Observer) -> (any Disposable)? {
        observe(observer.asSink)
    }

    /// Sends all events to a custom operator, on the thread that sends them.
    ///
    /// - Parameter observer: The operator to notify.
    /// - Returns: A disposable that detaches the operator without sending an event, or `nil` if the signal has ended.
    ///   In that case, the operator has been interrupted.
    @_disfavoredOverload
    @discardableResult
    public func observe(_ observer: ReactiveCore.Observer<Value, Failure>) -> (any Disposable)? {
        observe(Sink(observer))
    }

    /// Calls a closure for all events, on the thread that sends them.
    ///
    /// - Parameter action: The closure that receives the events.
    /// - Returns: A disposable that detaches the closure without sending an event, or `nil` if the signal has ended. In
    ///   that case, the closure has been called with `interrupted`.
    @_disfavoredOverload
    @discardableResult
    public func observe(_ action: @escaping @Sendable (Event) -> Void) -> (any Disposable)? {
        observe(Sink(action))
    }

    /// Calls a closure with the values and the failure as results, on the thread that sends them.
    ///
    /// - Parameter action: The closure that receives the results.
    /// - Returns: A disposable that detaches the closure, or `nil` if the signal has ended.
    @_disfavoredOverload
    @discardableResult
    public func observeResult(_ action: @escaping @Sendable (Result<Value, Failure>) -> Void) -> (any Disposable)? {
        observe(
            Sink(value: { action(.success($0)) }) { if case .failed(let error) = $0 { action(.failure(error)) } }
        )
    }

    /// Calls a closure when the signal completes.
    ///
    /// - Parameter action: The closure to call.
    /// - Returns: A disposable that detaches the closure, or `nil` if the signal has ended.
    @_disfavoredOverload
    @discardableResult
    public func observeCompleted(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        observe(Sink(value: { _ in }) { if case .completed = $0 { action() } })
    }

    /// Calls a closure when the signal fails.
    ///
    /// - Parameter action: The closure that receives the failure.
    /// - Returns: A disposable that detaches the closure, or `nil` if the signal has ended.
    @_disfavoredOverload
    @discardableResult
    public func observeFailed(_ action: @escaping @Sendable (Failure) -> Void) -> (any Disposable)? {
        observe(Sink(value: { _ in }) { if case .failed(let error) = $0 { action(error) } })
    }

    /// Calls a closure when the signal is interrupted, or at once if the signal has ended.
    ///
    /// - Parameter action: The closure to call.
    /// - Returns: A disposable that detaches the closure, or `nil` if the signal has ended.
    @_disfavoredOverload
    @discardableResult
    public func observeInterrupted(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        observe(Sink(value: { _ in }) { if case .interrupted = $0 { action() } })
    }

    @inlinable
    func observe(_ sink: Sink<Value, Failure>) -> (any Disposable)? {
        let run = Run()
        core.attach(sink, to: run, interrupt: nil)
        return run.isEnded ? nil : run
    }
}

extension Signal where Failure == Never {
    /// Calls a closure for each value of a signal that cannot fail, on the thread that sends it.
    ///
    /// - Parameter action: The closure that receives the values.
    /// - Returns: A disposable that detaches the closure, or `nil` if the signal has ended.
    @_disfavoredOverload
    @inlinable
    @discardableResult
    public func observeValues(_ action: @escaping @Sendable (Value) -> Void) -> (any Disposable)? {
        observe(Sink(value: action) { _ in })
    }
}

extension Signal {
    /// Explains in a diagnostic that failures must be handled before values can be observed.
    ///
    /// - Parameter action: The closure that would receive the values.
    /// - Returns: Nothing. The method cannot be called.
    @_disfavoredOverload
    @available(
        *,
        unavailable,
        message: "observeValues needs a signal that cannot fail: handle failures first, or use observeResult"
    )
    @discardableResult
    public func observeValues(_ action: @escaping @Sendable (Value) -> Void) -> (any Disposable)? {
        fatalError("unavailable")
    }
}

/// A type that represents a signal.
public protocol SignalProtocol<Value, Failure>: Sendable {
    /// The type of the values.
    associatedtype Value: Sendable
    /// The type of the failures.
    associatedtype Failure: Error
    /// The signal itself.
    var signal: Signal<Value, Failure> { get }
}

extension Signal: SignalProtocol, SignalProducerConvertible {
    /// The signal itself.
    public var signal: Signal { self }

    /// A producer whose starts observe this signal.
    public var producer: SignalProducer<Value, Failure> { SignalProducer(self) }
}
