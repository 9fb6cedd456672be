import Synchronization

extension Network {
    /// An event of an operation, sent by ``Network/events``.
    public struct Event: Sendable, CustomStringConvertible {
        /// The way in which an operation ended.
        public enum Completion: Sendable, Hashable {
            /// The operation delivered a value.
            case succeeded
            /// The operation failed.
            case failed(Network.OperationError)
            /// The operation was disposed of.
            case cancelled

            /// Hashes the outcome without the error, because equal errors may have different descriptions.
            ///
            /// - Parameter hasher: The hasher to use.
            public func hash(into hasher: inout Hasher) {
                switch self {
                case .succeeded: hasher.combine(0)
                case .failed: hasher.combine(1)
                case .cancelled: hasher.combine(2)
                }
            }
        }

        /// The kind of an event.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum Kind: Sendable, Hashable {
            /// The operation began.
            case began
            /// An attempt began; attempts are numbered from 1.
            case attemptBegan(Int)
            /// The head of a response arrived.
            case responded(HTTP.StatusCode)
            /// An event of an exchange with a server. An attempt that follows redirects has several exchanges.
            case exchange(Exchange)
            /// A response with this status required other credentials, and the request is sent again with them, in the
            /// same attempt.
            case reauthorizing(HTTP.StatusCode)
            /// An attempt failed.
            case attemptFailed(Int, Network.OperationError)
            /// Another attempt will be made after a delay, for this reason. The failure precedes this event.
            case retryPlanned(after: Duration, RetryPolicy.RetryReason)
            /// A wait ended during which the network was offline, for this reason. The next attempt follows. Only
            /// policies that watch the network (``RetryPolicy/waiting(whileOffline:)``) send it.
            case retryWaitEnded(RetryPolicy.WaitEnd)
            /// The connection of a stream ended, and another one follows after a delay. The failure is `nil` if the
            /// server ended the response regularly.
            case reconnecting(after: Duration, OperationError?)
            /// An element of a stream could not be decoded, and was skipped.
            case skippedElement(DecodingFailure)
            /// The operation ended. After a failure, the reason explains why no further attempt was made.
            case ended(Completion, RetryPolicy.StopReason?)

            public static func == (left: Self, right: Self) -> Bool {
                switch (left, right) {
                case (.began, .began): true
                case (.attemptBegan(let left), .attemptBegan(let right)): left == right
                case (.responded(let left), .responded(let right)): left == right
                case (.exchange(let left), .exchange(let right)): "\(left)" == "\(right)"
                case (.reauthorizing(let left), .reauthorizing(let right)): left == right
                case (.attemptFailed(let left, let leftError), .attemptFailed(let right, let rightError)):
                    left == right && leftError == rightError
                case (.retryPlanned(let left, let leftReason), .retryPlanned(let right, let rightReason)):
                    left == right && leftReason == rightReason
                case (.retryWaitEnded(let left), .retryWaitEnded(let right)): left == right
                case (.reconnecting(let left, let leftError), .reconnecting(let right, let rightError)):
                    left == right && leftError == rightError
                case (.skippedElement(let left), .skippedElement(let right)): left == right
                case (.ended(let left, let leftReason), .ended(let right, let rightReason)):
                    left == right && leftReason == rightReason
                default: false
                }
            }

            /// Hashes the kind without errors, because equal errors may have different descriptions.
            ///
            /// - Parameter hasher: The hasher to use.
            public func hash(into hasher: inout Hasher) {
                switch self {
                case .attemptFailed(let attempt, _): hasher.combine(attempt)
                case .reconnecting(let delay, _): hasher.combine(delay)
                case .ended(let outcome, let reason):
                    hasher.combine(outcome)
                    hasher.combine(reason)
                default: hasher.combine(String(describing: self))
                }
            }
        }

        /// An event of a single request and response.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum Exchange: Sendable, CustomStringConvertible {
            /// The request, with all header fields, is passed to the transport.
            case began(PreparedRequest)
            /// The exchange entered a phase.
            case entered(TransferPhase)
            /// The complete head of the response. ``Network/Event/Kind/responded(_:)`` accompanies it.
            case responded(ResponseHead)
            /// The next bytes of the decoded body.
            case received(Data)
            /// The fields behind the body.
            case receivedTrailers(HTTP.Headers)
            /// The response is complete.
            case completed(TransferMetrics)

            /// A one-line description with secrets redacted, and without bytes of a body.
            public var description: String {
                switch self {
                case .began(let request): "sends \(request) \(request.headers)"
                case .entered(let phase): "\(phase)"
                case .responded(let head): "\(head)"
                case .received(let data): "\(data.count) bytes"
                case .receivedTrailers(let trailers): "trailers \(trailers)"
                case .completed(let metrics): "complete: \(metrics.receivedByteCount) bytes of body"
                }
            }
        }

        /// The number of the operation, unique in the process.
        public let operation: UInt64
        /// The request of the operation.
        public let request: Request
        /// The time since the operation began.
        public let time: Duration
        /// The instant on the network's clock.
        public let instant: SchedulerInstant
        /// The kind of the event.
        public let kind: Kind

        /// A one-line description with secrets redacted. A failure includes the request.
        public var description: String {
            let text =
                switch kind {
                case .began: "\(request)"
                case .attemptBegan(let attempt): "attempt \(attempt)"
                case .responded(let status): "\(status)"
                case .exchange(let event): "\(event)"
                case .reauthorizing(let status): "\(status), authorizing anew"
                case .attemptFailed(let attempt, let error):
                    "attempt \(attempt) failed: \(error.ownText) [\(request)]"
                case .retryPlanned(let delay, let reason): "next attempt in \(delay) (\(reason))"
                case .retryWaitEnded(let reason): "waited while offline: \(reason)"
                case .reconnecting(let delay, let error):
                    "connects again in \(delay): \(error.map { $0.ownText } ?? "the server ended the response")"
                case .skippedElement(let failure): "skipped: \(failure.ownText)"
                case .ended(.succeeded, _): "succeeded"
                case .ended(.failed(let error), let reason):
                    "failed: \(error.ownText)" + (reason.map { " (\($0))" } ?? "") + " [\(request)]"
                case .ended(.cancelled, _): "canceled"
                }
            return "#\(operation) +\(time.text) \(text)"
        }
    }
}

/// The output for events of a network's operations.
final class NetworkLog: Sendable {
    private static let lastNumber = Atomic<UInt64>(0)
    private let output: Signal<Network.Event, Never>
    private let input: Signal<Network.Event, Never>.Observer
    /// A Boolean value that indicates whether the signal was ever requested. If not, it has no observers, and
    /// events need not be created.
    private let hasBeenAskedFor = Atomic(false)

    var isWanted: Bool { hasBeenAskedFor.load(ordering: .relaxed) }

    init() {
        (output, input) = Signal.pipe()
    }

    var signal: Signal<Network.Event, Never> {
        hasBeenAskedFor.store(true, ordering: .relaxed)
        return output
    }

    func nextNumber() -> UInt64 {
        Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    }

    func send(_ event: Network.Event) {
        input.send(value: event)
    }
}
