import Foundation

/// A type that exchanges one request for one response, the library's only extension point.
///
/// Every transport, and every decorator of one, follows these rules:
/// - It is cold: nothing happens until the producer is started, and each start is one exchange.
/// - Any status is a success, if a response arrived. The transport does not interpret the response: it does not follow
///   redirects, retry, authenticate, or decode anything except the content codings that it offered itself.
/// - It sends the request unchanged.
/// - It emits, in this order: phases and upload progress, informational responses, one head, the body in chunks, and
///   `completed`; then it completes. It can fail at any point.
/// - Disposing of a start cancels the transfer immediately, from any thread; while an event is being observed, after
///   that event.
/// - It is safe for concurrent use. Its events may arrive on any thread, one at a time.
public protocol Transport: Sendable {
    /// Returns a producer that exchanges the request once for each start.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A producer of the exchange's events.
    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError>

    /// A Boolean value that indicates whether a slow observer holds up only its own exchange. If so, the network parses
    /// responses on the delivering thread.
    var toleratesSlowObservers: Bool { get }
}

extension Transport {
    /// The default value, `false`: a transport must state that it tolerates slow observers.
    public var toleratesSlowObservers: Bool { false }
}

/// An event of one exchange.
public enum TransportEvent: Sendable, Hashable {
    /// The exchange entered a phase. Transports report the phases that they can observe; the head and the body imply
    /// the later ones.
    case phase(TransferPhase)
    /// Bytes of the request body were sent. The count is cumulative.
    case uploadProgress(sent: Int64, total: Int64?)
    /// An informational (1xx) response, before the final one.
    case informational(ResponseHead)
    /// The status and the headers of the response.
    case head(ResponseHead)
    /// The next bytes of the response body.
    case body(Data)
    /// The response is complete. The case is indirect to keep the other events small.
    indirect case completed(TransferMetrics)
}

/// A phase of an exchange, or of an operation.
public enum TransferPhase: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The request is being prepared: authorization, encoding, gates.
    case preparing = "preparing the request"
    /// The request waits for a free connection of the transport.
    case waitingForConnection = "waiting for a connection"
    /// The name is resolved, and the connection and TLS are established.
    case connecting
    /// The request is being sent.
    case sending = "sending the request"
    /// The response is awaited. A transport that cannot observe the earlier steps (URLSession) reports this phase for
    /// them, too.
    case waitingForHead = "waiting for the response"
    /// The response is being received.
    case receiving = "receiving the response"
    /// An attempt failed, and the next one has not begun.
    case waitingToRetry = "waiting to retry"
    /// The response is being parsed.
    case parsing = "parsing the response"

    /// The phase as text that can follow "while".
    public var description: String { rawValue }
}

/// The status and the headers of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, which may be unregistered.
    public var status: HTTP.StatusCode
    /// The headers. Several values of one name are kept apart if the transport can distinguish them.
    public var headers: HTTP.Headers
    /// The URL that responded, which after redirects differs from the requested one.
    public var url: URL?
    /// The part that a cache had in the response; `nil` where no cache stands.
    public var cacheStatus: CacheStatus?

    /// Creates a response head, for transports and tests.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers.
    ///   - url: The URL that responded.
    public init(status: HTTP.StatusCode, headers: HTTP.Headers = [:], url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

extension ResponseHead: CustomStringConvertible, CustomReflectable {
    /// The status, the headers, the URL, and the part of a cache on one line, with secrets hidden.
    public var description: String {
        "\(status) \(headers)" + (shownURL.map { " from \($0)" } ?? "") + (cacheStatus.map { " [\($0)]" } ?? "")
    }

    /// A mirror with secrets hidden, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "headers": headers, "url": shownURL as Any])
    }

    private var shownURL: String? { url.map { Redaction.standard.url($0.absoluteString) } }
}

/// The measurements of one exchange. A value that the transport cannot measure is `nil`.
public struct TransferMetrics: Sendable, Hashable {
    /// The time from the start until the name was resolved.
    public var nameLookup: Duration?
    /// The time from the start until the connection was established.
    public var connect: Duration?
    /// The time from the start until TLS was established.
    public var secureConnect: Duration?
    /// The time from the start until the first byte of the response.
    public var firstByte: Duration?
    /// The duration of the whole exchange.
    public var total: Duration?
    /// The number of body bytes received, after decoding.
    public var receivedByteCount: Int64
    /// A Boolean value that indicates whether the connection had served another request before.
    public var reusedConnection: Bool?
    /// The number of body bytes received, before decoding.
    public var wireByteCount: Int64?
    /// The number of body bytes sent.
    public var sentByteCount: Int64?
    /// The version of the protocol, such as `HTTP/1.1` or `HTTP/2`.
    public var protocolVersion: String?
    /// The address of the peer: the server or the proxy.
    public var remoteAddress: String?
    /// The port at ``remoteAddress``.
    public var remotePort: Int?
    /// A Boolean value that indicates whether a body that only the end of the connection delimits may be truncated:
    /// over TLS, the connection ended without a closure alert (RFC 9112 §9.8).
    public var wasCutOff: Bool

    /// Creates metrics, for transports and tests.
    ///
    /// - Parameters:
    ///   - nameLookup: The time from the start until the name was resolved.
    ///   - connect: The time from the start until the connection was established.
    ///   - secureConnect: The time from the start until TLS was established.
    ///   - firstByte: The time from the start until the first byte of the response.
    ///   - total: The duration of the whole exchange.
    ///   - receivedByteCount: The number of body bytes received, after decoding.
    ///   - reusedConnection: Whether the connection had served another request before.
    ///   - wireByteCount: The number of body bytes received, before decoding.
    ///   - sentByteCount: The number of body bytes sent.
    ///   - protocolVersion: The version of the protocol.
    ///   - remoteAddress: The address of the peer.
    ///   - remotePort: The port of the peer.
    ///   - wasCutOff: Whether a body that only the end of the connection delimits may be truncated.
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
