import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that uses the platform's `URLSession`.
///
/// The session handles neither redirects nor credentials nor cookies: the library receives every response unchanged.
/// Events arrive on the session's serial queue. On Linux, the session has defects that this transport cannot work
/// around; the article "URLSession on Linux" lists them.
public final class URLSessionTransport: Transport {
    /// The shared transport with an ephemeral configuration.
    public static let shared = URLSessionTransport(configuration: .ephemeral)

    private let session: URLSession
    private let delegate: ExchangeDelegate
    /// Retained here because an operation queue does not retain its underlying queue.
    private let callbackQueue = DispatchQueue(label: "ReactiveNetworking.URLSessionTransport")
    private let additionalHeaders: HTTP.Headers
    private let pins: [PinPolicy]
    private let isBackground: Bool

    /// Creates a transport with its own session, from a copy of a configuration.
    ///
    /// The configuration's `httpAdditionalHeaders` are added to requests that lack fields of the same names. They
    /// follow the rules for all headers: an invalid field fails the request with `TransportError.Kind.unsupported`,
    /// and secret fields are removed from a redirect to another origin.
    ///
    /// Background sessions are not supported, because they and their responses outlive the process: every request fails
    /// with `TransportError.Kind.unsupported`.
    ///
    /// The session lives until the process exits: on Linux, releasing one while a TLS connection closes crashes.
    ///
    /// - Parameters:
    ///   - configuration: The configuration to copy.
    ///   - pins: The keys or certificates that individual hosts must have. On Linux, the session does not reveal
    ///     certificates, so every request to a pinned host fails with `TransportError.Kind.unsupported` before
    ///     anything is sent; use `SocketTransport` there.
    public init(configuration: URLSessionConfiguration, pins: [PinPolicy] = []) {
        delegate = ExchangeDelegate(pins: pins)
        self.pins = pins
        isBackground = configuration.identifier != nil
        // The system allows one session per background identifier; that session belongs to the caller.
        let lent = isBackground ? .ephemeral : configuration
        let configuration = lent.copy() as? URLSessionConfiguration ?? lent
        additionalHeaders = HTTP.Headers(additional: configuration.httpAdditionalHeaders)
        configuration.httpAdditionalHeaders = nil
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        let queue = CallbackQueue(callbackQueue)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        Self.immortals.withLock { $0.append(self) }
    }

    /// Returns the transport for the configuration of an existing session. The session's delegate and connections are
    /// not used.
    ///
    /// Calls with the same session and the same pins return the same transport. On Linux, where transports are never
    /// released, this also applies to sessions whose configurations have the same effect there, so a network can be
    /// created with a new session any number of times.
    ///
    /// - Parameters:
    ///   - session: The session whose configuration is used.
    ///   - pins: The pins, as for ``init(configuration:pins:)``.
    /// - Returns: The transport.
    public static func using(_ session: URLSession, pins: [PinPolicy] = []) -> URLSessionTransport {
        let key = Adoption(session: SessionKey(session), pins: Set(pins))
        if let known = adopted.withLock({ $0[key] }) { return known }
        let transport = URLSessionTransport(configuration: session.configuration, pins: pins)
        return adopted.withLock { adopted in
            let winner = adopted[key] ?? transport
            adopted[key] = winner
            return winner
        }
    }

    /// Identifies a transport. Connections must not be shared between transports with different pins.
    private struct Adoption: Hashable, Sendable {
        let session: SessionKey
        let pins: Set<PinPolicy>
    }

    private static let adopted = Locked<[Adoption: URLSessionTransport]>([:])
    private static let immortals = Locked<[URLSessionTransport]>([])

    /// Canceling a task blocks on the session's own queue on Linux, so it must happen on a thread that does not hold
    /// that queue.
    private static let cancelling = QueueScheduler(name: "ReactiveNetworking.URLSessionTransport.cancel")

    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [session, delegate, additionalHeaders, pins, isBackground] observer, lifetime in
            guard !isBackground else { return observer.send(error: .refusedSession(host: request.url.host)) }
            guard request.upgrade == nil else {
                return WebSocketExchange.begin(request, in: session, additionalHeaders, pins, observer, lifetime)
            }
            if let host = request.url.host, pins.applying(to: host) != nil,
                let reason = PinEnforcement.unsupportedReason(to: request.url)
            {
                return observer.send(error: TransportError(.unsupported, host: host, phase: .preparing, detail: reason))
            }
            let complete: PreparedRequest
            do throws(RequestError) {
                complete = try request.withDefaults(additionalHeaders)
            } catch {
                return observer.send(error: .refusedConfiguration(error, host: request.url.host))
            }
            guard let task = session.task(for: complete) else {
                return observer.send(error: .refusedStream(host: request.url.host))
            }
            let exchange = Exchange(complete, observer)
            delegate.begin(exchange, of: task)
            lifetime.observeEnded {
                if delegate.end(task) { Self.cancelling.schedule { task.cancel() } }
            }
            observer.send(value: .phase(.waitingForHead))
            if !lifetime.hasEnded { task.resume() }
        }
    }
}

extension HTTP.Headers {
    /// Creates headers from the additional headers of a session's configuration.
    init(additional fields: [AnyHashable: Any]?) {
        let pairs = (fields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        self.init(Dictionary(pairs) { first, _ in first })
    }
}

extension URLSession {
    /// Creates a task for a request, or returns `nil` for a body that the session cannot send. A stream would need a
    /// `Foundation.InputStream`, of which Linux sends only the bytes available at the moment, as if they were the
    /// whole.
    fileprivate func task(for request: PreparedRequest) -> URLSessionTask? {
        switch request.content {
        case .none, .data: dataTask(with: URLRequest(request))
        case .stream(let stream): stream.file.map { uploadTask(with: URLRequest(request), fromFile: $0) }
        }
    }
}

extension TransportError {
    fileprivate static func refusedSession(host: String?) -> TransportError {
        let reason = "background sessions are not supported; use a default or an ephemeral one"
        return TransportError(.unsupported, host: host, phase: .preparing, detail: reason)
    }

    fileprivate static func refusedStream(host: String?) -> TransportError {
        let reason = "a session cannot stream a body; send a file, or use another transport"
        return TransportError(.unsupported, host: host, phase: .preparing, detail: reason)
    }

    fileprivate static func refusedConfiguration(_ error: RequestError, host: String?) -> TransportError {
        let reason = "the session's additional headers cannot be sent: \(error)"
        return TransportError(.unsupported, host: host, phase: .preparing, detail: reason)
    }
}

extension URLRequest {
    /// Creates the request for a session to send.
    init(_ request: PreparedRequest) {
        self.init(url: request.url, cachePolicy: CachePolicy(request.cachePolicy ?? .reloadIgnoringLocal))
        httpMethod = request.method.rawValue
        httpBody = request.body
        httpShouldHandleCookies = false
        // Operations have their own deadline. The session's idle timeout, in whole seconds, must never expire first.
        timeoutInterval = 7 * 24 * 3_600
        for (name, value) in request.headers { addValue(value, forHTTPHeaderField: name) }
    }
}

extension URLRequest.CachePolicy {
    init(_ policy: Network.CachePolicy) {
        self =
            switch policy {
            case .useProtocol: .useProtocolCachePolicy
            case .reloadIgnoringLocal: .reloadIgnoringLocalCacheData
            case .reloadIgnoringLocalAndRemote: .reloadIgnoringLocalAndRemoteCacheData
            case .revalidate: .reloadRevalidatingCacheData
            case .returnCachedElseLoad: .returnCacheDataElseLoad
            case .returnCachedOnly: .returnCacheDataDontLoad
            }
    }
}
