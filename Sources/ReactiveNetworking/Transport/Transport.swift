import Foundation

/// How one request is exchanged for one response: the library's only extension point.
///
/// The contract of every transport, and of every decorator that holds one:
/// - It is cold: nothing happens until the producer is started; each start is one exchange.
/// - Any status is a success, if a response came. It does not interpret the response: it follows no redirect, retries
///   nothing, authenticates nothing, decodes nothing but the transfer's own codings.
/// - It sends the request as it is, and does not change it.
/// - It sends, in this order: phases and upload progress, informational responses, one head, the body in chunks, and
///   `completed`; then it completes. Or it fails, at any point.
/// - Disposing of the start cancels the transfer at once, from any thread; while an event is being observed, after it.
/// - It is safe for concurrent use, and its events may arrive on any thread, one at a time.
public protocol Transport: Sendable {
    /// One exchange.
    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError>

    /// Whether an observer that takes its time holds up no other exchange. Then a network parses responses where they
    /// arrive, and saves the way to another thread.
    var toleratesSlowObservers: Bool { get }
}

extension Transport {
    /// False: what is not known to be safe is not.
    public var toleratesSlowObservers: Bool { false }
}

/// What happens during one exchange.
public enum TransportEvent: Sendable, Hashable {
    /// The exchange has come so far. Sent as far as the transport can tell; the head and the body tell the rest.
    case phase(TransferPhase)
    /// So many bytes of the request's body were sent; cumulative.
    case uploadProgress(sent: Int64, total: Int64?)
    /// An informational (1xx) response, before the real one.
    case informational(ResponseHead)
    /// Status and headers of the response.
    case head(ResponseHead)
    /// The next bytes of the response's body.
    case body(Data)
    /// The response is complete. Kept apart, so that the other events are small.
    indirect case completed(TransferMetrics)
}

/// Where an exchange, or a whole operation, stands.
public enum TransferPhase: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The request is being made: authorization, encoding, gates.
    case preparing = "preparing the request"
    /// The transport has no free connection yet.
    case waitingForConnection = "waiting for a slot"
    /// Resolving the name, connecting, shaking hands.
    case connecting
    /// The request is on its way.
    case sending = "sending the request"
    /// No response yet. A transport that cannot see the steps before (URLSession) says this for them too.
    case waitingForHead = "waiting for the response"
    /// The response is on its way.
    case receiving = "receiving the response"
    /// One attempt has failed, the next one waits.
    case waitingToRetry = "between attempts"
    /// The response is being parsed.
    case parsing = "parsing the response"

    /// The phase in words, to follow a "while".
    public var description: String { rawValue }
}

/// Status and headers of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, known or not.
    public var status: HTTP.StatusCode
    /// The headers; several values of one name survive as far as the transport can tell them apart.
    public var headers: HTTP.Headers
    /// The URL that answered; after redirects not the one that was asked first.
    public var url: URL?

    /// A head made by hand, for transports and tests.
    public init(status: HTTP.StatusCode, headers: HTTP.Headers = [:], url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

extension ResponseHead: CustomStringConvertible, CustomReflectable {
    /// Status, headers and URL on one line, secrets hidden.
    public var description: String { "\(status) \(headers)" + (shownURL.map { " from \($0)" } ?? "") }

    /// The parts with secrets hidden, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "headers": headers, "url": shownURL as Any])
    }

    private var shownURL: String? { url.map { Redaction.standard.url($0.absoluteString) } }
}

/// What a transport measured of one exchange; what it cannot measure is `nil`.
public struct TransferMetrics: Sendable, Hashable {
    /// From the start until the name was resolved.
    public var nameLookup: Duration?
    /// From the start until the connection stood.
    public var connect: Duration?
    /// From the start until TLS stood.
    public var secureConnect: Duration?
    /// From the start until the first byte of the response.
    public var firstByte: Duration?
    /// The whole exchange.
    public var total: Duration?
    /// The number of body bytes received, decoded.
    public var receivedByteCount: Int64
    /// Whether the connection had served another request before.
    public var reusedConnection: Bool?
    /// The number of body bytes received, as they came over the wire.
    public var wireByteCount: Int64?
    /// The number of body bytes sent.
    public var sentByteCount: Int64?
    /// The version of the protocol that was spoken, such as `HTTP/1.1` or `HTTP/2`.
    public var protocolVersion: String?
    /// The address of whom the connection leads to: the server, or the proxy.
    public var remoteAddress: String?
    /// The port at ``remoteAddress``.
    public var remotePort: Int?
    /// A Boolean value that tells whether the connection was cut where only its end says that the body is whole: over TLS,
    /// without the notice that nobody but the server can give (RFC 9112 §9.8). The body may be shorter than the server meant it to be.
    public var wasCutOff: Bool

    /// Metrics made by hand, for transports and tests.
    public init(
        nameLookup: Duration? = nil,
        connect: Duration? = nil,
        secureConnect: Duration? = nil,
        firstByte: Duration? = nil,
        total: Duration? = nil,
        receivedByteCount: Int64 = 0,
        reusedConnection: Bool? = nil,
        wireByteCount: Int64? = nil,
        sentByteCount: Int64? = nil,
        protocolVersion: String? = nil,
        remoteAddress: String? = nil,
        remotePort: Int? = nil,
        wasCutOff: Bool = false
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.secureConnect = secureConnect
        self.firstByte = firstByte
        self.total = total
        self.receivedByteCount = receivedByteCount
        self.reusedConnection = reusedConnection
        self.wireByteCount = wireByteCount
        self.sentByteCount = sentByteCount
        self.protocolVersion = protocolVersion
        self.remoteAddress = remoteAddress
        self.remotePort = remotePort
        self.wasCutOff = wasCutOff
    }
}
