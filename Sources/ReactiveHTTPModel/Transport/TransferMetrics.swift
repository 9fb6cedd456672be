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
