import Foundation

extension SignalProducer where Value == RawResponse, Failure == AttemptFailure {
    /// Accepts or rejects a response by its status, its content type, and a custom validator (N4, N5). A rejected
    /// response fails the operation; a swallowed one interrupts it.
    ///
    /// User code runs on `worker`, if there is one: the validator, and `explain`, which receives every rejected
    /// response.
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

/// A response rejected by its head, before it reaches a file or a stream. It is collected and fails as in a plain
/// `send`.
struct RefusedResponse: Sendable {
    private let request: Request
    private var response: PartialResponse

    init(by request: Request) {
        self.request = request
        response = PartialResponse(limit: request.maxBodySize)
    }

    mutating func receive(_ event: TransportEvent) -> Result<Void, AttemptFailure> { response.receive(event) }

    /// The reason for the rejection (N4). If the content type was wrong and the body turns out to be empty, the body is
    /// missing.
    var failure: AttemptFailure {
        switch response.whole {
        case .failure(let failure): failure
        case .success(let whole):
            AttemptFailure(error: request.standardFailure(of: whole) ?? .missingData, response: whole.head)
        }
    }
}
