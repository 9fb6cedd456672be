/// The consumer's end of one start, for a source that is an object with a state of its own.
///
/// Operators pass sinks along a chain. A source outside this module that decides by itself when it sends, ends and
/// releases what it holds uses this: events that it sends from several threads are delivered one at a time, and
/// nothing follows the end.
@frozen
@usableFromInline
package struct StartOutput<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let run: Run

    @inlinable
    init(_ sink: Sink<Value, Failure>, _ run: Run) {
        self.sink = sink
        self.run = run
    }

    /// The kind of the consumer.
    @inlinable package var context: StartContext { run.context }

    /// Opens the start for events.
    ///
    /// - Parameters:
    ///   - source: The source, which is disposed of when the start has ended for any reason.
    ///   - cancel: Runs when the consumer disposes of the start. It must ensure that ``interrupt()`` is called.
    /// - Returns: `false` if the consumer disposed of the start before. The source must not begin then.
    @inlinable
    package func open(from source: any Disposable, cancel: @escaping @Sendable () -> Void) -> Bool {
        run.adopt(source)
        return run.open(cancel: cancel) { [sink] in sink.terminate(.interrupted) }
    }

    /// Sends a value, in the context of the consumer.
    @inlinable
    package func send(_ value: Value) {
        run.inContext { run.send(value, to: sink) }
    }

    /// Sends a value and the completion, in the context of the consumer.
    @inlinable
    package func finish(with value: Value) {
        run.inContext {
            run.send(value, to: sink)
            run.terminate(sink, with: .completed)
        }
    }

    /// Ends the start, in the context of the consumer.
    @inlinable
    package func terminate(_ termination: Termination<Failure>) {
        run.inContext { run.terminate(sink, with: termination) }
    }

    /// Runs an action as soon as the consumer asks for a value. A consumer that does not ask for single values takes
    /// all of them, so that the action runs now.
    ///
    /// A consumer that asks is an iterator of ``SignalProducer/values(buffering:)``. Operators that drop a value leave
    /// it asking; while a value is on its way through a scheduler, it also still asks.
    package func whenAsked(_ action: @escaping @Sendable () -> Void) {
        guard let demand = run.demand else { return action() }
        demand.whenAsked(action)
    }

    /// Returns an output that runs closures before each event is delivered.
    @inlinable
    package func observed(
        value observeValue: @escaping @Sendable (Value) -> Void,
        terminate observeTermination: @escaping @Sendable (Termination<Failure>) -> Void
    ) -> StartOutput {
        let sink = Sink<Value, Failure> { [sink] value in
            observeValue(value)
            sink.value(value)
        } terminate: { [sink] termination in
            observeTermination(termination)
            sink.terminate(termination)
        }
        return StartOutput(sink, run)
    }

    /// Returns an output whose failures arrive here transformed.
    @inlinable
    package func mappingErrors<Inner>(
        _ transform: @escaping @Sendable (Inner) -> Failure
    ) -> StartOutput<Value, Inner> {
        let sink = Sink<Value, Inner>(value: sink.value) { [sink] in sink.terminate($0.mapError(transform)) }
        return StartOutput<Value, Inner>(sink, run)
    }

    /// Delivers the interruption of a start that the consumer disposed of.
    @inlinable
    package func interrupt() { run.interrupt() }
}

extension SignalProducer {
    /// Creates a producer whose starts are begun by a closure that receives the consumer's end.
    @inlinable
    package init(sendingTo begin: @escaping @Sendable (StartOutput<Value, Failure>) -> Void) {
        self.init { sink, run in begin(StartOutput(sink, run)) }
    }

    /// Starts this producer for a consumer of the given kind.
    ///
    /// - Parameters:
    ///   - context: The kind of the consumer.
    ///   - keep: Receives the disposable that interrupts the start, before the start begins.
    ///   - value: Receives each value.
    ///   - terminate: Receives the end.
    @inlinable
    package func start(
        in context: StartContext,
        keeping keep: (any Disposable) -> Void,
        value: @escaping @Sendable (Value) -> Void,
        terminate: @escaping @Sendable (Termination<Failure>) -> Void
    ) {
        let run = Run(for: context)
        keep(run)
        body(Sink(value: value, terminate: terminate), run)
    }
}

extension Disposable {
    /// Ends a start inside one of its events. What it uses is released before this method returns, and no event
    /// follows, not even an interruption. Any other disposable is disposed of.
    package func endInsideEvent() {
        guard let run = self as? Run else { return dispose() }
        run.end()
    }
}
