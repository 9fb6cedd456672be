/// The base of operators written as classes: it gets the values and the end of a stream, and passes on what it makes of them.
///
/// Override both methods, and hand an instance to `observe` of a signal or `start` of a producer. ``Signal/Observer`` is one, and
/// so can be the next in line.
///
/// ```swift
/// final class Doubling: Observer<Int, Never>, @unchecked Sendable {
///     let next: Observer<Int, Never>
///     init(_ next: Observer<Int, Never>) { self.next = next }
///     override func receive(_ value: Int) { next.receive(value * 2) }
///     override func terminate(_ termination: Termination<Never>) { next.terminate(termination) }
/// }
/// ```
///
/// Its methods are called on the thread that sends the event, one at a time, and nothing follows the end. Operators made of
/// closures are shorter, and cost less.
open class Observer<Value, Failure: Error>: @unchecked Sendable {
    // SAFETY: it stores nothing. A subclass that does answers for what it stores, which one stream calls one event at a time.

    /// An observer that ignores everything, to be overridden.
    public init() {}

    /// Gets a value.
    open func receive(_ value: Value) {}

    /// Gets the end.
    open func terminate(_ termination: Termination<Failure>) {}
}

extension Sink {
    init(_ observer: Observer<Value, Failure>) {
        self.init(value: { observer.receive($0) }, terminate: { observer.terminate($0) })
    }
}

extension Signal {
    /// Where events are sent: the input of a signal, the handler of a start, or a consumer of your own.
    ///
    /// The input of a signal or of a start is safe from any thread and from inside an observer: events are delivered one
    /// at a time, in the order they were sent; nothing follows the first terminal event (R1-R4). If such an input is
    /// released before a terminal event, its stream is interrupted (R8).
    public final class Observer: ReactiveCore.Observer<Value, Failure>, @unchecked Sendable {
        /// A closure that takes events.
        public typealias Action = @Sendable (Signal<Value, Failure>.Event) -> Void

        // SAFETY: what it stores is constant and `Sendable`, which the compiler does not look at in a class that inherits.
        @usableFromInline let sink: Sink<Value, Failure>
        @usableFromInline let run: Run?

        @inlinable
        init(_ sink: Sink<Value, Failure>, entering run: Run?) {
            self.sink = sink
            self.run = run
            super.init()
        }

        /// An observer that runs `action` for each event, on the thread that sends it.
        @available(swift, introduced: 6)
        public init(_ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) {
            sink = Sink(action)
            run = nil
        }

        /// An observer with a closure for each kind of event; each runs on the thread that sends it.
        @available(swift, introduced: 6)
        public init(
            value: (@Sendable (Value) -> Void)? = nil,
            failed: (@Sendable (Failure) -> Void)? = nil,
            completed: (@Sendable () -> Void)? = nil,
            interrupted: (@Sendable () -> Void)? = nil
        ) {
            sink = Sink(value: value ?? { _ in }) { termination in
                switch termination {
                case .failed(let error): failed?(error)
                case .completed: completed?()
                case .interrupted: interrupted?()
                }
            }
            run = nil
        }

        deinit { run?.terminate(sink, with: .interrupted) }

        /// Sends any event.
        public func send(_ event: Event) {
            switch event {
            case .value(let value): send(value: value)
            case .failed(let error): send(error: error)
            case .completed: sendCompleted()
            case .interrupted: sendInterrupted()
            }
        }

        /// Sends a value.
        @inlinable
        public func send(value: Value) {
            if let run {
                run.send(value, to: sink)
            } else {
                sink.value(value)
            }
        }

        /// Ends the stream with an error.
        public func send(error: Failure) { terminate(.failed(error)) }

        /// Ends the stream as it should end.
        public func sendCompleted() { terminate(.completed) }

        /// Ends the stream by cancellation.
        public func sendInterrupted() { terminate(.interrupted) }

        /// The same as ``send(value:)``.
        public override func receive(_ value: Value) { send(value: value) }

        /// Sends a terminal event.
        public override func terminate(_ termination: Termination<Failure>) {
            if let run {
                run.terminate(sink, with: termination)
            } else {
                sink.terminate(termination)
            }
        }

        /// This observer as the end of a chain.
        var asSink: Sink<Value, Failure> {
            guard run != nil else { return sink }
            return Sink(value: { self.send(value: $0) }, terminate: { self.terminate($0) })
        }
    }
}
