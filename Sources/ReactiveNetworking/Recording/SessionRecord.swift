import Foundation

/// What a network did in a while, operation by operation: what ``SessionRecorder`` has recorded.
public struct SessionRecord: Sendable {
    /// When the recording began.
    public var begin: Date
    /// The operations, in the order in which they began.
    public var operations: [Operation] = []

    /// One start of a `send`. All times count from the beginning of the recording.
    public struct Operation: Sendable {
        /// The number that log events give it.
        public var number: UInt64
        /// The request.
        public var request: Request
        /// When it began.
        public var begin: Duration
        /// When it ended; `nil` while it runs.
        public var end: Duration?
        /// How it ended.
        public var outcome: Network.Event.Completion?
        /// What it did, one stretch after the other.
        public var stretches: [Stretch] = []
        /// The exchanges with servers: several where attempts were repeated or redirected.
        public var exchanges: [Exchange] = []
    }

    /// A while in which an operation did one thing.
    public struct Stretch: Sendable, Hashable {
        /// What it did.
        public var activity: Activity
        /// Since when.
        public var begin: Duration
        /// Until when.
        public var end: Duration
    }

    /// What an operation does at a time. The raw value names it in pictures.
    public enum Activity: String, Sendable, Hashable, CaseIterable {
        /// The request is being made.
        case preparing
        /// It waits for a free connection.
        case queue
        /// The name is being looked up.
        case dns = "DNS"
        /// The connection is being made.
        case connect
        /// TLS is being negotiated.
        case tls = "TLS"
        /// The request is on its way.
        case sending
        /// The server has not answered yet.
        case waiting
        /// The response is on its way.
        case receiving
        /// The response is being parsed.
        case parsing
        /// An attempt has failed, and the next one waits.
        case retry
    }

    /// A request that was handed to the transport, and what came of it.
    public struct Exchange: Sendable {
        /// The request as it was sent.
        public var request: PreparedRequest
        /// When it was handed over.
        public var begin: Duration
        /// When the response was complete, or the attempt had failed; `nil` if it was cut off.
        public var end: Duration?
        /// The head of the response.
        public var head: ResponseHead?
        /// The body as far as it was kept; see ``SessionRecorder/init(_:keepingBodiesUpTo:startingAt:)``.
        public var body = Data()
        /// The body of the request as far as it was in memory and was kept; see there. Of a form with files it is all but the files.
        public var requestBody = Data()
        /// How many bytes the body has.
        public var bodyByteCount = 0
        /// What the transport measured.
        public var metrics: TransferMetrics?
        /// How it failed.
        public var failure: Network.OperationError?
    }
}

extension SessionRecord.Activity {
    init(_ phase: TransferPhase) {
        self =
            switch phase {
            case .preparing: .preparing
            case .waitingForConnection: .queue
            case .connecting: .connect
            case .sending: .sending
            case .waitingForHead: .waiting
            case .receiving: .receiving
            case .waitingToRetry: .retry
            case .parsing: .parsing
            }
    }
}
