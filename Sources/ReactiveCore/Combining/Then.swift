extension SignalProducer {
    /// Drops the values of this producer, waits for its completion, and then starts another producer.
    ///
    /// A failure or an interruption of this producer is forwarded, and `next` is not started.
    ///
    /// ```
    /// source  ──1──2──|
    /// next            ──a──b──|
    /// then    ──────────a──b──|
    /// ```
    ///
    /// - Parameter next: The producer to start when this producer has completed.
    /// - Returns: A producer of the values of `next`.
    @inlinable
    public func then<New>(_ next: SignalProducer<New, Failure>) -> SignalProducer<New, Failure> {
        following(by: next, first: { $0 }, second: { $0 })
    }

    /// Drops the values of this producer, waits for its completion, and then starts a producer of the same type.
    ///
    /// With this form, `.then(.never)` needs no type annotation.
    ///
    /// - Parameter next: The producer to start when this producer has completed.
    /// - Returns: A producer of the values of `next`.
    @inlinable
    public func then(_ next: SignalProducer) -> SignalProducer {
        following(by: next, first: { $0 }, second: { $0 })
    }

    /// Drops the values of this producer, waits for its completion, and then starts an input such as a signal.
    ///
    /// - Parameter next: The input to start when this producer has completed.
    /// - Returns: A producer of the values of `next`.
    @inlinable
    public func then<Next: SignalProducerConvertible>(
        _ next: Next
    ) -> SignalProducer<Next.Value, Failure> where Next.Failure == Failure {
        following(by: next.producer, first: { $0 }, second: { $0 })
    }

    /// Drops the values of this producer, waits for its completion, and then starts an input that cannot fail.
    ///
    /// - Parameter next: The input to start when this producer has completed.
    /// - Returns: A producer of the values of `next`.
    @_disfavoredOverload
    @inlinable
    public func then<Next: SignalProducerConvertible>(
        _ next: Next
    ) -> SignalProducer<Next.Value, Failure> where Next.Failure == Never {
        following(by: next.producer, first: { $0 }, second: Never.promoted)
    }

    /// Implements all forms of `then`. `first` and `second` convert failures to the failure of the result.
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
    /// Drops the values of this producer, waits for its completion, and then starts a producer that can fail.
    ///
    /// - Parameter next: The producer to start when this producer has completed.
    /// - Returns: A producer of the values of `next`. It fails as `next` does.
    @_disfavoredOverload
    @inlinable
    public func then<New, NewFailure>(_ next: SignalProducer<New, NewFailure>) -> SignalProducer<New, NewFailure> {
        following(by: next, first: Never.promoted, second: { $0 })
    }

    /// Drops the values of this producer, waits for its completion, and then starts an input that can fail.
    ///
    /// - Parameter next: The input to start when this producer has completed.
    /// - Returns: A producer of the values of `next`. It fails as `next` does.
    @_disfavoredOverload
    @inlinable
    public func then<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Next.Value, Next.Failure> {
        following(by: next.producer, first: Never.promoted, second: { $0 })
    }
}
