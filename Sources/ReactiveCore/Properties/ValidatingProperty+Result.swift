extension ValidatingProperty {
    /// A validator's decision about a proposed value.
    public enum Decision: Sendable {
        /// The value is valid.
        case valid
        /// The value is not valid, and a replacement is used in its place, optionally with an error.
        case coerced(Value, ValidationError?)
        /// The value is not valid and is rejected.
        case invalid(ValidationError)
    }

    /// The result of validating a proposed value.
    public enum Result: Sendable {
        /// The value was valid.
        case valid(Value)
        /// The value was not valid, and a replacement was used in its place.
        case coerced(replacement: Value, proposed: Value, error: ValidationError?)
        /// The value was not valid and was rejected.
        case invalid(Value, ValidationError)

        init(_ proposed: Value, _ decision: Decision) {
            switch decision {
            case .valid: self = .valid(proposed)
            case .coerced(let replacement, let error):
                self = .coerced(replacement: replacement, proposed: proposed, error: error)
            case .invalid(let error): self = .invalid(proposed, error)
            }
        }

        /// A Boolean value that indicates whether the value was rejected without a replacement.
        public var isInvalid: Bool {
            if case .invalid = self { true } else { false }
        }

        /// The value that the property took on, or `nil` if the proposed value was rejected.
        public var value: Value? {
            switch self {
            case .valid(let value), .coerced(let value, _, _): value
            case .invalid: nil
            }
        }

        /// The error with which the value was rejected, or `nil` if it was not.
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
