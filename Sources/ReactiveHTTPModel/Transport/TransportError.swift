/// The failure of an exchange that produced no usable response.
public struct TransportError: Error, RedactedError, Sendable, Hashable {
    /// A kind of failure. Kinds are distinguished if they are handled differently.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host name has no address.
        case cannotResolveHost
        /// The server does not accept connections.
        case cannotConnect
        /// The process or the system has no file descriptor, memory, or port left for a connection. The server was not
        /// reached, and another attempt may succeed.
        case resourcesExhausted
        /// The connection could not be established in time.
        case connectTimedOut
        /// The TLS handshake was cut off.
        case handshakeFailed
        /// The client and the server have no TLS version, cipher, or protocol in common, or the server rejects the
        /// client's certificate.
        case handshakeRefused
        /// The server's certificate is not trusted.
        case untrustedCertificate
        /// The server's certificate is trusted but matches no pin.
        case pinMismatch
        /// The proxy refused the request.
        case proxyRefused
        /// The connection was closed or reset.
        case connectionLost
        /// The response ended before its declared end.
        case truncatedResponse
        /// The response is not HTTP or violates its rules.
        case invalidResponse
        /// The response belongs to another protocol than HTTP.
        case notHTTP
        /// The transport's idle timeout expired.
        case timedOut
        /// The device has no network.
        case offline
        /// The body is larger than the request allows.
        case bodyTooLarge
        /// The source of the request body failed, or wrote another number of bytes than announced. The error, if any,
        /// is the ``TransportError/cause``.
        case bodyUnavailable
        /// The redirect cannot or must not be followed.
        case redirectRefused
        /// The transport does not support what the request or the configuration requires, and refuses to ignore it.
        case unsupported
        /// The network or the transport is closed and begins nothing new. The server was not reached.
        case closed
        /// Client-side code ended the exchange: a hook, an authorization source, or a decorator. Its error is the
        /// ``TransportError/cause``, with which the operation fails.
        case abortedByClient
        /// Any other failure, described by ``TransportError/detail``.
        case other
    }

    /// The kind of failure.
    public var kind: Kind
    /// The host of the request, or that of the proxy if the exchange did not get past it.
    public var host: String?
    /// The phase in which the exchange failed.
    public var phase: TransferPhase?
    /// A Boolean value that indicates whether the server may have seen and processed the request. It determines whether
    /// a POST can be sent again.
    public var mayHaveReachedServer: Bool
    /// The error number of the system or of the underlying library, if any; ``detail`` names the source.
    public var underlyingCode: Int?
    /// The text of the system or of the underlying library, or more about the kind, without secrets.
    public var detail: String?
    /// The error thrown by your own code, if any.
    public var cause: RequestError.Cause?
    private var line = RequestLine()

    /// The method and the URL of the failed request, with secrets hidden. The network sets it; comparisons ignore it.
    public var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// Creates a transport error.
    ///
    /// - Parameters:
    ///   - kind: The kind of failure.
    ///   - host: The host of the request.
    ///   - phase: The phase in which the exchange failed.
    ///   - mayHaveReachedServer: Whether the server may have processed the request. Defaults to the value that the kind
    ///     implies.
    ///   - underlyingCode: The error number of the underlying library.
    ///   - detail: The text of the underlying library, or more about the kind, without secrets.
    public init(
        _ kind: Kind,
        host: String? = nil,
        phase: TransferPhase? = nil,
        mayHaveReachedServer: Bool? = nil,
        underlyingCode: Int? = nil,
        detail: String? = nil
    ) {
        self.kind = kind
        self.host = host
        self.phase = phase
        self.mayHaveReachedServer = mayHaveReachedServer ?? kind.impliesRequestWasSent
        self.underlyingCode = underlyingCode
        self.detail = detail
    }

    /// The host name has no address.
    public static let cannotResolveHost = TransportError(.cannotResolveHost)
    /// The server does not accept connections.
    public static let cannotConnect = TransportError(.cannotConnect)
    /// The connection could not be established in time.
    public static let connectTimedOut = TransportError(.connectTimedOut)
    /// The TLS handshake was cut off.
    public static let handshakeFailed = TransportError(.handshakeFailed)
    /// The server's certificate is not trusted.
    public static let untrustedCertificate = TransportError(.untrustedCertificate)
    /// The connection was closed or reset, after the request may have arrived.
    public static let connectionLost = TransportError(.connectionLost)
    /// The response ended before its declared end.
    public static let truncatedResponse = TransportError(.truncatedResponse)
    /// The response is not HTTP.
    public static let invalidResponse = TransportError(.invalidResponse)
    /// The device has no network.
    public static let offline = TransportError(.offline)

    /// Creates an error for an exchange that client-side code ended. The operation fails with the cause.
    ///
    /// - Parameter cause: The error of the client-side code.
    /// - Returns: The transport error.
    public static func abortedByClient(_ cause: any Error) -> TransportError {
        var error = TransportError(.abortedByClient)
        error.cause = RequestError.Cause(cause)
        return error
    }

    /// A Boolean value that indicates whether another attempt may succeed.
    public var isTransient: Bool {
        switch kind {
        case .cannotResolveHost, .cannotConnect, .connectTimedOut, .handshakeFailed, .connectionLost,
            .truncatedResponse, .timedOut, .offline, .resourcesExhausted:
            true
        case .handshakeRefused, .untrustedCertificate, .pinMismatch, .proxyRefused, .invalidResponse, .notHTTP,
            .bodyTooLarge, .bodyUnavailable, .redirectRefused, .unsupported, .closed, .abortedByClient, .other:
            false
        }
    }
}

