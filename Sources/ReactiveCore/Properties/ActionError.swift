/// Why an application of an ``Action`` failed.
public enum ActionError<Failure: Error>: Error {
    /// The action was disabled, or executing already.
    case disabled
    /// What the action executes failed, and this is why.
    case producerFailed(Failure)
}

extension ActionError: Equatable where Failure: Equatable {}

extension ActionError: CustomStringConvertible {
    /// Says that the action was disabled, or what failed.
    public var description: String {
        switch self {
        case .disabled: "The action is disabled, or executing already"
        case .producerFailed(let error): "\(error)"
        }
    }
}
