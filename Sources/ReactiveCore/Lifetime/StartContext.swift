import Synchronization

/// The kind of consumer at the end of a chain.
///
/// A source that delivers on the main queue by default must not do so for a consumer that waits, because the main
/// thread may be the one that waits. Each run knows its consumer's kind and passes it to the runs of its inputs,
/// whenever and on whichever thread those begin.
@usableFromInline
package enum StartContext: Sendable {
    /// The consumer is called back.
    case observed
    /// The consumer awaits the events or blocks its thread until they arrive.
    case awaited

    /// The run whose start handler is running, if its consumer waits. Starts inside the handler, and in tasks that the
    /// handler creates, serve the same consumer for as long as it waits.
    @TaskLocal static var waiting: Run?

    /// Indicates whether a start handler was ever run for a waiting consumer. Until then, the task-local value need not
    /// be read.
    private static let hasWaited = Atomic<Bool>(false)

    /// The context that a start inherits from the surrounding code.
    @usableFromInline
    package static var current: StartContext {
        guard hasWaited.load(ordering: .relaxed), let run = waiting, !run.isEnded else { return .observed }
        return run.context
    }

    fileprivate static func noteWaiting() { hasWaited.store(true, ordering: .relaxed) }
}

/// The consumer of a run, as it concerns the runs of its inputs.
@usableFromInline
struct RunConsumer: Sendable {
    let context: StartContext
    let demand: Demand?
}

extension Run {
    /// Creates a run for the consumer of a public start.
    @usableFromInline
    static func forConsumer() -> Run { Run(for: StartContext.current) }

    /// Creates a run for an input of an operator whose own run is `output`.
    @usableFromInline
    convenience init(feeding output: Run) { self.init(for: output.context, with: output.demand) }

    /// Creates a run for an input of an operator whose own run is `output`, in another context and with another demand
    /// unless they are `nil`.
    @usableFromInline
    convenience init(feeding output: Run, in context: StartContext? = nil, with demand: Demand?) {
        self.init(for: context ?? output.context, with: demand ?? output.demand)
    }

    /// Creates a run for an input of an operator whose output has this consumer.
    @usableFromInline
    convenience init(for consumer: RunConsumer) { self.init(for: consumer.context, with: consumer.demand) }

    /// The consumer, for an operator that begins the runs of its inputs later.
    @usableFromInline var consumer: RunConsumer { RunConsumer(context: context, demand: demand) }

    /// Runs user code so that its starts serve this run's consumer.
    @usableFromInline
    func inContext(_ body: () -> Void) {
        guard StartContext.current != context else { return body() }
        let isWaiting = context == .awaited
        if isWaiting { StartContext.noteWaiting() }
        StartContext.$waiting.withValue(isWaiting ? self : nil, operation: body)
    }
}

extension SignalProducer {
    /// Starts this producer for a consumer of the given kind, regardless of the chain's consumer.
    @usableFromInline
    package func started(in context: StartContext) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.context != context else { return body(sink, run) }
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let source = Run(feeding: run, in: context, with: nil)
            run.adopt(source)
            body(sink.entering(run), source)
        }
    }

    /// Starts this producer for the consumer of another start, for an operator that begins its input later and
    /// elsewhere.
    ///
    /// - Parameter lifetime: The lifetime of the other start.
    package func started(for lifetime: Lifetime) -> SignalProducer {
        let consumer = lifetime.run.consumer
        guard consumer.demand != nil else { return started(in: consumer.context) }
        return SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let source = Run(for: consumer)
            run.adopt(source)
            body(sink.entering(run), source)
        }
    }
}
