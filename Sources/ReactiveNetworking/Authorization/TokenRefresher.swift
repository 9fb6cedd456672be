/// An object that stores the token of requests, and refreshes it once for all requests that need a new one.
///
/// ```swift
/// let refresher = TokenRefresher(store: FileTokenStore(file)) { old in
///     let request = RequestBuilder(.post, "https://example.com/token").json(["refresh": old?.refresh]).build()
///     return try await network.send(request, as: AccessToken.self).value().parsedData
/// }
/// let request = RequestBuilder(.get, "https://example.com/todos").authorization(.refreshing(refresher)).build()
/// ```
///
/// If requests get a 401, all of them wait for one refresh and are then sent once more with the new token; a further
/// 401 is the response. A request that was sent with an older token than the current one is sent again with the current
/// one. A failed refresh fails all requests that wait for it, and those sent before it whose 401 arrives later, with
/// `authorizationFailed(cause:)`. A token that is known to have expired is refreshed before anything is
/// sent. Resending after a refresh is not a retry: it does not count toward `maxRetries` or the backoff. The deadline
/// still applies.
///
/// The refresh is independent of the requests that wait for it: each keeps its own deadline and can be canceled while
/// the refresh continues within ``Options/refreshLimit``. Requests that the refresh itself sends with the same
/// ``TokenRefresher`` carry no token, so the refresh cannot wait for itself. This includes requests from its tasks and
/// requests that start while its responses are delivered.
///
/// All members may be used from any thread.
public final class TokenRefresher: Sendable {
    /// The handling of a refresh that no request waits for any more.
    public enum UnawaitedRefreshPolicy: Sendable, Hashable {
        /// The refresh continues within its limit. If the server issues single-use refresh tokens, the current one may
        /// already be used up, and without the response the session would be lost.
        case finish
        /// The refresh is disposed of.
        case cancel
    }

    /// The time limits and policies of a refresher.
    public struct Options: Sendable {
        /// The clock for the refresh limit and the token's lifetime.
        public var clock: any TimedScheduler = QueueScheduler.shared
        /// The maximum duration of a refresh.
        public var refreshLimit = Duration.seconds(30)
        /// The time before its expiry at which a token is refreshed, so that it does not expire in transit.
        public var leeway = Duration.seconds(10)
        /// The handling of a refresh that no request waits for any more.
        public var whenUnawaited = UnawaitedRefreshPolicy.finish
        /// The clock used to compute a token's lifetime when it is received. Later clock changes have no effect.
        public var wallClock: @Sendable () -> Date = { Date() }

        /// Creates options with the defaults; change them by assignment.
        public init() {}
    }

    /// An event of a refresher.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Event: Sendable, Hashable {
        /// A new token is available.
        case refreshed
        /// The refresh failed, and the waiting requests have failed with this error.
        case refreshFailed(RequestError)
        /// The store cannot load or save; the token in memory is still used.
        case storeFailed(RequestError.Cause)
    }

    /// The events of the refresher, sent on any thread.
    public let events: Signal<Event, Never>

    let input: Signal<Event, Never>.Observer
    let store: any TokenStore
    let options: Options
    /// The scheduler for calls of the store, one at a time.
    let worker: any Scheduler
    let refresh: @Sendable (AccessToken?) -> SignalProducer<AccessToken, any Error>
    let state = Locked(TokenState())

    /// Creates a refresher whose refresh is a producer; the producer's first value is the new token.
    ///
    /// - Parameters:
    ///   - store: The store of the token. It is loaded when the first request needs the token.
    ///   - options: The time limits and policies.
    ///   - refresh: Receives the current token, or `nil` if there is none, and returns the producer. It runs on a queue
    ///     of its own.
    public init<Failure: Error>(
        store: any TokenStore = MemoryTokenStore(),
        options: Options = Options(),
        producing refresh: @escaping @Sendable (AccessToken?) -> SignalProducer<AccessToken, Failure>
    ) {
        (events, input) = Signal.pipe()
        self.store = store
        self.options = options
        worker =
            options.clock.isVirtual ? ImmediateScheduler() : QueueScheduler(qos: .userInitiated, name: "TokenRefresher")
        self.refresh = { refresh($0).mapError { $0 } }
    }

    /// Creates a refresher whose refresh is an asynchronous function.
    ///
    /// - Parameters:
    ///   - store: The store of the token. It is loaded when the first request needs the token.
    ///   - options: The time limits and policies.
    ///   - refresh: Receives the current token, or `nil` if there is none, and returns the new one. It runs in a task,
    ///     started on a queue of its own.
    public convenience init(
        store: any TokenStore = MemoryTokenStore(),
        options: Options = Options(),
        refresh: @escaping @Sendable (AccessToken?) async throws -> AccessToken
    ) {
        self.init(store: store, options: options) { old in
            SignalProducer<AccessToken, any Error> {
                try await refresh(old)
            } failure: {
                $0
            }
        }
    }

    /// Replaces the current token, after a login or a logout.
    ///
    /// A refresh that is in progress is disposed of. Requests that wait for it continue with `token`, or fail with
    /// ``TokenRefreshError/withdrawn``.
    ///
    /// - Parameter token: The new token, or `nil` to remove the current one.
    public func replaceToken(with token: AccessToken?) {
        let result: Result<AccessToken, RequestError> =
            token.map { .success($0) } ?? .failure(RequestError(TokenRefreshError.withdrawn))
        let end = token.flatMap { expiry(of: $0, isBelieved: true) }
        let (waiters, epoch, ongoingRefresh) = state.withLock { $0.replace(with: result, goodUntil: end) }
        ongoingRefresh?.dispose()
        worker.schedule { [self] in save(token) }
        for waiter in waiters { waiter.finish(result, epoch: epoch) }
    }
}

extension TokenRefresher: CustomReflectable {
    /// An empty mirror, because the refresher's contents are secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
