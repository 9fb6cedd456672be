/// A cold stream: a description of work that produces its events anew each time it is started.
///
/// Nothing happens until a start, and starts share no state. The events of a start never overlap, arrive in order, and
/// end with at most one terminal event. Disposing of the disposable that `start` returns ends the start with
/// `interrupted`, from any thread and at any time.
///
/// ```swift
/// SignalProducer(1...3)
///     .map { $0 * 10 }
///     .startWithValues { print($0) }      // 10 20 30
/// ```
public struct SignalProducer<Value: Sendable, Failure: Error>: Sendable {
    /// The signal of one start, as created by ``startWithSignal(_:)``.
    public typealias ProducedSignal = Signal<Value, Failure>

    @usableFromInline typealias Body = @Sendable (Sink<Value, Failure>, Run) -> Void

    /// The events of a producer that are known before its start, so that a consumer can do without a start.
    @usableFromInline
    enum KnownEvents: Sendable {
        /// One value, and then the completion.
        case value(Value)
        /// The failure alone.
        case failed(Failure)
        /// The completion alone.
        case completed
    }

    @usableFromInline
    enum Content: Sendable {
        case known(KnownEvents)
        case body(Body)
    }

    @usableFromInline let content: Content

    @inlinable
    init(body: @escaping Body) {
        content = .body(body)
    }

    @inlinable
    init(_ events: KnownEvents) {
        content = .known(events)
    }

    /// The events of this producer, if they are known.
    @inlinable var knownEvents: KnownEvents? {
        if case .known(let events) = content { events } else { nil }
    }

    /// Begins one run: opens it, then sends events to the sink, inside the run's exclusion.
    @inlinable var body: Body {
        switch content {
        case .body(let body): body
        case .known(let events):
            { sink, run in
                run.send(to: sink) {
                    switch events {
                    case .value(let value):
                        sink.value(value)
                        return .completed
                    case .failed(let error): return .failed(error)
                    case .completed: return .completed
                    }
                }
            }
        }
    }

    /// Creates a producer that runs a closure at each start.
    ///
    /// The observer can be used from any thread. The lifetime ends after the terminal event or when the start is
    /// disposed of. If both the observer and the disposable returned by `start` are released, nothing can send or
    /// dispose any more, and the start ends with `interrupted`.
    ///
    /// - Parameter startHandler: A closure that receives the observer to send events to and the lifetime of the start.
    @_disfavoredOverload
    @inlinable
    public init(_ startHandler: @escaping @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void) {
        self.init { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let observer = Signal<Value, Failure>.Observer(sink, entering: run)
            run.inContext { startHandler(observer, Lifetime(run)) }
            if !run.isEnded { run.retainInput(observer) }
        }
    }

    /// Creates a producer that runs a closure at each start.
    ///
    /// This method is equivalent to `init(_:)`: serialization is too cheap to need a variant without it. It exists for
    /// compatibility with ReactiveSwift.
    ///
    /// - Parameter startHandler: A closure that receives the observer to send events to and the lifetime of the start.
    /// - Returns: The producer.
    @_disfavoredOverload
    public static func unserialized(
        _ startHandler: @escaping @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void
    ) -> SignalProducer {
        SignalProducer(startHandler)
    }

    /// Creates a producer whose starts observe a signal.
    ///
    /// Events that the signal sent before a start are not replayed.
    ///
    /// - Parameter signal: The signal to observe.
    @inlinable
    public init(_ signal: Signal<Value, Failure>) {
        let core = signal.core
        self.init { sink, run in
            withExtendedLifetime(signal) {
                core.attach(sink, to: run, interrupt: { sink.terminate(.interrupted) })
            }
        }
    }

    /// Creates a producer from a signal, a property, or another ``SignalProducerConvertible``.
    ///
    /// - Parameter convertible: The stream to convert.
    public init(_ convertible: some SignalProducerConvertible<Value, Failure>) {
        self = convertible.producer
    }
}

/// A type that can be used in place of a producer, such as a producer, a signal, or a property.
public protocol SignalProducerConvertible<Value, Failure>: Sendable {
    /// The type of the values.
    associatedtype Value: Sendable
    /// The type of the failures.
    associatedtype Failure: Error
    /// The producer that represents this stream.
    var producer: SignalProducer<Value, Failure> { get }
}

/// A type that represents a producer.
public protocol SignalProducerProtocol<Value, Failure>: SignalProducerConvertible {}

extension SignalProducer: SignalProducerProtocol {
    /// The producer itself.
    public var producer: SignalProducer { self }
}

// These members allow `.never` and `.empty` wherever any trigger is accepted.
extension SignalProducerConvertible where Self == SignalProducer<Void, Never> {
    /// A trigger that never fires.
    public static var never: SignalProducer<Void, Never> { SignalProducer<Void, Never>.never }

    /// A trigger that completes immediately.
    public static var empty: SignalProducer<Void, Never> { SignalProducer<Void, Never>.empty }
}
