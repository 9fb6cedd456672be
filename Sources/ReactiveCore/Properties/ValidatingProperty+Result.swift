extension ValidatingProperty {
    /// What a validator says about a value.
    public enum Decision: Sendable {
        /// The value is valid.
        case valid
        /// The value is not valid, but this one is taken in its place; with an error if that has to be said.
        case coerced(Value, ValidationError?)
        /// The value is not valid, and is not taken.
        case invalid(ValidationError)
    }

    /// What became of a value.
    public enum Result: Sendable {
        /// The value was valid.
        case valid(Value)
        /// The value was not valid, and the replacement was taken in its place.
        case coerced(replacement: Value, proposed: Value, error: ValidationError?)
        /// The value was not valid, and was not taken.
        case invalid(Value, ValidationError)

        init(_ proposed: Value, _ decision: Decision) {
            switch decision {
            case .valid: self = .valid(proposed)
            case .coerced(let replacement, let error):
                self = .coerced(replacement: replacement, proposed: proposed, error: error)
            case .invalid(let error): self = .invalid(proposed, error)
            }
        }

        /// Whether the value was not taken, and nothing in its place.
        public var isInvalid: Bool {
            if case .invalid = self { true } else { false }
        }

        /// The value that was taken, if there is one.
        public var value: Value? {
            switch self {
            case .valid(let value), .coerced(let value, _, _): value
            case .invalid: nil
            }
        }

        /// Why the value was not taken.
        public var error: ValidationError? {
            if case .invalid(_, let error) = self { error } else { nil }
        }

        var proposed: Value {
            switch self {
            case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
            }
        }
    }
}

extension ValidatingProperty.Decision: Equatable where Value: Equatable, ValidationError: Equatable {}

extension ValidatingProperty.Result: Equatable where Value: Equatable, ValidationError: Equatable {}
