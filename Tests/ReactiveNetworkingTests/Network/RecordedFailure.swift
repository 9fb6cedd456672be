import ReactiveNetworking
import ReactiveTesting

extension SignalProducer where Failure == Network.OperationError {
    /// What the start fails with, if it fails at once.
    var immediateFailure: Network.OperationError? { record().all.last?.event.error }
}
