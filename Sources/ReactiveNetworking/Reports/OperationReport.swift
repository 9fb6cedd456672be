import Synchronization

extension Network {
    /// The outcome of an operation; see ``Network/reports`` and ``OperationDelegate``.
    public struct OperationReport: Sendable {
        /// The request.
        public let request: Request
        /// The end of the operation: a value, an error, or disposal.
        public let result: Network.Event.Completion
        /// The value of a success: the headers, or a ``Network/DataResponse``.
        public let value: (any Sendable)?
        /// The time from the start to the delivery.
        public let duration: Duration
        /// The number of attempts.
        public let attempts: Int
        /// The failures of the attempts that another attempt followed, in order, without the bodies of refused
        /// responses.
        public let earlierFailures: [OperationError]
        /// The status and headers of the last response, or of the refused one; `nil` if no response arrived.
        public let response: ResponseHead?
        /// The metrics of the last complete exchange.
        public let metrics: TransferMetrics?

        /// The status of the last response, or `nil` if no response arrived.
        public var status: HTTP.StatusCode? { response?.status }
    }
}

extension Network.OperationReport: CustomStringConvertible, CustomReflectable {
    /// The request, the end and the duration of the operation on one line, with secrets redacted.
    ///
    /// ```
    /// GET https://example.com/todos/1 failed: The status 404 Not Found is not accepted: no such todo (27 bytes of
    /// body) after 0.2 seconds, attempts: 1
    /// ```
    ///
    /// After several attempts, the earlier failures follow, each text once.
    public var description: String {
        let ending =
            switch result {
            case .succeeded: "succeeded"
            case .failed(let error): "failed: \(error.ownText)"
            case .cancelled: "canceled"
            }
        let earlier = earlierFailures.map(\.ownText).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let list = earlier.isEmpty ? "" : "; earlier failures: " + earlier.joined(separator: "; ")
        return "\(request) \(ending) after \(duration), attempts: \(attempts)\(list)"
    }

    /// The description and the response, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description, "response": response as Any])
    }
}

/// The hub that reports the outcomes of a network.
final class ReportHub: Sendable {
    private let output: Signal<Network.OperationReport, Never>
    private let input: Signal<Network.OperationReport, Never>.Observer
    private let hasBeenAskedFor = Atomic(false)
    private let delegates = Locked<[WeakDelegate]>([])

    init() {
        (output, input) = Signal.pipe()
    }

    var signal: Signal<Network.OperationReport, Never> {
        hasBeenAskedFor.store(true, ordering: .relaxed)
        return output
    }

    func add(_ delegate: any OperationDelegate) {
        delegates.withLock { $0 = $0.filter { $0.isNot(delegate) } + [WeakDelegate(delegate)] }
        hasBeenAskedFor.store(true, ordering: .relaxed)
    }

    func remove(_ delegate: any OperationDelegate) {
        delegates.withLock { $0 = $0.filter { $0.isNot(delegate) } }
    }

    /// Returns the observers of an operation that begins now, the network's before the request's, or `nil` if there are
    /// none.
    func observers(of request: Request) -> OperationObservers? {
        guard hasBeenAskedFor.load(ordering: .relaxed) || !request.delegates.isEmpty else { return nil }
        let own = delegates.withLock { $0 }
        let others = request.delegates.filter { delegate in !own.contains(delegate) }
        return OperationObservers(delegates: own + others, signal: input)
    }
}

/// The observers of one operation.
struct OperationObservers: Sendable {
    fileprivate let delegates: [WeakDelegate]
    fileprivate let signal: Signal<Network.OperationReport, Never>.Observer

    func began(_ request: Request) {
        for delegate in delegates { delegate.object?.operationBegan(request) }
    }

    func ended(_ outcome: Network.OperationReport) {
        for delegate in delegates.compactMap(\.object) {
            switch outcome.result {
            case .succeeded: delegate.operationSucceeded(outcome)
            case .failed(let error): delegate.operationFailed(outcome, with: error)
            case .cancelled: delegate.operationCancelled(outcome)
            }
        }
        signal.send(value: outcome)
    }
}
