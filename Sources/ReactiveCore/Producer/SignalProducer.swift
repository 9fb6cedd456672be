/// A cold stream: a recipe that makes its events anew each time it is started.
///
/// Nothing happens until a start; starts share nothing (R11). Each start is a run with one exclusion: its events never
/// overlap, arrive in order, and end with at most one terminal event. Disposing of what `start` returns ends the run in
/// `interrupted` (R13), from any thread and at any moment.
///
/// ```swift
/// SignalProducer(1...3)
///     .map { $0 * 10 }
///     .startWithValues { print($0) }      // 10 20 30
/// ```
public struct SignalProducer<Value: Sendable, Failure: Error>: Sendable {
    /// The signal of one start; see ``startWithSignal(_:)``.
    public typealias ProducedSignal = Signal<Value, Failure>

    @usableFromInline typealias Body = @Sendable (Sink<Value, Failure>, Run) -> Void

    /// Begins one run: opens it, then sends events to the sink, inside the run's exclusion.
    @usableFromInline let body: Body

    @inlinable
    init(body: @escaping Body) {
        self.body = body
    }

    /// A producer that runs `startHandler` at each start.
    ///
    /// The observer may be used from any thread. The lifetime ends after the terminal event, or when the start is disposed of.
    /// If nobody can send or dispose any more, because the observer and what `start` returned were both released, the
    /// start ends in `interrupted`.
    @inlinable
    @available(swift, introduced: 6)
    public init(_ startHandler: @escaping @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void) {
        self.init { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let observer = Signal<Value, Failure>.Observer(sink, entering: run)
            run.inContext { startHandler(observer, Lifetime(run)) }
            if !run.isEnded { run.hold(observer) }
        }
    }

    /// The same as `init(_:)`: exclusion costs too little here to do without.
    @available(swift, introduced: 6)
    public static func unserialized(
        _ startHandler: @escaping @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void
    ) -> SignalProducer {
        SignalProducer(startHandler)
    }

    /// A producer whose starts observe `signal`; what it sent before is not replayed.
    @inlinable
    public init(_ signal: Signal<Value, Failure>) {
        let core = signal.core
        self.init { sink, run in
            withExtendedLifetime(signal) {
                core.attach(sink, to: run, interrupt: { sink.terminate(.interrupted) })
            }
        }
    }

    /// The producer that `convertible` stands for.
    public init(_ convertible: some SignalProducerConvertible<Value, Failure>) {
        self = convertible.producer
    }
}

/// Anything that can be used where a producer is wanted: producers, signals, properties.
public protocol SignalProducerConvertible<Value, Failure>: Sendable {
    /// The type of the values.
    associatedtype Value: Sendable
    /// The type of the failures.
    associatedtype Failure: Error
    /// The producer it stands for.
    var producer: SignalProducer<Value, Failure> { get }
}

/// Anything that is a producer.
public protocol SignalProducerProtocol<Value, Failure>: SignalProducerConvertible {}

extension SignalProducer: SignalProducerProtocol {
    /// This producer.
    public var producer: SignalProducer { self }
}

// So that `.never` and `.empty` can be written where any trigger will do.
extension SignalProducerConvertible where Self == SignalProducer<Void, Never> {
    /// A trigger that never comes.
    public static var never: SignalProducer<Void, Never> { SignalProducer<Void, Never>.never }

    /// A trigger that completes at once.
    public static var empty: SignalProducer<Void, Never> { SignalProducer<Void, Never>.empty }
}
