import Foundation
import Synchronization

extension Network {
    /// Something that happened during an operation; see ``Network/events``.
    public struct Event: Sendable, CustomStringConvertible {
        /// How an operation ended.
        public enum Completion: Sendable, Hashable {
            /// With a value.
            case succeeded
            /// With an error.
            case failed(Network.OperationError)
            /// By disposal.
            case cancelled

            /// Hashes how it ended. Errors that are equal may have different texts.
            public func hash(into hasher: inout Hasher) {
                switch self {
                case .succeeded: hasher.combine(0)
                case .failed: hasher.combine(1)
                case .cancelled: hasher.combine(2)
                }
            }
        }

        /// What happened.
        public enum Kind: Sendable, Hashable {
            /// The operation began.
            case began
            /// An attempt began; the first one is 1.
            case attemptBegan(Int)
            /// A response's head came.
            case responded(HTTP.StatusCode)
            /// Something happened in an exchange with a server; an attempt that is redirected has several.
            case exchange(Exchange)
            /// A response of this status asked for other credentials, and the request is sent again with them, in the same
            /// attempt.
            case reauthorizing(HTTP.StatusCode)
            /// An attempt failed.
            case attemptFailed(Int, Network.OperationError)
            /// Another attempt will be made, and who wanted it; what failed was told before.
            case retryPlanned(after: Duration, RetryPolicy.RetryReason)
            /// The operation ended; after a failure, why no further attempt was made.
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
                case (.ended(let left, let leftReason), .ended(let right, let rightReason)):
                    left == right && leftReason == rightReason
                default: false
                }
            }

            /// Hashes what happened, but for errors: those that are equal may have different texts.
            public func hash(into hasher: inout Hasher) {
                switch self {
                case .attemptFailed(let attempt, _): hasher.combine(attempt)
                case .ended(let outcome, let reason):
                    hasher.combine(outcome)
                    hasher.combine(reason)
                default: hasher.combine(String(describing: self))
                }
            }
        }

        /// What happened in one exchange of a request for a response.
        public enum Exchange: Sendable, CustomStringConvertible {
            /// This request is handed to the transport, complete with its header fields.
            case began(PreparedRequest)
            /// The operation has come so far.
            case entered(TransferPhase)
            /// The whole head of the response; ``Network.Event/Kind/responded(_:)`` comes with it.
            case responded(ResponseHead)
            /// The next bytes of the body, decoded.
            case received(Data)
            /// The response is complete.
            case completed(TransferMetrics)

            /// One line, secrets hidden, and no bytes of a body.
            public var description: String {
                switch self {
                case .began(let request): "sends \(request) \(request.headers)"
                case .entered(let phase): "\(phase)"
                case .responded(let head): "\(head)"
                case .received(let data): "\(data.count) bytes"
                case .completed(let metrics): "complete: \(metrics.receivedByteCount) bytes in all"
                }
            }
        }

        /// The number of the operation, unique in the process.
        public let operation: UInt64
        /// The request.
        public let request: Request
        /// The time since the operation began.
        public let time: Duration
        /// The instant on the network's clock.
        public let instant: SchedulerInstant
        /// What happened.
        public let kind: Kind

        /// The event on one line, secrets hidden. A failure names the request.
        public var description: String {
            let text =
                switch kind {
                case .began: "\(request)"
                case .attemptBegan(let attempt): "attempt \(attempt)"
                case .responded(let status): "\(status)"
                case .exchange(let event): "\(event)"
                case .reauthorizing(let status): "\(status), authorizing anew"
                case .attemptFailed(let attempt, let error):
                    "attempt \(attempt) failed: \(error.ownText()) [\(request)]"
                case .retryPlanned(let delay, let reason): "next attempt in \(delay) (\(reason))"
                case .ended(.succeeded, _): "succeeded"
                case .ended(.failed(let error), let reason):
                    "failed: \(error.ownText())" + (reason.map { " (\($0))" } ?? "") + " [\(request)]"
                case .ended(.cancelled, _): "cancelled"
                }
            return "#\(operation) +\(time) \(text)"
        }
    }
}

/// Where the operations of a network say what happens to them.
final class NetworkLog: Sendable {
    private static let lastNumber = Synchronization.Atomic<UInt64>(0)
    private let output: Signal<Network.Event, Never>
    private let input: Signal<Network.Event, Never>.Observer
    /// Nobody can listen before somebody has asked for the signal, and events that nobody hears need not be made.
    private let hasBeenAskedFor = Synchronization.Atomic(false)

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
