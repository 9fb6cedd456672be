import ReactiveNetworking

/// The operations of a network, as recorded by a ``SessionRecorder``.
public struct SessionRecord: Sendable {
    /// The date at which the recording began.
    public var begin: Date
    /// The operations, in the order in which they began.
    public var operations: [Operation] = []

    /// One operation of a network. All times count from the beginning of the recording.
    public struct Operation: Sendable {
        /// The number that log events give the operation.
        public var number: UInt64
        /// The request.
        public var request: Request
        /// The time at which the operation began.
        public var begin: Duration
        /// The time at which the operation ended, or `nil` while it runs.
        public var end: Duration?
        /// The result of the operation, or `nil` while it runs.
        public var outcome: Network.Event.Completion?
        /// The activities of the operation, one after the other.
        public var spans: [Span] = []
        /// The exchanges with servers. Retries and redirects add an exchange each.
        public var exchanges: [Exchange] = []
    }

    /// A period of time in which an operation performed one activity.
    public struct Span: Sendable, Hashable {
        /// The activity.
        public var activity: Activity
        /// The time at which the activity began.
        public var begin: Duration
        /// The time at which the activity ended.
        public var end: Duration
    }

    /// An activity of an operation. The raw value is its name in waterfalls.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Activity: String, Sendable, Hashable, CaseIterable {
        /// The request is being prepared.
        case preparing
        /// The request waits for a free connection.
        case queue
        /// The host name is being looked up.
        case dns = "DNS"
        /// The connection is being established.
        case connect
        /// TLS is being negotiated.
        case tls = "TLS"
        /// The request is being sent.
        case sending
        /// The client waits for the response.
        case waiting
        /// The response is being received.
        case receiving
        /// The response is being parsed.
        case parsing
        /// An attempt failed, and the next attempt is scheduled.
        case retry
    }

    /// A request that was passed to the transport, and its response.
    public struct Exchange: Sendable {
        /// The request as it was sent.
        public var request: PreparedRequest
        /// The time at which the request was passed to the transport.
        public var begin: Duration
        /// The time at which the response was complete or the attempt failed, or `nil` if the exchange was cut off.
        public var end: Duration?
        /// The head of the response.
        public var head: ResponseHead?
        /// The recorded part of the response body; see ``SessionRecorder/init(_:keepingBodiesUpTo:startingAt:)``.
        public var body = Data()
        /// The recorded part of the request body.
        ///
        /// The recorder keeps bodies that are in memory, and of a multipart body with files everything but the files.
        public var requestBody = Data()
        /// The fields behind the body of the response.
        public var trailers: HTTP.Headers = [:]
        /// The size of the response body in bytes.
        public var bodyByteCount = 0
        /// The measurements of the transport.
        public var metrics: TransferMetrics?
        /// The error that ended the exchange.
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
            @unknown default: .waiting
            }
    }
}
