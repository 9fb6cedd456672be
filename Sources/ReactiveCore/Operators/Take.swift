extension SignalProducer {
    /// Sends a number of values, completes right after the last of them, and stops the source.
    ///
    /// ```
    /// source          ──1──2──3──4──|
    /// take(first: 2)  ──1──2|
    /// ```
    ///
    /// If `count` is zero, the source is not started and the result is interrupted immediately.
    ///
    /// - Parameter count: The number of values to send. It must not be negative.
    /// - Returns: A producer of the first values.
    @inlinable
    public func take(first count: Int) -> SignalProducer {
        require(count >= 0, "The first \(count) values cannot be taken")
        guard count > 0 else { return .interrupted }
        return SignalProducer { [body] sink, run in
            let remaining = Confined(count, to: run)
            body(
                Sink { value in
                    guard remaining.state > 0 else { return }
                    remaining.state -= 1
                    sink.value(value)
                    if remaining.state == 0 { run.finish(sink, with: .completed) }
                } terminate: { termination in
                    if !run.isEnded { sink.terminate(termination) }
                },
                run
            )
        }
    }

    /// Keeps the last values until the source completes, and then sends them.
    ///
    /// ```
    /// source         ──1──2──3──|
    /// take(last: 2)  ───────────2─3|
    /// ```
    ///
    /// A failure or an interruption drops the values.
    ///
    /// - Parameter count: The maximum number of values to keep. It must not be negative.
    /// - Returns: A producer of the last values.
    public func take(last count: Int) -> SignalProducer {
        require(count >= 0, "The last \(count) values cannot be taken")
        return SignalProducer { [body] sink, run in
            let kept = Confined(Deque<Value>(), to: run)
            body(
                Sink { value in
                    kept.state.append(value)
                    if kept.state.count > count { _ = kept.state.popFirst() }
                } terminate: { termination in
                    guard case .completed = termination else { return sink.terminate(termination) }
                    run.flush(kept.state.elements, to: sink, then: .completed)
                },
                run
            )
        }
    }

    /// Sends values as long as they satisfy a predicate, and completes at the first value that does not.
    ///
    /// ```
    /// source       ──1──2──3──1──|
    /// take(while:) ──1──2──|          { $0 < 3 }
    /// ```
    ///
    /// - Parameter shouldContinue: A closure that returns whether to send the value and continue.
    /// - Returns: A producer of the values before the first one that does not satisfy the predicate.
    @_disfavoredOverload
    @inlinable
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        taking { shouldContinue($0) ? .continue : .completeBefore }
    }

    /// Sends values up to and including the first one that does not satisfy a predicate, and then completes.
    ///
    /// ```
    /// source       ──1──2──3──1──|
    /// take(until:) ──1──2──3|         { $0 < 3 }
    /// ```
    ///
    /// Unlike `take(while:)`, this operator also sends the value that does not satisfy the predicate.
    ///
    /// - Parameter shouldContinue: A closure that returns whether to continue after the value.
    /// - Returns: A producer of the values up to the first one that does not satisfy the predicate.
    @_disfavoredOverload
    @inlinable
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        taking { shouldContinue($0) ? .continue : .completeAfter }
    }

    @inlinable
    func taking(_ decide: @escaping @Sendable (Value) -> TakeDecision) -> SignalProducer {
        SignalProducer { [body] sink, run in
            body(
                Sink { value in
                    guard !run.isEnded else { return }
                    let decision = decide(value)
                    if decision != .completeBefore { sink.value(value) }
                    if decision != .continue { run.finish(sink, with: .completed) }
                } terminate: { termination in
                    if !run.isEnded { sink.terminate(termination) }
                },
                run
            )
        }
    }

    /// A producer that is interrupted immediately.
    @usableFromInline static var interrupted: SignalProducer {
        SignalProducer { sink, run in run.send(to: sink) { .interrupted } }
    }
}

/// Determines whether a value is sent and whether the stream then completes.
@usableFromInline
enum TakeDecision {
    case `continue`, completeBefore, completeAfter
}

extension Signal {
    /// Sends a number of values, completes right after the last of them, and detaches from the source.
    ///
    /// If `count` is zero, the result is a signal that has completed. For more information, see
    /// ``SignalProducer/take(first:)``.
    ///
    /// - Parameter count: The number of values to send. It must not be negative.
    /// - Returns: A signal of the first values.
    @inlinable
    public func take(first count: Int) -> Signal {
        require(count >= 0, "The first \(count) values cannot be taken")
        return count == 0 ? .empty : lift { $0.take(first: count) }
    }

    /// Keeps the last values until the source completes, and then sends them.
    ///
    /// For more information, see ``SignalProducer/take(last:)``.
    ///
    /// - Parameter count: The maximum number of values to keep. It must not be negative.
    /// - Returns: A signal of the last values.
    public func take(last count: Int) -> Signal {
        lift { $0.take(last: count) }
    }

    /// Sends values as long as they satisfy a predicate, and completes at the first value that does not.
    ///
    /// For more information, see ``SignalProducer/take(while:)``.
    ///
    /// - Parameter shouldContinue: A closure that returns whether to send the value and continue.
    /// - Returns: A signal of the values before the first one that does not satisfy the predicate.
    @_disfavoredOverload
    @inlinable
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.take(while: shouldContinue) }
    }

    /// Sends values up to and including the first one that does not satisfy a predicate, and then completes.
    ///
    /// For more information, see ``SignalProducer/take(until:)-((Value)->Bool)``.
    ///
    /// - Parameter shouldContinue: A closure that returns whether to continue after the value.
    /// - Returns: A signal of the values up to the first one that does not satisfy the predicate.
    @_disfavoredOverload
    @inlinable
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.take(until: shouldContinue) }
    }
}
