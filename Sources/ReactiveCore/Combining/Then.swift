extension SignalProducer {
    /// Waits for the completion of this producer, drops its values, and then starts `next` (R19).
    ///
    /// A failure or an interruption of this producer is forwarded, and `next` is not started.
    ///
    /// ```
    /// source  ──1──2──|
    /// next            ──a──b──|
    /// then    ──────────a──b──|
    /// ```
    @_disfavoredOverload
    @inlinable
    public func then<New>(_ next: SignalProducer<New, Failure>) -> SignalProducer<New, Failure> {
        following(by: next, first: { $0 }, second: { $0 })
    }

    /// The same for a producer of the same type, so that `.then(.never)` needs no context.
    @inlinable
    public func then(_ next: SignalProducer) -> SignalProducer {
        following(by: next, first: { $0 }, second: { $0 })
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func then<Next: SignalProducerConvertible>(
        _ next: Next
    ) -> SignalProducer<Next.Value, Failure> where Next.Failure == Failure {
        following(by: next.producer, first: { $0 }, second: { $0 })
    }

    /// The same for anything that stands for a producer that cannot fail.
    @_disfavoredOverload
    @inlinable
    public func then<Next: SignalProducerConvertible>(
        _ next: Next
    ) -> SignalProducer<Next.Value, Failure> where Next.Failure == Never {
        following(by: next.producer, first: { $0 }, second: Never.promoted)
    }

    /// What all forms of `then` come down to. `first` and `second` lift failures to that of the result.
    @inlinable
    func following<New, NextFailure, NewFailure>(
        by next: SignalProducer<New, NextFailure>,
        first: @escaping @Sendable (Failure) -> NewFailure,
        second: @escaping @Sendable (NextFailure) -> NewFailure
    ) -> SignalProducer<New, NewFailure> {
        SignalProducer<New, NewFailure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let followUp = Sink<New, NextFailure>(
                value: { run.send($0, to: sink) },
                terminate: { run.terminate(sink, with: $0.mapError(second)) }
            )
            let source = Sink<Value, Failure>(
                value: { _ in },
                terminate: { termination in
                    guard case .completed = termination else {
                        return run.terminate(sink, with: termination.mapError(first))
                    }
                    if !run.isStopped { next.start(followUp, under: run) }
                }
            )
            start(source, under: run)
        }
    }
}

extension SignalProducer where Failure == Never {
    /// The same for a producer that can fail where this one cannot.
    @_disfavoredOverload
    @inlinable
    public func then<New, NewFailure>(_ next: SignalProducer<New, NewFailure>) -> SignalProducer<New, NewFailure> {
        following(by: next, first: Never.promoted, second: { $0 })
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func then<New>(_ next: SignalProducer<New, Never>) -> SignalProducer<New, Never> {
        following(by: next, first: Never.promoted, second: Never.promoted)
    }

    /// The same for anything that stands for a producer, which can fail where this one cannot.
    @_disfavoredOverload
    @inlinable
    public func then<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Next.Value, Next.Failure> {
        following(by: next.producer, first: Never.promoted, second: { $0 })
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func then<Next: SignalProducerConvertible>(
        _ next: Next
    ) -> SignalProducer<Next.Value, Never> where Next.Failure == Never {
        following(by: next.producer, first: Never.promoted, second: Never.promoted)
    }
}
