import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Exchanges requests through the platform's own `URLSession`.
///
/// Redirects, credentials and cookies are kept out of the session's hands: every response reaches the library as it came.
/// Events arrive on the session's own serial queue. On Linux the session has defects that no code around it can mend;
/// the article "URLSession on Linux" of the documentation lists them.
public final class URLSessionTransport: Transport {
    /// One session with the default configuration, shared by everything that names no other.
    public static let shared = URLSessionTransport(configuration: .ephemeral)

    private let session: URLSession
    private let delegate: ExchangeDelegate
    /// Held here because an operation queue does not hold it.
    private let callbackQueue = DispatchQueue(label: "ReactiveNetworking.URLSessionTransport")
    private let additionalHeaders: HTTP.Headers
    private let pins: [PinPolicy]
    private let isBackground: Bool

    /// A transport with a session of its own, made from a copy of `configuration`.
    ///
    /// The configuration's `httpAdditionalHeaders` are sent with every request that has none of their names. They are held
    /// to the same rules as all others: what cannot stand in a header fails as ``TransportError/Kind/unsupported``, and
    /// secrets among them do not follow a redirect to another origin.
    ///
    /// A background session is none for this: it outlives the process, and its responses with it. Every request to one fails as
    /// ``TransportError/Kind/unsupported``.
    ///
    /// The session lives as long as the process: releasing one while a TLS connection closes crashes on Linux.
    ///
    /// - Parameters:
    ///   - configuration: how the session works.
    ///   - pins: which keys or certificates single hosts must have. On Linux the session shows no certificate: there every
    ///     request to a pinned host fails as ``TransportError/Kind/unsupported`` before anything is sent, and only
    ///     `CurlTransport` keeps pins.
    public init(configuration: URLSessionConfiguration, pins: [PinPolicy] = []) {
        delegate = ExchangeDelegate(pins: pins)
        self.pins = pins
        isBackground = configuration.identifier != nil
        // The system knows one session by an identifier, and that one is not ours.
        let lent = isBackground ? .ephemeral : configuration
        let configuration = lent.copy() as? URLSessionConfiguration ?? lent
        additionalHeaders = HTTP.Headers(additional: configuration.httpAdditionalHeaders)
        configuration.httpAdditionalHeaders = nil
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        let queue = OperationQueue()
        queue.name = "ReactiveNetworking.URLSessionTransport"
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = callbackQueue
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        Self.immortals.withLock { $0.append(self) }
    }

    /// The transport for a session of yours: it uses the configuration, and neither the delegate nor the connections.
    ///
    /// Two calls with the same session and the same pins give the same transport. On Linux so do sessions whose
    /// configurations agree in what counts there, because none can ever be released: a network may be made with a new
    /// session any number of times.
    ///
    /// - Parameters:
    ///   - session: yours.
    ///   - pins: as in ``init(configuration:pins:)``.
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

    /// What has connections of its own: they must not be shared by those who have checked them and those who have not.
    private struct Adoption: Hashable, Sendable {
        let session: SessionKey
        let pins: Set<PinPolicy>
    }

    private static let adopted = Locked<[Adoption: URLSessionTransport]>([:])
    private static let immortals = Locked<[URLSessionTransport]>([])

    /// Cancelling takes the session's own queue synchronously on Linux, so it must happen where nobody holds that queue.
    private static let cancelling = QueueScheduler(name: "ReactiveNetworking.URLSessionTransport.cancel")

    public func exchange(_ original: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [session, delegate, additionalHeaders, pins, isBackground] observer, lifetime in
            guard !isBackground else { return observer.send(error: .refusedSession(host: original.url.host)) }
            if let host = original.url.host, pins.applying(to: host) != nil,
                let reason = PinEnforcement.unsupportedReason(to: original.url)
            {
                return observer.send(error: TransportError(.unsupported, host: host, phase: .preparing, detail: reason))
            }
            let request: PreparedRequest
            do throws(RequestError) {
                request = try original.withDefaults(additionalHeaders)
            } catch {
                return observer.send(error: .refusedConfiguration(error, host: original.url.host))
            }
            guard let task = session.task(for: request) else {
                return observer.send(error: .refusedStream(host: original.url.host))
            }
            let exchange = Exchange(request, observer)
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
    /// The headers of a session's configuration.
    init(additional fields: [AnyHashable: Any]?) {
        let pairs = (fields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        self.init(Dictionary(pairs) { first, _ in first })
    }
}

extension URLSession {
    /// A task for a request; `nil` for a body that the session cannot send. A stream of ours would have to be a
    /// `Foundation.InputStream`, of which Linux sends what happens to be there, and takes that for the whole.
    fileprivate func task(for request: PreparedRequest) -> URLSessionTask? {
        switch request.content {
        case .none, .data: dataTask(with: URLRequest(request))
        case .stream(let stream): stream.file.map { uploadTask(with: URLRequest(request), fromFile: $0) }
        }
    }
}

extension TransportError {
    fileprivate static func refusedSession(host: String?) -> TransportError {
        let reason = "a background session tells no process of its responses; use a default or an ephemeral one"
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
    /// What a session is given to send.
    init(_ request: PreparedRequest) {
        self.init(url: request.url, cachePolicy: CachePolicy(request.cachePolicy ?? .reloadIgnoringLocal))
        httpMethod = request.method.rawValue
        httpBody = request.body
        httpShouldHandleCookies = false
        // The deadline is ours. The session's own is an idle time-out of whole seconds, and must never come first.
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
