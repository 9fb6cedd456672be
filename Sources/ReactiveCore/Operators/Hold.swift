extension SignalProducer {
    /// Acquires something at each start, and disposes of it before the first value goes on, or at the end if there is none:
    /// before the terminal event goes on, or after a start that ends without one.
    ///
    /// - Parameter acquire: makes what is held; it may be disposed of more than once.
    @inlinable
    package func holding(_ acquire: @escaping @Sendable () -> some Disposable) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let held = acquire()
            run.adopt(held)
            body(
                Sink { value in
                    held.dispose()
                    sink.value(value)
                } terminate: { termination in
                    held.dispose()
                    sink.terminate(termination)
                },
                run
            )
        }
    }
}
