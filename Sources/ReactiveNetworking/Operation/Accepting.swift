import Foundation

extension Operation {
    /// Returns whether the decision about a response may take a while: it is that of user code, a validator or a
    /// decoding of refused bodies, or needs a checksum.
    func takesTime(toAccept handling: ResponseHandling) -> Bool {
        handling.explain != nil
            || context.withRequest { $0.validation?.validator != nil || $0.validation?.checksums != nil }
    }

    /// Accepts or rejects a response by its status, its content type, and the user's validator (N4, N5).
    ///
    /// - Returns: The end of the attempt, or `nil` if the response is accepted.
    func judge(_ response: RawResponse, _ handling: ResponseHandling) -> Conclusion? {
        switch context.request.acceptance(of: response) {
        case .accepted: return nil
        case .swallowed: return .swallowed
        case .refused(let error):
            handling.explain?(response, context.decoder)
            return .failed(AttemptFailure(error: error, response: response.head))
        }
    }
}

/// A response rejected by its head, before it reaches a file or a stream. It is collected and fails as in a plain
/// `send`.
struct RefusedResponse: Sendable {
    private let request: Request
    private var response = PartialResponse()

    init(by request: Request) {
        self.request = request
    }

    mutating func receive(_ event: TransportEvent) -> AttemptFailure? {
        response.receive(event, upTo: request.maxBodySize)
    }

    /// The reason for the rejection (N4). If the content type was wrong and the body turns out to be empty, the body is
    /// missing.
    var failure: AttemptFailure {
        guard let whole = response.whole else { return .withoutHead }
        return AttemptFailure(error: request.standardFailure(of: whole) ?? .missingData, response: whole.head)
    }
}
