extension Signal {
    /// Applies an operator made for producers to this signal: the result is the signal of its one start, which begins here.
    /// A unary operator's result shares this signal's exclusion, as it inherits its order (R2).
    @inlinable
    func lift<New, NewFailure>(
        _ operator: (SignalProducer<Value, Failure>) -> SignalProducer<New, NewFailure>
    ) -> Signal<New, NewFailure> {
        Signal<New, NewFailure>(starting: `operator`(SignalProducer(self)), for: core.run.context)
    }
}

extension SignalProducer {
    /// Applies an operator made for signals to each start of this producer (R16).
    ///
    /// Disposing of the result interrupts the source, and with it everything `transform` keeps alive.
    @available(swift, introduced: 6)
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

    /// Applies a binary operator made for signals to each start of this producer and its argument.
    ///
    /// Both are observed before either runs; the argument's handler runs first (R16).
    @available(swift, introduced: 6)
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
