import ReactiveNetworking
import ReactiveTesting

extension SignalProducer where Failure == Network.OperationError {
    /// The failure of a start, if it fails immediately.
    package var immediateFailure: Network.OperationError? { record().all.last?.event.error }
}
