/// The end of an attempt as its receiver sees it.
package enum Conclusion: Sendable {
    /// The response is accepted. The closure delivers the result and the completion, at the place of the delivery.
    case accepted(@Sendable () -> Void)
    case failed(AttemptFailure)
    /// The operation ends without an event for its failure.
    case swallowed
    /// The response has ended, and another connection follows.
    case reconnects
}

/// The questions that the receiver of a complete response answers, in this order.
package enum ReceiverQuestion: Sendable {
    /// The decision about the response; see ``ResponseReceiver/accept(_:)``.
    case acceptance
    /// The value of a response that fits; see ``ResponseReceiver/value(_:)``.
    case value
}

extension Operation {
    /// Ends an attempt whose response is complete, or whose exchange has failed, after everything that it has received.
    func conclude(_ step: Step, _ failure: AttemptFailure? = nil) {
        guard let lane = receiver.lane else { return concludeHere(step, failure) }
        replace(step) { step in
            lane.schedule {
                if self.isCurrent(step) { self.concludeHere(step, failure) }
            }
        }
    }

    private func concludeHere(_ step: Step, _ failure: AttemptFailure?) {
        if let failure { return endAttempt(receiver.conclusion(after: failure, of: self), of: step) }
        ask(.acceptance, of: step)
    }

    /// Asks the receiver, on a scheduler that user code may block if the answer can take a while.
    private func ask(_ question: ReceiverQuestion, of step: Step) {
        guard receiver.takesTime(for: question, self), let parser else { return answer(question, of: step) }
        replace(step) { step in
            parser.schedule {
                guard self.isCurrent(step) else { return }
                self.progress { $0.thread = .parser }
                self.answer(question, of: step)
            }
        }
    }

    private func answer(_ question: ReceiverQuestion, of step: Step) {
        switch question {
        case .acceptance:
            if let refusal = receiver.accept(self) { return endAttempt(refusal, of: step) }
            ask(.value, of: step)
        case .value: endAttempt(receiver.value(self), of: step)
        }
    }
}

/// The received part of a response that is collected in memory.
package struct PartialResponse: Sendable {
    private var head: ResponseHead?
    private var data = Data()
    private var trailers: HTTP.Headers?
    private var completion: TransportEvent?

    package init() {}

    init(_ response: RawResponse) {
        head = response.head
        data = response.data
        trailers = response.trailers
        completion = response.completion
    }

    /// Receives an event. A body of more than `limit` bytes is a failure (N16).
    package mutating func receive(_ event: TransportEvent, upTo limit: Int) -> AttemptFailure? {
        switch event {
        case .head(let head): self.head = head
        case .body(let more):
            guard more.count <= max(0, limit) - data.count else { return AttemptFailure(.bodyTooLarge(over: limit)) }
            if data.isEmpty { data = more } else { data.append(more) }
        case .trailers(let trailers): self.trailers = trailers
        case .completed: completion = event
        case .phase, .uploadProgress, .informational: break
        }
        return nil
    }

    /// The complete response; `nil` after a transport that completes without a head, and so without an HTTP response.
    package var whole: RawResponse? {
        guard let head else { return nil }
        return RawResponse(head: head, data: data, trailers: trailers, completion: completion)
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
