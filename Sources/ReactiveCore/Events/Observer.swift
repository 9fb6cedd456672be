extension Signal {
    /// Where events are sent: the input of a signal, the handler of a start, or a consumer of your own.
    ///
    /// The input of a signal or of a start is safe from any thread and from inside an observer: events are delivered one
    /// at a time, in the order they were sent; nothing follows the first terminal event (R1-R4). If such an input is
    /// released before a terminal event, its stream is interrupted (R8).
    public final class Observer: Sendable {
        @usableFromInline let sink: Sink<Value, Failure>
        @usableFromInline let run: Run?

        @inlinable
        init(_ sink: Sink<Value, Failure>, entering run: Run?) {
            self.sink = sink
            self.run = run
        }

        /// An observer that runs `action` for each event, on the thread that sends it.
        public init(_ action: @escaping @Sendable (Event) -> Void) {
            sink = Sink(action)
            run = nil
        }

        /// An observer with a closure for each kind of event; each runs on the thread that sends it.
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

        @usableFromInline
        func terminate(_ termination: Termination<Failure>) {
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
