/// Receives the responses of an operation's attempts, and delivers the result. The sending functions of a ``Network``
/// differ only in this.
///
/// Events arrive one at a time. Of a complete response, the operation then asks three questions: whether it fits
/// (``accept(_:)``), what its value is (``value(_:)``), and what delivers it (``Conclusion/accepted(_:)``).
package protocol ResponseReceiver: AnyObject, Sendable {
    /// The failure of each attempt, if it was found before anything is sent.
    var refusal: AttemptFailure? { get }

    /// Opens the start; returns `false` if it was disposed of before.
    func open(for operation: Operation) -> Bool

    /// Delivers the end of the operation. The place of the delivery is reached already.
    func deliver(_ end: Termination<Network.OperationError>)

    /// Forgets the response of an earlier attempt.
    func beginAttempt()

    /// Returns the request as the receiver needs it.
    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest

    /// Returns the request as it goes to the transport, with its credentials, and to the address that a redirect may
    /// have changed.
    func sealed(_ request: PreparedRequest) -> PreparedRequest

    /// Returns the URL to which a redirect leads.
    func target(ofRedirectTo location: String) -> String

    /// Returns `false` if the response is unusable and the request must be prepared and sent again.
    func canUse(_ head: ResponseHead) -> Bool

    /// Receives an event of an attempt; returns a failure that ends the attempt.
    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure?

    /// Receives an event of an attempt that arrives in `step`; returns a failure that ends the attempt.
    func receive(_ event: TransportEvent, of operation: Operation, in step: Operation.Step) -> AttemptFailure?

    /// Receives a complete response; returns `false` if the receiver needs its events.
    func receive(_ response: RawResponse, of operation: Operation) -> Bool

    /// The scheduler on which the receiver handles what it receives, if that is not the thread of the transport. The
    /// end of an exchange follows there.
    var lane: (any Scheduler)? { get }

    /// Returns the end of an attempt whose exchange has failed.
    func conclusion(after failure: AttemptFailure, of operation: Operation) -> Conclusion

    /// Returns the connection that follows one that has ended with `failure`, or regularly if it is `nil`; `nil` if
    /// none follows.
    func reconnection(after failure: AttemptFailure?, of operation: Operation) -> Reconnection?

    /// Returns whether the answer to a question may take a while, so that it must not be given where responses arrive.
    func takesTime(for question: ReceiverQuestion, _ operation: Operation) -> Bool

    /// Decides about a complete response; returns the end of the attempt if it does not fit.
    func accept(_ operation: Operation) -> Conclusion?

    /// Returns the end of an attempt whose response fits.
    func value(_ operation: Operation) -> Conclusion

    /// Releases what the receiver uses. The operation has ended.
    func close()
}

extension ResponseReceiver {
    package var refusal: AttemptFailure? { nil }

    package func beginAttempt() {}

    package func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest { request }

    package func sealed(_ request: PreparedRequest) -> PreparedRequest { request }

    package func target(ofRedirectTo location: String) -> String { location }

    package func canUse(_ head: ResponseHead) -> Bool { true }

    package func receive(_ event: TransportEvent, of operation: Operation, in step: Operation.Step) -> AttemptFailure? {
        receive(event, of: operation)
    }

    package func receive(_ response: RawResponse, of operation: Operation) -> Bool { false }

    package var lane: (any Scheduler)? { nil }

    package func conclusion(after failure: AttemptFailure, of operation: Operation) -> Conclusion { .failed(failure) }

    package func reconnection(after failure: AttemptFailure?, of operation: Operation) -> Reconnection? { nil }

    package func takesTime(for question: ReceiverQuestion, _ operation: Operation) -> Bool { false }

    package func close() {}
}

extension StartOutput where Failure == Network.OperationError {
    /// Opens the start of an operation; returns `false` if it was disposed of before.
    package func open(for operation: Operation) -> Bool {
        open(from: operation) {
            operation.dispose()
            operation.deliver { self.interrupt() }
        }
    }
}

/// Fails each attempt with an error that was found before anything is sent.
final class FailingReceiver<Value: Sendable>: ResponseReceiver {
    private let error: any Error
    private let output: StartOutput<Value, Network.OperationError>

    init(_ error: any Error, _ output: StartOutput<Value, Network.OperationError>) {
        self.error = error
        self.output = output
    }

    func open(for operation: Operation) -> Bool { output.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { output.terminate(end) }

    var refusal: AttemptFailure? {
        AttemptFailure(error: .requestFailure(error: error), stopReason: .notTransient)
    }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? { nil }

    func accept(_ operation: Operation) -> Conclusion? { .swallowed }

    func value(_ operation: Operation) -> Conclusion { .swallowed }
}
