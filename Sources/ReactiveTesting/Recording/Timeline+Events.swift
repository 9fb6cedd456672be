import ReactiveCore

extension Timeline {
    /// The events of this timeline, as a recorder would have them, to compare with.
    ///
    /// - Parameters:
    ///   - type: what the values are.
    ///   - failure: what `x` stands for.
    /// - Throws: an error that says which text is no such value.
    public func events<Value: LosslessStringConvertible & Sendable, Failure: Error>(
        of type: Value.Type = String.self,
        failingWith failure: Failure
    ) throws(TimelineError) -> [Recorded<Value, Failure>] {
        try events(of: type) { _ throws(TimelineError) in failure }
    }

    /// The events of this timeline, which must not fail; see ``events(of:failingWith:)``.
    public func events<Value: LosslessStringConvertible & Sendable>(
        of type: Value.Type = String.self
    ) throws(TimelineError) -> [Recorded<Value, Never>] {
        try events(of: type) { position throws(TimelineError) in
            throw TimelineError(reason: "no failure was given for 'x'", text: description, position: position)
        }
    }

    /// A producer that sends this timeline's events from each start on; column zero too needs the scheduler to run.
    ///
    /// - Parameters:
    ///   - type: what the values are.
    ///   - failure: what `x` stands for.
    ///   - scheduler: whose time it is.
    /// - Throws: an error that says which text is no such value.
    public func producer<Value: LosslessStringConvertible & Sendable, Failure: Error>(
        of type: Value.Type = String.self,
        failingWith failure: Failure,
        on scheduler: some TimedScheduler
    ) throws(TimelineError) -> SignalProducer<Value, Failure> {
        SignalProducer(replaying: try events(of: type, failingWith: failure), on: scheduler)
    }

    /// A producer that sends this timeline's events, which must not fail; see ``producer(of:failingWith:on:)``.
    public func producer<Value: LosslessStringConvertible & Sendable>(
        of type: Value.Type = String.self,
        on scheduler: some TimedScheduler
    ) throws(TimelineError) -> SignalProducer<Value, Never> {
        SignalProducer(replaying: try events(of: type), on: scheduler)
    }

    private func events<Value: LosslessStringConvertible & Sendable, Failure: Error>(
        of type: Value.Type,
        failure: (_ column: Int) throws(TimelineError) -> Failure
    ) throws(TimelineError) -> [Recorded<Value, Failure>] {
        var events: [Recorded<Value, Failure>] = []
        for moment in moments {
            let time = Duration(attoseconds: Int128(moment.column) * tick.attoseconds)
            switch moment.mark {
            case .completed: events.append(.completed(at: time))
            case .interrupted: events.append(.interrupted(at: time))
            case .failed: events.append(.failed(at: time, try failure(moment.column)))
            case .value(let text):
                guard let value = Value(text) else {
                    let reason = "'\(text)' is no \(Value.self)"
                    throw TimelineError(reason: reason, text: description, position: moment.column)
                }
                events.append(.value(at: time, value))
            }
        }
        return events
    }
}

extension SignalProducer {
    /// A producer that sends recorded events again, at their times from each start on.
    ///
    /// Nothing is sent without the scheduler; what has no terminal event goes on for ever.
    public init(replaying events: [Recorded<Value, Failure>], on scheduler: some TimedScheduler) {
        self.init { observer, lifetime in
            let start = scheduler.now
            for recorded in events {
                lifetime += scheduler.schedule(at: start.advanced(by: recorded.time)) { observer.send(recorded.event) }
            }
            // The observer would interrupt the start if it were released before an end that may never come.
            lifetime.observeEnded { _ = observer }
        }
    }
}
