extension SignalProducer {
    /// Drops a number of values at the beginning.
    ///
    /// ```
    /// source          ──1──2──3──4──|
    /// skip(first: 2)  ────────3──4──|
    /// ```
    ///
    /// - Parameter count: The number of values to drop. It must not be negative.
    /// - Returns: A producer of the remaining values.
    @inlinable
    public func skip(first count: Int) -> SignalProducer {
        require(count >= 0, "The first \(count) values cannot be skipped")
        return SignalProducer { [body] sink, run in
            let remaining = Confined(count, to: run)
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

    /// Drops values until one does not satisfy a predicate, and sends that value and all later ones.
    ///
    /// ```
    /// source       ──1──2──3──1──|
    /// skip(while:) ────────3──1──|      { $0 < 3 }
    /// ```
    ///
    /// - Parameter shouldContinue: A closure that returns whether to continue dropping values.
    /// - Returns: A producer of the remaining values.
    @_disfavoredOverload
    @inlinable
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let isSkipping = Confined(true, to: run)
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
    /// Drops a number of values at the beginning.
    ///
    /// For more information, see ``SignalProducer/skip(first:)``.
    ///
    /// - Parameter count: The number of values to drop. It must not be negative.
    /// - Returns: A signal of the remaining values.
    @inlinable
    public func skip(first count: Int) -> Signal {
        lift { $0.skip(first: count) }
    }

    /// Drops values until one does not satisfy a predicate, and sends that value and all later ones.
    ///
    /// For more information, see ``SignalProducer/skip(while:)``.
    ///
    /// - Parameter shouldContinue: A closure that returns whether to continue dropping values.
    /// - Returns: A signal of the remaining values.
    @_disfavoredOverload
    @inlinable
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.skip(while: shouldContinue) }
    }
}
