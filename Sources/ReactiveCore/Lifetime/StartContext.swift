import Synchronization

/// The kind of consumer at the end of a chain.
///
/// A source that delivers on the main queue unless a scheduler is named, must not do so for a consumer that waits: the main
/// thread may be the one that waits. Each run knows its consumer's kind and hands it to the runs of its inputs, whenever and
/// on whatever thread those begin.
@usableFromInline
package enum StartContext: Sendable {
    /// The consumer is called back.
    case observed
    /// The consumer awaits the events, or blocks its thread until they come.
    case awaited

    /// The run whose start handler is running, if its consumer waits: starts inside the handler, and in the tasks that it begins,
    /// are made for that consumer for as long as it waits.
    @TaskLocal static var waiting: Run?

    /// Whether a start handler was ever run for a consumer that waits: until then nobody has to look at the task.
    private static let hasWaited = Synchronization.Atomic<Bool>(false)

    /// The context that a start takes over from the code around it.
    @usableFromInline
    package static var current: StartContext {
        guard hasWaited.load(ordering: .relaxed), let run = waiting, !run.isEnded else { return .observed }
        return run.context
    }

    fileprivate static func noteWaiting() { hasWaited.store(true, ordering: .relaxed) }
}

extension Run {
    /// A run for the consumer of a public start.
    @usableFromInline
    static func forConsumer() -> Run { Run(for: StartContext.current) }

    /// A run for an input of an operator whose own run is `output`.
    @usableFromInline
    convenience init(feeding output: Run) { self.init(for: output.context) }

    /// Runs code of the user's, whose starts are made for this run's consumer.
    @usableFromInline
    func inContext(_ body: () -> Void) {
        guard StartContext.current != context else { return body() }
        let isWaiting = context == .awaited
        if isWaiting { StartContext.noteWaiting() }
        StartContext.$waiting.withValue(isWaiting ? self : nil, operation: body)
    }
}

extension SignalProducer {
    /// Makes a producer at each start, knowing for which kind of consumer.
    package static func deferred(_ make: @escaping @Sendable (StartContext) -> SignalProducer) -> SignalProducer {
        SignalProducer { sink, run in make(run.context).body(sink, run) }
    }

    /// Starts this producer for a consumer of the given kind, whatever kind the chain's consumer is.
    @usableFromInline
    package func started(in context: StartContext) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.context != context else { return body(sink, run) }
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let source = Run(for: context)
            run.adopt(source)
            body(sink.entering(run), source)
        }
    }
}
