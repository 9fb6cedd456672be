/// A base class for custom operators, which receive a stream's values and its termination.
///
/// Override both methods, and pass an instance to `observe` of a signal or `start` of a producer. The next operator of
/// the chain can be another instance. ``Signal/Observer`` is a subclass.
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
/// The methods are called on the thread that sends the event, one at a time, and no call follows the termination.
/// Operators made of closures are shorter and cost less.
open class Observer<Value, Failure: Error>: @unchecked Sendable {
    // SAFETY: The class stores nothing. A subclass is responsible for its own storage, which one stream uses for one
    // event at a time.

    /// Creates an observer that ignores all events. Override its methods in a subclass.
    public init() {}

    /// Receives a value.
    ///
    /// - Parameter value: The value that the stream sent.
    open func receive(_ value: Value) {}

    /// Receives the termination of the stream.
    ///
    /// - Parameter termination: The way the stream ended.
    open func terminate(_ termination: Termination<Failure>) {}
}

extension Sink {
    init(_ observer: Observer<Value, Failure>) {
        self.init(value: { observer.receive($0) }, terminate: { observer.terminate($0) })
    }
}

extension Signal {
    /// The destination of events: the input of a signal, the handler of a start, or a consumer of your own.
    ///
    /// You can use the input of a signal or of a start from any thread and from inside an observer. Its events are
    /// delivered one at a time, in the order in which they were sent, and no event follows the first terminal one. If
    /// the input is released before a terminal event, its stream is interrupted.
    public final class Observer: ReactiveCore.Observer<Value, Failure>, @unchecked Sendable {
        /// A closure that receives events.
        public typealias Action = @Sendable (Signal<Value, Failure>.Event) -> Void

        // SAFETY: All stored properties are constant and `Sendable`, which the compiler does not check in a class that
        // inherits.
        @usableFromInline let sink: Sink<Value, Failure>
        @usableFromInline let run: Run?

        @inlinable
        init(_ sink: Sink<Value, Failure>, entering run: Run?) {
            self.sink = sink
            self.run = run
            super.init()
        }

        /// Creates an observer that calls a closure for each event, on the thread that sends the event.
        ///
        /// - Parameter action: The closure that receives the events.
        @_disfavoredOverload
        public init(_ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) {
            sink = Sink(action)
            run = nil
        }

        /// Creates an observer with a closure for each kind of event. Each closure runs on the thread that sends the
        /// event.
        ///
        /// - Parameters:
        ///   - value: The closure that receives values.
        ///   - failed: The closure that receives the failure.
        ///   - completed: The closure that runs at the completion.
        ///   - interrupted: The closure that runs at the interruption.
        @_disfavoredOverload
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

        /// Sends an event of any kind.
        ///
        /// - Parameter event: The event to send.
        public func send(_ event: Event) {
            switch event {
            case .value(let value): send(value: value)
            case .failed(let error): send(error: error)
            case .completed: sendCompleted()
            case .interrupted: sendInterrupted()
            }
        }

        /// Sends a value.
        ///
        /// - Parameter value: The value to send.
        @inlinable
        public func send(value: Value) {
            if let run {
                run.send(value, to: sink)
            } else {
                sink.value(value)
            }
        }

        /// Ends the stream with an error.
        ///
        /// - Parameter error: The failure to send.
        public func send(error: Failure) { terminate(.failed(error)) }

        /// Ends the stream naturally.
        public func sendCompleted() { terminate(.completed) }

        /// Ends the stream by cancellation.
        public func sendInterrupted() { terminate(.interrupted) }

        /// Sends a value, like ``send(value:)``.
        ///
        /// - Parameter value: The value to send.
        public override func receive(_ value: Value) { send(value: value) }

        /// Sends a terminal event.
        ///
        /// - Parameter termination: The way the stream ends.
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
