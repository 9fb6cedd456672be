/// An event and the time at which it arrived.
///
/// ``SignalProducer/materialize(on:)`` sends values of this type, and the recorders of the testing module store them.
///
/// ```swift
/// #expect(events.all == [.value(at: .seconds(1), "a"), .completed(at: .seconds(2))])
/// ```
public struct Recorded<Value: Sendable, Failure: Error>: Sendable {
    /// The time since the start, or since the recording began.
    public let time: Duration
    /// The event that arrived.
    public let event: Signal<Value, Failure>.Event

    /// Creates a recorded event.
    ///
    /// - Parameters:
    ///   - time: The time at which the event arrived.
    ///   - event: The event.
    public init(at time: Duration, _ event: Signal<Value, Failure>.Event) {
        self.time = time
        self.event = event
    }

    /// Returns a recorded value.
    ///
    /// - Parameters:
    ///   - time: The time at which the value arrived.
    ///   - value: The value.
    /// - Returns: The value and its time.
    public static func value(at time: Duration, _ value: Value) -> Recorded {
        Recorded(at: time, .value(value))
    }

    /// Returns a recorded failure.
    ///
    /// - Parameters:
    ///   - time: The time at which the failure arrived.
    ///   - error: The failure.
    /// - Returns: The failure and its time.
    public static func failed(at time: Duration, _ error: Failure) -> Recorded {
        Recorded(at: time, .failed(error))
    }

    /// Returns a recorded completion.
    ///
    /// - Parameter time: The time at which the completion arrived.
    /// - Returns: The completion and its time.
    public static func completed(at time: Duration) -> Recorded {
        Recorded(at: time, .completed)
    }

    /// Returns a recorded interruption.
    ///
    /// - Parameter time: The time at which the interruption arrived.
    /// - Returns: The interruption and its time.
    public static func interrupted(at time: Duration) -> Recorded {
        Recorded(at: time, .interrupted)
    }

    /// Returns the recorded event with its value transformed, for example into a type that can be compared.
    ///
    /// - Parameter transform: A closure that transforms a value.
    /// - Returns: The transformed event at the same time.
    public func map<New: Sendable>(_ transform: (Value) -> New) -> Recorded<New, Failure> {
        Recorded<New, Failure>(at: time, event.map(transform))
    }

    /// Returns the recorded event with its failure transformed, for example into a type that can be compared.
    ///
    /// - Parameter transform: A closure that transforms a failure.
    /// - Returns: The transformed event at the same time.
    public func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Recorded<Value, NewFailure> {
        Recorded<Value, NewFailure>(at: time, event.mapError(transform))
    }
}

/// Allows `dematerialize()` to turn recorded events back into events.
extension Recorded: EventProtocol {}

extension Recorded: Equatable where Value: Equatable, Failure: Equatable {}

extension Recorded: CustomStringConvertible {
    /// A textual description of the time and the event, such as "1.5 seconds: VALUE 3".
    public var description: String { "\(time): \(event)" }
}
