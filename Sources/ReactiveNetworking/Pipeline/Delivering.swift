/// The place where the events of an operation are delivered.
enum Delivery: Sendable {
    case on(any Scheduler)
    /// The thread on which they arise. Failures still need a scheduler: they may arise on the clock, where no user code
    /// may run.
    case inPlace(failuresOn: any Scheduler)
}

extension Network {
    /// Returns where to deliver the events of one start: on the scheduler that `send` or the network names, and
    /// otherwise on the main queue, unless the consumer awaits or blocks, because it may be the main thread that waits
    /// (N13).
    ///
    /// - Parameter isResponse: Whether all values come from the transport.
    func delivery(on scheduler: (any Scheduler)?, in context: StartContext, isResponse: Bool) -> Delivery {
        if let scheduler = scheduler ?? namedScheduler { return .on(scheduler) }
        if clock.isVirtual { return .on(ImmediateScheduler()) }
        if context == .observed { return .on(UIScheduler()) }
        return isResponse && parser == nil ? .inPlace(failuresOn: worker) : .on(worker)
    }
}

extension SignalProducer where Failure == Network.OperationError {
    /// Delivers the events of `operation`. The operation awaits everything that it starts itself, whatever its consumer
    /// does. Work that its observers start counts as part of the token refresh that the operation belongs to, even on
    /// another thread.
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
