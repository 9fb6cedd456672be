/// The reason that an application of an ``Action`` failed.
public enum ActionError<Failure: Error>: Error {
    /// The action was disabled or already executing.
    case disabled
    /// The producer that the action executed failed with the associated error.
    case producerFailed(Failure)
}

extension ActionError: Equatable where Failure: Equatable {}

extension ActionError: CustomStringConvertible {
    /// A textual description of the failure.
    public var description: String {
        switch self {
        case .disabled: "The action is disabled, or executing already"
        case .producerFailed(let error): "\(error)"
        }
    }
}
