/// The error of one attempt, with the response whose headers the retry policy reads.
struct AttemptFailure: Error {
    var error: Network.OperationError
    var response: ResponseHead?
    /// The reason that rules out further attempts, regardless of the policy.
    var stopReason: RetryPolicy.StopReason?
}

extension AttemptFailure {
    init(_ error: TransportError) {
        self.init(error: Network.OperationError(error))
    }

    static let withoutHead = AttemptFailure(TransportError(.notHTTP, detail: "the transport sent no head"))
}
