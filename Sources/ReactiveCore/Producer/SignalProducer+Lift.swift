extension Signal {
    /// Applies an operator made for producers to this signal. The result is the signal of the producer's only start,
    /// which begins here. The result of a unary operator shares this signal's exclusion and therefore its order (R2).
    @inlinable
    func lift<New, NewFailure>(
        _ operator: (SignalProducer<Value, Failure>) -> SignalProducer<New, NewFailure>
    ) -> Signal<New, NewFailure> {
        Signal<New, NewFailure>(starting: `operator`(SignalProducer(self)), for: core.run.context)
    }
}

extension SignalProducer {
    /// Applies an operator made for signals to each start of this producer.
    ///
    /// Disposing of the result interrupts the source and releases everything that `transform` keeps alive.
    ///
    /// - Parameter transform: A closure that applies the operator to the signal of a start.
    /// - Returns: A producer whose starts send the events of the transformed signal.
    @_disfavoredOverload
    public func lift<New, NewFailure>(
        _ transform: @escaping @Sendable (Signal<Value, Failure>) -> Signal<New, NewFailure>
    ) -> SignalProducer<New, NewFailure> {
        SignalProducer<New, NewFailure> { sink, run in
            self.startWithSignal(under: Run(feeding: run)) { signal, interruptHandle in
                run.adopt(interruptHandle)
                SignalProducer<New, NewFailure>(transform(signal)).body(sink, run)
            }
        }
    }

    /// Applies a binary operator made for signals to each start of this producer and of another one.
    ///
    /// Both producers are observed before either runs. The start handler of the argument runs first.
    ///
    /// - Parameter transform: A closure that applies the operator to the signals of both starts.
    /// - Returns: A function that takes the other producer and returns a producer of the combined events.
    @_disfavoredOverload
    public func lift<Other, OtherFailure, New, NewFailure>(
        _ transform:
            @escaping @Sendable (Signal<Value, Failure>) ->
            @Sendable (Signal<Other, OtherFailure>) -> Signal<
                New, NewFailure
            >
    ) -> (SignalProducer<Other, OtherFailure>) -> SignalProducer<New, NewFailure> {
        { other in
            SignalProducer<New, NewFailure> { sink, run in
                self.startWithSignal(under: Run(feeding: run)) { left, leftHandle in
                    run.adopt(leftHandle)
                    other.startWithSignal(under: Run(feeding: run)) { right, rightHandle in
                        run.adopt(rightHandle)
                        SignalProducer<New, NewFailure>(transform(left)(right)).body(sink, run)
                    }
                }
            }
        }
    }
}
