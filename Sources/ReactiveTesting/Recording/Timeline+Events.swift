import ReactiveCore

extension Timeline {
    /// Returns the events of this timeline, as a recorder would record them.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - failure: The failure that `x` represents.
    /// - Returns: The events.
    /// - Throws: ``TimelineError`` if a text is not a value of the type.
    public func events<Value: LosslessStringConvertible & Sendable, Failure: Error>(
        of type: Value.Type = String.self,
        failingWith failure: Failure
    ) throws(TimelineError) -> [Recorded<Value, Failure>] {
        try events(of: type) { _ throws(TimelineError) in failure }
    }

    /// Returns the events of this timeline, which must not contain a failure.
    ///
    /// - Parameter type: The type of the values.
    /// - Returns: The events.
    /// - Throws: ``TimelineError`` if a text is not a value of the type, or the timeline contains a failure.
    public func events<Value: LosslessStringConvertible & Sendable>(
        of type: Value.Type = String.self
    ) throws(TimelineError) -> [Recorded<Value, Never>] {
        try events(of: type) { position throws(TimelineError) in
            throw TimelineError(reason: "no failure was given for 'x'", text: description, position: position)
        }
    }

    /// Returns a producer that sends this timeline's events, relative to each start. All of them, including those in
    /// column zero, are sent by the scheduler.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - failure: The failure that `x` represents.
    ///   - scheduler: The scheduler that sends the events.
    /// - Returns: The producer.
    /// - Throws: ``TimelineError`` if a text is not a value of the type.
    public func producer<Value: LosslessStringConvertible & Sendable, Failure: Error>(
        of type: Value.Type = String.self,
        failingWith failure: Failure,
        on scheduler: some TimedScheduler
    ) throws(TimelineError) -> SignalProducer<Value, Failure> {
        SignalProducer(replaying: try events(of: type, failingWith: failure), on: scheduler)
    }

    /// Returns a producer that sends this timeline's events, which must not contain a failure.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - scheduler: The scheduler that sends the events.
    /// - Returns: The producer.
    /// - Throws: ``TimelineError`` if a text is not a value of the type, or the timeline contains a failure.
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
                    let reason = "'\(text)' is not a valid \(Value.self)"
                    throw TimelineError(reason: reason, text: description, position: moment.column)
                }
                events.append(.value(at: time, value))
            }
        }
        return events
    }
}

extension SignalProducer {
    /// Creates a producer that replays recorded events at their times, relative to each start.
    ///
    /// All events are sent by the scheduler. Without a terminal event, the producer never ends.
    ///
    /// - Parameters:
    ///   - events: The recorded events.
    ///   - scheduler: The scheduler that sends the events.
    public init(replaying events: [Recorded<Value, Failure>], on scheduler: some TimedScheduler) {
        self.init { observer, lifetime in
            let start = scheduler.now
            for recorded in events {
                lifetime += scheduler.schedule(at: start.advanced(by: recorded.time)) { observer.send(recorded.event) }
            }
            // Retain the observer: its release would interrupt the start before an end that may never come.
            lifetime.observeEnded { _ = observer }
        }
    }
}
