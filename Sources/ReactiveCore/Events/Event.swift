/// How a stream ended.
@frozen
public enum Termination<Failure: Error>: Sendable {
    /// The stream failed, and this is why.
    case failed(Failure)
    /// The stream ended as it should.
    case completed
    /// The stream was cancelled, by its consumer or by the loss of its source. Not an error.
    case interrupted
}

extension Termination: Equatable where Failure: Equatable {}

extension Termination {
    /// The same termination with its failure transformed.
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
    /// What a stream delivers: any number of values, then at most one terminal event (R1).
    @frozen
    public enum Event: Sendable {
        /// A value.
        case value(Value)
        /// The end by an error; nothing follows.
        case failed(Failure)
        /// The natural end; nothing follows.
        case completed
        /// The end by cancellation; nothing follows.
        case interrupted

        /// The terminal event of a termination.
        @inlinable
        public init(_ termination: Termination<Failure>) {
            switch termination {
            case .failed(let error): self = .failed(error)
            case .completed: self = .completed
            case .interrupted: self = .interrupted
            }
        }

        /// Whether this is `completed`.
        public var isCompleted: Bool {
            if case .completed = self { true } else { false }
        }

        /// Whether nothing can follow this event.
        public var isTerminating: Bool { termination != nil }

        /// The termination this event stands for, if it ends the stream.
        @inlinable
        public var termination: Termination<Failure>? {
            switch self {
            case .value: nil
            case .failed(let error): .failed(error)
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }

        /// The value, if this is one.
        public var value: Value? {
            if case .value(let value) = self { value } else { nil }
        }

        /// The failure, if this is one.
        public var error: Failure? {
            if case .failed(let error) = self { error } else { nil }
        }

        /// The same event with its value transformed.
        public func map<New>(_ transform: (Value) -> New) -> Signal<New, Failure>.Event {
            switch self {
            case .value(let value): .value(transform(value))
            case .failed(let error): .failed(error)
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }

        /// The same event with its failure transformed.
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
    /// "VALUE x", "FAILED e", "COMPLETED" or "INTERRUPTED".
    public var description: String {
        switch self {
        case .value(let value): "VALUE \(value)"
        case .failed(let error): "FAILED \(error)"
        case .completed: "COMPLETED"
        case .interrupted: "INTERRUPTED"
        }
    }
}

/// Anything that is an event, so that streams of events can be told apart from other streams.
public protocol EventProtocol<Value, Failure> {
    /// The type of the values.
    associatedtype Value: Sendable
    /// The type of the failures.
    associatedtype Failure: Error
    /// The event itself.
    var event: Signal<Value, Failure>.Event { get }
}

extension Signal.Event: EventProtocol {
    /// This event.
    public var event: Signal<Value, Failure>.Event { self }
}
