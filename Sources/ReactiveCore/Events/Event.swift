/// The way a stream ended.
@frozen
public enum Termination<Failure: Error>: Sendable {
    /// The stream failed with the associated error.
    case failed(Failure)
    /// The stream ended naturally.
    case completed
    /// The stream was canceled by its consumer or lost its source. An interruption is not an error.
    case interrupted
}

extension Termination: Equatable where Failure: Equatable {}

extension Termination {
    /// Returns the termination with its failure transformed.
    @inlinable
    func mapError<NewFailure>(_ transform: (Failure) -> NewFailure) -> Termination<NewFailure> {
        switch self {
        case .failed(let error): .failed(transform(error))
        case .completed: .completed
        case .interrupted: .interrupted
        }
    }
}

extension Signal {
    /// An element of a stream: a stream sends any number of values and then at most one terminal event.
    @frozen
    public enum Event: Sendable {
        /// A value.
        case value(Value)
        /// The end of the stream with an error. No event follows.
        case failed(Failure)
        /// The natural end of the stream. No event follows.
        case completed
        /// The end of the stream by cancellation. No event follows.
        case interrupted

        /// Creates the terminal event for a termination.
        ///
        /// - Parameter termination: The way the stream ended.
        @inlinable
        public init(_ termination: Termination<Failure>) {
            switch termination {
            case .failed(let error): self = .failed(error)
            case .completed: self = .completed
            case .interrupted: self = .interrupted
            }
        }

        /// A Boolean value that indicates whether the event is `completed`.
        public var isCompleted: Bool {
            if case .completed = self { true } else { false }
        }

        /// A Boolean value that indicates whether the event ends the stream.
        public var isTerminating: Bool { termination != nil }

        /// The termination that the event represents, or `nil` for a value.
        @inlinable
        public var termination: Termination<Failure>? {
            switch self {
            case .value: nil
            case .failed(let error): .failed(error)
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }

        /// The value, or `nil` for a terminal event.
        public var value: Value? {
            if case .value(let value) = self { value } else { nil }
        }

        /// The failure, or `nil` for any other event.
        public var error: Failure? {
            if case .failed(let error) = self { error } else { nil }
        }

        /// Returns the event with its value transformed.
        ///
        /// - Parameter transform: A closure that transforms a value.
        /// - Returns: The transformed event. Terminal events are unchanged.
        public func map<New>(_ transform: (Value) -> New) -> Signal<New, Failure>.Event {
            switch self {
            case .value(let value): .value(transform(value))
            case .failed(let error): .failed(error)
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }

        /// Returns the event with its failure transformed.
        ///
        /// - Parameter transform: A closure that transforms a failure.
        /// - Returns: The transformed event. Other events are unchanged.
        public func mapError<NewFailure>(_ transform: (Failure) -> NewFailure) -> Signal<Value, NewFailure>.Event {
            switch self {
            case .value(let value): .value(value)
            case .failed(let error): .failed(transform(error))
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }
    }
}

extension Signal.Event: Equatable where Value: Equatable, Failure: Equatable {}

extension Signal.Event: CustomStringConvertible {
    /// A textual description of the event: "VALUE x", "FAILED e", "COMPLETED", or "INTERRUPTED".
    public var description: String {
        switch self {
        case .value(let value): "VALUE \(value)"
        case .failed(let error): "FAILED \(error)"
        case .completed: "COMPLETED"
        case .interrupted: "INTERRUPTED"
        }
    }
}

/// A type that represents an event.
///
/// The protocol distinguishes streams of events from other streams.
public protocol EventProtocol<Value, Failure> {
    /// The type of the values.
    associatedtype Value: Sendable
    /// The type of the failures.
    associatedtype Failure: Error
    /// The event itself.
    var event: Signal<Value, Failure>.Event { get }
}

extension Signal.Event: EventProtocol {
    /// The event itself.
    public var event: Signal<Value, Failure>.Event { self }
}