extension TransportError.Kind {
    /// The process or the system has nothing left for a connection.
    @available(*, deprecated, renamed: "resourcesExhausted")
    public static var outOfFileDescriptors: Self { .resourcesExhausted }

    fileprivate var impliesRequestWasSent: Bool {
        switch self {
        case .cannotResolveHost, .cannotConnect, .connectTimedOut, .handshakeFailed, .handshakeRefused,
            .untrustedCertificate, .pinMismatch, .proxyRefused, .offline, .unsupported, .abortedByClient,
            .resourcesExhausted, .closed:
            false
        case .connectionLost, .truncatedResponse, .invalidResponse, .notHTTP, .timedOut, .bodyTooLarge,
            .bodyUnavailable, .redirectRefused, .other:
            true
        }
    }

    fileprivate var text: String {
        switch self {
        case .cannotResolveHost: "The host name could not be resolved"
        case .cannotConnect: "The connection was refused"
        case .resourcesExhausted: "There is no file descriptor, memory, or port left for a connection"
        case .connectTimedOut: "The connection could not be established in time"
        case .handshakeFailed: "The TLS handshake failed"
        case .handshakeRefused: "The TLS handshake was refused"
        case .untrustedCertificate: "The server's certificate is not trusted"
        case .pinMismatch: "The server's certificate matches no pin"
        case .proxyRefused: "The proxy refused the request"
        case .connectionLost: "The connection was lost"
        case .truncatedResponse: "The response ended before its declared end"
        case .invalidResponse: "The response is not valid HTTP"
        case .notHTTP: "The response is not an HTTP response"
        case .timedOut: "The transfer timed out"
        case .offline: "There is no network"
        case .bodyTooLarge: "The response's body is too large"
        case .bodyUnavailable: "The request's body could not be read"
        case .redirectRefused: "The redirect was refused"
        case .unsupported: "The transport does not support this"
        case .closed: "The network or the transport is closed"
        case .abortedByClient: "The exchange was ended by client-side code"
        case .other: "The transfer failed"
        }
    }
}

extension TransportError: LocalizedError, CustomStringConvertible, RequestNaming {
    /// A line with the failed request, if known, the kind, the host, the phase, and the text of the underlying library.
    public var description: String { namingText }

    package var ownText: String {
        var text = kind.text
        if let host { text += " (host \(host))" }
        if let phase { text += " while \(phase)" }
        if let detail { text += ": \(detail)" }
        if let underlyingCode { text += " [\(underlyingCode)]" }
        return text
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension TransportError {
    /// Returns the error for a body that exceeds the request's `limit` in bytes (N16).
    package static func bodyTooLarge(over limit: Int) -> TransportError {
        TransportError(.bodyTooLarge, phase: .receiving, detail: "more than the \(limit) bytes allowed")
    }
}
