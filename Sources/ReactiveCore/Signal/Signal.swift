/// A hot stream: its events happen whether or not anybody observes them, and all observers see the same ones.
///
/// A signal obeys the grammar `value* (failed | completed | interrupted)?` (R1). No observer runs concurrently with itself,
/// and all see the same order (R2). Values sent from inside an observer, or while another thread is delivering, are
/// queued and delivered in order by whoever delivers; nobody waits. There are no hidden thread hops: observers run on
/// the thread that sends (R5).
///
/// A signal lives as long as its input, its observers or a reference to it (R8).
public final class Signal<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let core: SignalCore<Value, Failure>

    @inlinable
    init(core: SignalCore<Value, Failure>) {
        self.core = core
    }

    deinit { core.releaseShell() }

    /// A signal fed by `generator`, which runs at once. The lifetime ends when the signal does.
    @inlinable
    public convenience init(_ generator: (Observer, Lifetime) -> Void) {
        let core = SignalCore<Value, Failure>(for: StartContext.current)
        _ = core.run.open(interrupt: nil)
        self.init(core: core)
        generator(Observer(core.sink, entering: core.run), Lifetime(core.run))
    }

    /// The signal of a producer's one and only start: how operators made for producers serve signals too.
    @inlinable
    convenience init(
        starting producer: SignalProducer<Value, Failure>,
        for context: StartContext = StartContext.current
    ) {
        let core = SignalCore<Value, Failure>(for: context)
        self.init(core: core)
        producer.body(core.sink, core.run)
    }

    /// The same as ``init(_:)``: exclusion costs too little here to do without. Kept for the vocabulary's sake.
    public static func unserialized(_ generator: (Observer, Lifetime) -> Void) -> Signal {
        Signal(generator)
    }

    /// The same as ``init(_:)``: every signal queues reentrant events.
    public static func reentrantUnserialized(_ generator: (Observer, Lifetime) -> Void) -> Signal {
        Signal(generator)
    }

    /// A signal and the observer that feeds it.
    ///
    /// - Parameter disposable: disposed of when the signal ends.
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

    /// The same as ``pipe(disposable:)``.
    public static func unserializedPipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
        pipe(disposable: disposable)
    }

    /// The same as ``pipe(disposable:)``.
    public static func reentrantUnserializedPipe(
        disposable: (any Disposable)? = nil
    ) -> (output: Signal, input: Observer) {
        pipe(disposable: disposable)
    }

    /// A signal that never sends anything.
    public static var never: Signal {
        Signal { observer, lifetime in lifetime.observeEnded { _ = observer } }
    }

    /// A signal that has completed: whoever observes it is interrupted at once.
    public static var empty: Signal {
        Signal { observer, _ in observer.sendCompleted() }
    }
}

// Observing

extension Signal {
    /// Observes all events, on the thread that sends them.
    ///
    /// - Returns: a disposable that detaches the observer silently (R7), or `nil` if the signal has ended; the observer has
    ///   then been interrupted (R6).
    @_disfavoredOverload
    @discardableResult
    public func observe(_ observer: Observer) -> (any Disposable)? {
        observe(observer.asSink)
    }

    /// Observes with an operator of your own; the same as the other forms.
    @_disfavoredOverload
    @discardableResult
    public func observe(_ observer: ReactiveCore.Observer<Value, Failure>) -> (any Disposable)? {
        observe(Sink(observer))
    }

    /// Observes all events, on the thread that sends them; see ``observe(_:)``.
    @discardableResult
    @available(swift, introduced: 6)
    public func observe(_ action: @escaping @Sendable (Event) -> Void) -> (any Disposable)? {
        observe(Sink(action))
    }

    /// Observes values and the failure as results.
    @discardableResult
    @available(swift, introduced: 6)
    public func observeResult(_ action: @escaping @Sendable (Result<Value, Failure>) -> Void) -> (any Disposable)? {
        observe(
            Sink(value: { action(.success($0)) }) { if case .failed(let error) = $0 { action(.failure(error)) } }
        )
    }

    /// Observes the completion.
    @discardableResult
    @available(swift, introduced: 6)
    public func observeCompleted(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        observe(Sink(value: { _ in }) { if case .completed = $0 { action() } })
    }

    /// Observes the failure.
    @discardableResult
    @available(swift, introduced: 6)
    public func observeFailed(_ action: @escaping @Sendable (Failure) -> Void) -> (any Disposable)? {
        observe(Sink(value: { _ in }) { if case .failed(let error) = $0 { action(error) } })
    }

    /// Observes the interruption.
    @discardableResult
    @available(swift, introduced: 6)
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
    /// Observes the values of a signal that cannot fail.
    @inlinable
    @discardableResult
    @available(swift, introduced: 6)
    public func observeValues(_ action: @escaping @Sendable (Value) -> Void) -> (any Disposable)? {
        observe(Sink(value: action) { _ in })
    }
}

extension Signal {
    /// Says what to do about failures first.
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

/// Anything that is a signal.
public protocol SignalProtocol<Value, Failure>: Sendable {
    /// The type of the values.
    associatedtype Value: Sendable
    /// The type of the failures.
    associatedtype Failure: Error
    /// The signal itself.
    var signal: Signal<Value, Failure> { get }
}

extension Signal: SignalProtocol, SignalProducerConvertible {
    /// This signal.
    public var signal: Signal { self }

    /// A producer whose starts observe this signal.
    public var producer: SignalProducer<Value, Failure> { SignalProducer(self) }
}
