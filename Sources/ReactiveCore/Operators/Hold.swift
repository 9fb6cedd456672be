extension SignalProducer {
    /// Acquires a resource at each start and disposes of it before the first value or, if there is none, before the
    /// terminal event is sent on. A start that ends without an event disposes of it too.
    ///
    /// - Parameter acquire: Creates the resource, which may be disposed of more than once.
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
