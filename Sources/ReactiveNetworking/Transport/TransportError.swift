import Foundation

/// Why an exchange failed without a usable response.
public struct TransportError: Error, Sendable, Hashable {
    /// What kinds of failure there are, told apart because they are treated apart.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host name has no address.
        case cannotResolveHost
        /// Nobody accepts connections there.
        case cannotConnect
        /// The process, or the system, cannot open another file: no connection could be made.
        case outOfFileDescriptors
        /// The connection did not come about in time.
        case connectTimedOut
        /// The TLS handshake was cut off.
        case handshakeFailed
        /// The server and this side have no version of TLS, no cipher or no protocol in common, or the server refuses the
        /// client's certificate.
        case handshakeRefused
        /// The server's certificate does not pass.
        case untrustedCertificate
        /// The server's certificate passes, but is not one of those pinned.
        case pinMismatch
        /// The proxy does not let the request through.
        case proxyRefused
        /// The connection was closed or reset.
        case connectionLost
        /// The response ended before its declared end.
        case truncatedResponse
        /// What came is not HTTP, or breaks its rules.
        case invalidResponse
        /// What came is a response, but not an HTTP one.
        case notHTTP
        /// The transport's own idle time-out.
        case timedOut
        /// The device has no network.
        case offline
        /// The body is larger than the request allows (N16).
        case bodyTooLarge
        /// The source of the request's body has failed, or has not kept what it announced; see ``TransportError/cause``.
        case bodyUnavailable
        /// The redirects lead nowhere, or where they must not (N15).
        case redirectRefused
        /// The transport cannot do what the request or the configuration asks of it, and refuses to do less.
        case unsupported
        /// Code on this side has ended the exchange: a hook, a source of authorization, a decorator. Its error is
        /// ``TransportError/cause``, and an operation fails with that.
        case abortedByClient
        /// Anything else; see the text.
        case other
    }

    /// What happened.
    public var kind: Kind
    /// The host it happened with.
    public var host: String?
    /// How far the exchange had come.
    public var phase: TransferPhase?
    /// Whether the server may have seen, and processed, the request. Decides whether a POST can be sent again (N7).
    public var mayHaveReachedServer: Bool
    /// The error number of the library underneath, if there is one.
    public var underlyingCode: Int?
    /// What the library underneath says, or more about the kind; never a secret.
    public var detail: String?
    /// The error of your own code that it came to this by, if there is one.
    public var cause: RequestError.Cause?
    private var line = RequestLine()

    /// Method and URL of the request that failed, secrets hidden. A network says it; it is not compared.
    public var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// An error of a kind.
    ///
    /// - Parameters:
    ///   - kind: what happened.
    ///   - host: the host it happened with.
    ///   - phase: how far the exchange had come.
    ///   - mayHaveReachedServer: as its kind implies, unless given.
    ///   - underlyingCode: the error number of the library underneath.
    ///   - detail: what that library says, or more about the kind; never a secret.
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
    /// Nobody accepts connections there.
    public static let cannotConnect = TransportError(.cannotConnect)
    /// The connection did not come about in time.
    public static let connectTimedOut = TransportError(.connectTimedOut)
    /// The TLS handshake was cut.
    public static let handshakeFailed = TransportError(.handshakeFailed)
    /// The server's certificate does not pass.
    public static let untrustedCertificate = TransportError(.untrustedCertificate)
    /// The connection was closed or reset, after the request may have arrived.
    public static let connectionLost = TransportError(.connectionLost)
    /// The response ended before its declared end.
    public static let truncatedResponse = TransportError(.truncatedResponse)
    /// What came is not HTTP.
    public static let invalidResponse = TransportError(.invalidResponse)
    /// The device has no network.
    public static let offline = TransportError(.offline)

    /// Code on this side ended the exchange with an error of its own, with which the operation fails.
    public static func abortedByClient(_ cause: any Error) -> TransportError {
        var error = TransportError(.abortedByClient)
        error.cause = RequestError.Cause(cause)
        return error
    }

    /// Whether another attempt may succeed where this one failed (N7).
    public var isTransient: Bool {
        switch kind {
        case .cannotResolveHost, .cannotConnect, .connectTimedOut, .handshakeFailed, .connectionLost,
            .truncatedResponse, .timedOut, .offline, .outOfFileDescriptors:
            true
        case .handshakeRefused, .untrustedCertificate, .pinMismatch, .proxyRefused, .invalidResponse, .notHTTP,
            .bodyTooLarge, .bodyUnavailable, .redirectRefused, .unsupported, .abortedByClient, .other:
            false
        }
    }
}

extension TransportError.Kind {
    fileprivate var impliesRequestWasSent: Bool {
        switch self {
        case .cannotResolveHost, .cannotConnect, .connectTimedOut, .handshakeFailed, .handshakeRefused,
            .untrustedCertificate, .pinMismatch, .proxyRefused, .offline, .unsupported, .abortedByClient,
            .outOfFileDescriptors:
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
        case .outOfFileDescriptors: "There is no file descriptor left for a connection"
        case .connectTimedOut: "The connection did not come about in time"
        case .handshakeFailed: "The TLS handshake failed"
        case .handshakeRefused: "The TLS handshake was refused"
        case .untrustedCertificate: "The server's certificate is not trusted"
        case .pinMismatch: "The server's certificate is not one of those pinned"
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
        case .unsupported: "The transport cannot do this"
        case .abortedByClient: "The exchange was ended by code on this side"
        case .other: "The transfer failed"
        }
    }
}

extension TransportError: LocalizedError, CustomStringConvertible, RequestNaming {
    /// One line: which request failed, if that is known, what happened, with whom, when, and what the library underneath says.
    public var description: String { namingText }

    var ownText: String {
        var text = kind.text
        if let host { text += " (host \(host))" }
        if let phase { text += " while \(phase)" }
        if let detail { text += ": \(detail)" }
        if let underlyingCode { text += " [\(underlyingCode)]" }
        return text
    }

    public var errorDescription: String? { description }
}
