/// Where the events of an operation are delivered.
enum Delivery: Sendable {
    case on(any Scheduler)
    /// Where they arise. Failures are delivered by a scheduler even then: they may arise on the clock, on which nobody else's
    /// code may run.
    case inPlace(failuresOn: any Scheduler)
}

extension Network {
    /// Where the events of one start are delivered: on the scheduler that `send` or the network names, otherwise on the main
    /// queue, unless the consumer waits for them: the main thread may be the one that waits (N13).
    ///
    /// - Parameter isResponse: whether all values come from the transport.
    func delivery(on scheduler: (any Scheduler)?, in context: StartContext, isResponse: Bool) -> Delivery {
        if let scheduler = scheduler ?? namedScheduler { return .on(scheduler) }
        if clock.isVirtual { return .on(ImmediateScheduler()) }
        if context == .observed { return .on(UIScheduler()) }
        return isResponse && parser == nil ? .inPlace(failuresOn: worker) : .on(worker)
    }
}

extension SignalProducer where Failure == Network.OperationError {
    /// Delivers the events of `operation`. The operation waits for everything it starts itself, whatever its consumer does. What
    /// is started by its observers is part of the refresh that the operation is part of, although it may be another thread.
    func delivered(_ delivery: Delivery, for operation: Operation) -> SignalProducer {
        let delivered =
            switch delivery {
            case .on(let scheduler): observe(on: scheduler, startingIn: .awaited)
            case .inPlace(let failures): flatMapError { SignalProducer(error: $0).start(on: failures) }
            }
        guard !operation.refreshing.isEmpty else { return delivered }
        return SignalProducer { observer, lifetime in
            lifetime += delivered.start { event in
                TokenRefresher.$refreshing.withValue(operation.refreshing) { observer.send(event) }
            }
        }
    }
}
