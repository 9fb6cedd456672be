import Foundation

/// Downloads and uploads that the system performs while the application is suspended, or no longer runs.
///
/// On Apple's platforms they belong to a background `URLSession`. The system has no such service elsewhere: there every
/// start fails with `TransportError.Kind.unsupported`. A download that continues after the process has ended is then
/// a `resumable()` one, and a request that is sent after that belongs into a journal (`ReactiveOffline`).
///
/// ```swift
/// let transfers = BackgroundTransfers(identifier: "com.example.app.media", over: network) { event in
///     if case .finished(let transfer, _) = event { library.add(transfer.id, transfer.file) }
/// }
/// transfers.download(Route(.get, "films/7"), to: file, id: "film-7").start()
/// ```
///
/// Create the object with the same identifier each time the application is launched, also when the system launches it
/// for `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, and only one at a time: events of
/// transfers that an earlier process has begun arrive at the closure of the new object.
///
/// The system sends the request by itself, and later than this process: it has the headers, the parameters, and the
/// credentials of the moment when the transfer began. The system follows redirects and retries lost connections; hooks,
/// the retry policy, and the deadline do not apply.
public final class BackgroundTransfers: Sendable {
    /// A transfer, which may have been begun by an earlier process.
    public struct Transfer: Hashable, Sendable {
        /// The name that the application has given it.
        public let id: String
        /// The destination of a download; `nil` for an upload.
        public let file: URL?

        /// Creates a transfer, for tests.
        ///
        /// - Parameters:
        ///   - id: The name that the application has given it.
        ///   - file: The destination of a download; `nil` for an upload.
        public init(id: String, file: URL? = nil) {
            self.id = id
            self.file = file
        }
    }

    /// An event of a transfer.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Event: Sendable, Equatable {
        /// More bytes were received, or sent.
        case progressed(Transfer, TransferProgress)
        /// The transfer has succeeded. The file of a download is in its place.
        case finished(Transfer, ResponseHead)
        /// The transfer has failed.
        case failed(Transfer, Network.OperationError)
        /// The transfer was canceled.
        case canceled(Transfer)
    }

    /// The conditions under which the system performs the transfers.
    public struct Options: Hashable, Sendable {
        /// A Boolean value that indicates whether the system may wait for a good moment, such as one with Wi-Fi and
        /// external power; `false` by default.
        public var isDiscretionary = false
        /// A Boolean value that indicates whether cellular networks may be used; `true` by default.
        public var allowsCellularAccess = true
        /// The keys or certificates that individual hosts must have.
        public var pins: [PinPolicy] = []

        /// Creates options with the defaults; change them by assignment.
        public init() {}
    }

    private let network: Network
    private let session: BackgroundSession

    /// Creates the object, to which the system then delivers all events since the last process.
    ///
    /// - Parameters:
    ///   - identifier: The name of the background session, unique among those of the application.
    ///   - network: The network whose environment and configuration complete the requests.
    ///   - options: The conditions under which the system performs the transfers.
    ///   - handle: Receives the events, one at a time, on a thread of the session.
    public init(
        identifier: String,
        over network: Network,
        options: Options = Options(),
        handling handle: @escaping @Sendable (Event) -> Void
    ) {
        self.network = network
        session = BackgroundSession(identifier, options, handle)
    }

    /// Begins a download.
    ///
    /// The file replaces an existing one in one step, when the download is complete. Its directory must exist then. A
    /// path inside the home directory is stored relative to it, because the system may move an application's home.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`.
    ///   - file: The URL of the file.
    ///   - id: A name for the transfer, unique among those in progress.
    /// - Returns: A producer that completes with the transfer when the system has accepted it. Disposing of it later
    ///   does not cancel the transfer.
    public func download(
        _ endpoint: some Endpoint,
        to file: URL,
        id: String
    ) -> SignalProducer<Transfer, Network.OperationError> {
        begin(endpoint.makeRequest(), Transfer(id: id, file: file))
    }

    /// Begins an upload.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, whose body is a file (`file(_:contentType:)`). The file must stay
    ///     until the upload has ended.
    ///   - id: A name for the transfer, unique among those in progress.
    /// - Returns: A producer that completes with the transfer when the system has accepted it. Disposing of it later
    ///   does not cancel the transfer.
    public func upload(_ endpoint: some Endpoint, id: String) -> SignalProducer<Transfer, Network.OperationError> {
        begin(endpoint.makeRequest(), Transfer(id: id))
    }

    /// Returns the transfers in progress, those of earlier processes included.
    ///
    /// - Returns: A producer of one array.
    public func transfersInProgress() -> SignalProducer<[Transfer], Never> {
        SignalProducer { [session] observer, _ in
            session.findTickets { tickets in
                observer.send(value: tickets.map(\.transfer))
                observer.sendCompleted()
            }
        }
    }

    /// Cancels a transfer. A transfer that has ended already is not affected.
    ///
    /// - Parameter id: The name of the transfer.
    public func cancel(id: String) { session.cancel(id) }

    /// Calls a closure on the main thread when the events since the last process have been delivered.
    ///
    /// Pass the completion handler of `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// - Parameter completion: The closure. Without a background service it is called at once.
    public func whenEventsAreDelivered(_ completion: @escaping @Sendable () -> Void) {
        session.whenEventsAreDelivered(completion)
    }

    private func begin(_ request: Request, _ transfer: Transfer) -> SignalProducer<Transfer, Network.OperationError> {
        .deferred { [network, session] in
            if let error = BackgroundSession.refusal { return SignalProducer(error: .requestFailure(error: error)) }
            let request = network.resolved(request)
            let ticket = BackgroundTicket(transfer, accepting: request.acceptedCodes)
            return request.withCredentials()
                .start(on: PoolScheduler())
                .mapError { .requestFailure(error: $0) }
                .attemptMap { prepared in
                    Result { () throws(TransportError) in
                        try session.begin(prepared, ticket)
                        return transfer
                    }
                    .mapError { .requestFailure(error: $0) }
                }
        }
    }
}

extension Request {
    /// Returns a producer of the request, which is resolved, as one exchange sends it, with the credentials of its
    /// source.
    fileprivate func withCredentials() -> SignalProducer<PreparedRequest, RequestError> {
        .deferred {
            do throws(RequestError) {
                let prepared = try preparedWithoutAuthorization()
                guard let scheme = authorization?.scheme, !scheme.isBypassed,
                    !prepared.headers.contains(HTTP.Headers.Name.authorization)
                else { return SignalProducer(value: try authorized(prepared)) }
                return scheme.grant(for: prepared).attemptMap { credentials in
                    Result { () throws(RequestError) in try prepared.with(credentials) }
                }
            } catch {
                return SignalProducer(error: error)
            }
        }
    }
}
