extension SignalProducer {
    /// Delivers the events of `operation` on `scheduler` (N13). What is started from there is part of the refresh that the
    /// operation is part of, although it may be another thread.
    func delivered(on scheduler: any Scheduler, for operation: Operation) -> SignalProducer {
        let delivered = observe(on: scheduler)
        guard !operation.refreshing.isEmpty else { return delivered }
        return SignalProducer { observer, lifetime in
            lifetime += delivered.start { event in
                TokenKeeper.$refreshing.withValue(operation.refreshing) { observer.send(event) }
            }
        }
    }
}
