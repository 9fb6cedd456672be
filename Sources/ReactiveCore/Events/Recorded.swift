/// An event and the time at which it came: what ``SignalProducer/materialize(on:)`` sends, and what the recorders of the
/// testing module write down.
///
/// ```swift
/// #expect(events.all == [.value(at: .seconds(1), "a"), .completed(at: .seconds(2))])
/// ```
public struct Recorded<Value: Sendable, Failure: Error>: Sendable {
    /// The time since the start, or since the recording began.
    public let time: Duration
    /// What came.
    public let event: Signal<Value, Failure>.Event

    /// An event at a time.
    public init(at time: Duration, _ event: Signal<Value, Failure>.Event) {
        self.time = time
        self.event = event
    }

    /// A value that came at `time`.
    public static func value(at time: Duration, _ value: Value) -> Recorded {
        Recorded(at: time, .value(value))
    }

    /// A failure that came at `time`.
    public static func failed(at time: Duration, _ error: Failure) -> Recorded {
        Recorded(at: time, .failed(error))
    }

    /// A completion that came at `time`.
    public static func completed(at time: Duration) -> Recorded {
        Recorded(at: time, .completed)
    }

    /// An interruption that came at `time`.
    public static func interrupted(at time: Duration) -> Recorded {
        Recorded(at: time, .interrupted)
    }

    /// The same with its value transformed, such as into something that can be compared.
    public func map<New: Sendable>(_ transform: (Value) -> New) -> Recorded<New, Failure> {
        Recorded<New, Failure>(at: time, event.map(transform))
    }

    /// The same with its failure transformed, such as into something that can be compared.
    public func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Recorded<Value, NewFailure> {
        Recorded<Value, NewFailure>(at: time, event.mapError(transform))
    }
}

/// So that `dematerialize()` turns recorded events back.
extension Recorded: EventProtocol {}

extension Recorded: Equatable where Value: Equatable, Failure: Equatable {}

extension Recorded: CustomStringConvertible {
    /// The time and the event, such as "1.5 seconds: VALUE 3".
    public var description: String { "\(time): \(event)" }
}
