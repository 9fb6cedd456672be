/// The place where the events of an operation are delivered.
package enum DeliveryPlace: Sendable {
    case on(any Scheduler)
    /// The thread on which they arise. Some arise where no user code may run, such as failures on the clock, and are
    /// delivered on a scheduler if there is one.
    case inPlace(otherwiseOn: (any Scheduler)?)
}

extension Network {
    /// Returns where to deliver the events of one start: on the scheduler that `send` or the network names, and
    /// otherwise on the main queue, unless the consumer awaits or blocks, because it may be the main thread that waits
    /// (N13).
    ///
    /// - Parameter isResponse: Whether all values come from the transport.
    package func place(of scheduler: (any Scheduler)?, for context: StartContext, isResponse: Bool) -> DeliveryPlace {
        if let scheduler = scheduler ?? core.namedScheduler { return .on(scheduler) }
        if core.clock.isVirtual { return .on(ImmediateScheduler()) }
        if context == .observed { return .on(UIScheduler()) }
        return isResponse && core.parser == nil ? .inPlace(otherwiseOn: core.worker) : .on(core.worker)
    }
}

extension DeliveryPlace {
    /// This place, with the order of the events guaranteed.
    package var inOrder: DeliveryPlace {
        guard case .on(let scheduler) = self else { return self }
        return .on(scheduler.inOrder)
    }

    /// Runs `delivery` at this place.
    ///
    /// - Parameters:
    ///   - mayBlock: Whether user code may run on the current thread.
    ///   - refreshing: The token refreshers whose refresh the operation is part of. Work that the consumer starts
    ///     counts as part of it, even on another thread.
    package func perform(
        mayBlock: Bool = true,
        for refreshing: Set<ObjectIdentifier>,
        _ delivery: @escaping @Sendable () -> Void
    ) {
        var delivery = delivery
        if !refreshing.isEmpty {
            delivery = { [delivery] in TokenRefresher.refreshing(refreshing, delivery) }
        }
        switch self {
        case .on(let scheduler): scheduler.schedule(delivery)
        case .inPlace(let scheduler?) where !mayBlock: scheduler.schedule(delivery)
        case .inPlace: delivery()
        }
    }
}

/// The way of the values that precede the end of an operation to its consumer.
struct Delivery<Value: Sendable>: Sendable {
    let output: StartOutput<Value, Network.OperationError>
    private let place: DeliveryPlace
    private let refreshing: Set<ObjectIdentifier>

    init(
        to output: StartOutput<Value, Network.OperationError>,
        at place: DeliveryPlace,
        for refreshing: Set<ObjectIdentifier>
    ) {
        self.output = output
        self.place = place
        self.refreshing = refreshing
    }

    /// Delivers a value that others may follow.
    func send(_ value: Value) {
        place.perform(for: refreshing) { [output] in output.send(value) }
    }
}

extension StartOutput where Failure == Network.OperationError {
    /// Returns this output behind the observers of the operation's outcome.
    ///
    /// - Parameter result: Extracts the operation's result from a value, or returns `nil` for an intermediate value. An
    ///   operation without a result reports its completion.
    func reported(
        by reporter: OperationReporter,
        _ result: @escaping @Sendable (Value) -> (any Sendable)?
    ) -> StartOutput {
        observed { value in
            if let result = result(value) { reporter.ended(.succeeded, value: result) }
        } terminate: { termination in
            switch termination {
            case .completed: reporter.ended(.succeeded)
            case .failed(let error): reporter.ended(.failed(error))
            case .interrupted: reporter.ended(.cancelled)
            }
        }
    }
}
