import Foundation

extension SignalProducer where Value == RawResponse, Failure == AttemptFailure {
    /// Lets through the responses that the request accepts: by status, by type, by a validator of its own (N4, N5). Any other
    /// is a failure, or the end of the operation without one.
    ///
    /// What is the user's runs on `worker`, if there is one: a validator, and `explain`, which gets every response that is
    /// refused.
    func accepting(
        _ operation: Operation,
        explaining explain: (@Sendable (RawResponse, @escaping DecoderSource) -> Void)?,
        on worker: (any Scheduler)?
    ) -> SignalProducer {
        let request = operation.request
        guard explain != nil || request.validation?.validator != nil else {
            return attempt { response in
                guard let failure = request.standardFailure(of: response) else { return .success(()) }
                return .failure(AttemptFailure(error: failure, response: response.head))
            }
        }
        let here = worker.map { observe(on: $0) } ?? self
        return here.replaced { response in
            switch request.acceptance(of: response) {
            case .accepted: return nil
            case .swallowed: return SignalProducer { observer, _ in observer.sendInterrupted() }
            case .refused(let failure):
                explain?(response, operation.decoder)
                return SignalProducer(error: AttemptFailure(error: failure, response: response.head))
            }
        }
    }
}

/// A response that is refused by its head, and goes neither to a file nor to a stream: it ends as in a plain `send`.
struct RefusedResponse: Sendable {
    private let request: Request
    private var response: PartialResponse

    init(by request: Request) {
        self.request = request
        response = PartialResponse(limit: request.maxBodySize)
    }

    mutating func receive(_ event: TransportEvent) -> Result<Void, AttemptFailure> { response.receive(event) }

    /// Why it is refused (N4). One that is of the wrong type, and has no body to be so, lacks it.
    var failure: AttemptFailure {
        switch response.whole {
        case .failure(let failure): failure
        case .success(let whole):
            AttemptFailure(error: request.standardFailure(of: whole) ?? .missingData, response: whole.head)
        }
    }
}
