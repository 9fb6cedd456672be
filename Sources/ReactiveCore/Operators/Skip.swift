extension SignalProducer {
    /// Drops the first `count` values.
    ///
    /// ```
    /// source          ──1──2──3──4──|
    /// skip(first: 2)  ────────3──4──|
    /// ```
    @inlinable
    public func skip(first count: Int) -> SignalProducer {
        precondition(count >= 0, "The first \(count) values cannot be skipped")
        return SignalProducer { [body] sink, run in
            let remaining = Guarded(count)
            body(
                Sink { value in
                    if remaining.state == 0 { sink.value(value) } else { remaining.state -= 1 }
                } terminate: {
                    sink.terminate($0)
                },
                run
            )
        }
    }

    /// Drops values until one does not satisfy `shouldContinue`; that one and all later ones pass.
    ///
    /// ```
    /// source       ──1──2──3──1──|
    /// skip(while:) ────────3──1──|      { $0 < 3 }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let isSkipping = Guarded(true)
            body(
                Sink { value in
                    if isSkipping.state { isSkipping.state = shouldContinue(value) }
                    if !isSkipping.state { sink.value(value) }
                } terminate: {
                    sink.terminate($0)
                },
                run
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/skip(first:)``.
    @inlinable
    public func skip(first count: Int) -> Signal {
        lift { $0.skip(first: count) }
    }

    /// See ``SignalProducer/skip(while:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.skip(while: shouldContinue) }
    }
}
