extension SignalProducer {
    /// Takes the first `count` values, and completes right after the last of them; the source is then stopped (R17).
    ///
    /// ```
    /// source          ──1──2──3──4──|
    /// take(first: 2)  ──1──2|
    /// ```
    ///
    /// Taking none starts nothing and is interrupted at once.
    @inlinable
    public func take(first count: Int) -> SignalProducer {
        precondition(count >= 0, "The first \(count) values cannot be taken")
        guard count > 0 else { return .interrupted }
        return SignalProducer { [body] sink, run in
            let remaining = Guarded(count)
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

    /// Keeps the last `count` values until the source completes, and then sends them.
    ///
    /// ```
    /// source         ──1──2──3──|
    /// take(last: 2)  ───────────2─3|
    /// ```
    ///
    /// A failure or an interruption drops them.
    public func take(last count: Int) -> SignalProducer {
        precondition(count >= 0, "The last \(count) values cannot be taken")
        return SignalProducer { [body] sink, run in
            let kept = Guarded(Deque<Value>())
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

    /// Takes values for as long as they satisfy `shouldContinue`, and completes at the first that does not.
    ///
    /// ```
    /// source       ──1──2──3──1──|
    /// take(while:) ──1──2──|          { $0 < 3 }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        taking { shouldContinue($0) ? .continue : .completeBefore }
    }

    /// Takes values as long as `shouldContinue` says so, and the one for which it says no, and then completes: the same as
    /// `take(while:)`, with the value that failed the check.
    ///
    /// ```
    /// source       ──1──2──3──1──|
    /// take(until:) ──1──2──3|         { $0 < 3 }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
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

    /// A producer that is interrupted at once.
    @usableFromInline static var interrupted: SignalProducer {
        SignalProducer { sink, run in
            guard run.openEntered(for: sink) else { return }
            run.leave(terminating: sink, with: .interrupted)
        }
    }
}

/// Whether a value is taken, and whether it is the last.
@usableFromInline
enum TakeDecision {
    case `continue`, completeBefore, completeAfter
}

extension Signal {
    /// See ``SignalProducer/take(first:)``. Taking none gives a signal that has completed.
    @inlinable
    public func take(first count: Int) -> Signal {
        precondition(count >= 0, "The first \(count) values cannot be taken")
        return count == 0 ? .empty : lift { $0.take(first: count) }
    }

    /// See ``SignalProducer/take(last:)``.
    public func take(last count: Int) -> Signal {
        lift { $0.take(last: count) }
    }

    /// See ``SignalProducer/take(while:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.take(while: shouldContinue) }
    }

    /// See ``SignalProducer/take(until:)-((Value)->Bool)``.
    @inlinable
    @available(swift, introduced: 6)
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.take(until: shouldContinue) }
    }
}
