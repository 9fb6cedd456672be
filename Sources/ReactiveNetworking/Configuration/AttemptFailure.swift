/// The error of one attempt, with the response whose headers the retry policy reads.
package struct AttemptFailure: Error {
    package var error: Network.OperationError
    package var response: ResponseHead?
    /// The reason that rules out further attempts, regardless of the policy.
    var stopReason: RetryPolicy.StopReason?

    package init(
        error: Network.OperationError,
        response: ResponseHead? = nil,
        stopReason: RetryPolicy.StopReason? = nil
    ) {
        self.error = error
        self.response = response
        self.stopReason = stopReason
    }
}

extension AttemptFailure {
    package init(_ error: TransportError) {
        self.init(error: Network.OperationError(error))
    }

    package static let withoutHead = AttemptFailure(TransportError(.notHTTP, detail: "the transport sent no head"))
}
