import Foundation

/// Keeps the token that requests carry, and gets a new one when it is no longer good, once for all that need it.
///
/// ```swift
/// let keeper = TokenRefresher(store: FileTokenStore(file)) { old in
///     let request = RequestBuilder(.post, "https://example.com/token").json(["refresh": old?.refresh]).build()
///     return try await network.send(request, as: AccessToken.self).value().parsedData
/// }
/// let request = RequestBuilder(.get, "https://example.com/todos").authorization(.refreshing(keeper)).build()
/// ```
///
/// A request that gets a 401 waits for one refresh, together with all others, and is sent once more with the new token; the
/// next 401 is the answer. A request that went out with an older token than the present one is just sent again with that.
/// A refresh that fails fails all that wait for it, and those whose 401 comes later but which went out before, as
/// ``RequestError/authorizationFailed(cause:)``. A token that is known to have expired is refreshed before anything is sent.
/// Sending once more is no retry: it counts neither into `maxRetries` nor into the backoff, but into the deadline.
///
/// The refresh belongs to nobody: each who waits is held to the own deadline, and may be disposed of, while it goes on
/// within ``Options/refreshLimit``. What is sent from inside it with the same keeper goes out without a token, so that it
/// cannot wait for itself; inside are also what its tasks send, and what is started as its requests deliver.
///
/// All members may be used from any thread.
public final class TokenRefresher: Sendable {
    /// What becomes of a refresh for which nobody waits any more.
    public enum UnawaitedRefreshPolicy: Sendable, Hashable {
        /// It goes on within its limit. A server that gives out each refresh token for one use has perhaps used it up already:
        /// without the answer the session would be lost.
        case finish
        /// It is disposed of.
        case cancel
    }

    /// The times and the manners of a keeper.
    public struct Options: Sendable {
        /// Where time passes: that of the refresh, and that of a token.
        public var clock: any TimedScheduler = QueueScheduler.shared
        /// How long a refresh may take.
        public var refreshLimit = Duration.seconds(30)
        /// How long before its expiry a token is refreshed, so that it does not expire on its way.
        public var leeway = Duration.seconds(10)
        /// What becomes of a refresh for which nobody waits any more.
        public var whenUnawaited = UnawaitedRefreshPolicy.finish
        /// What the expiry of a token is measured against, once, when it comes: jumps of that clock later on change nothing.
        public var wallClock: @Sendable () -> Date = { Date() }

        /// The defaults, to be changed by assignment.
        public init() {}
    }

    /// What happens to the token.
    public enum Event: Sendable, Hashable {
        /// There is a new one.
        case refreshed
        /// There is none, and those who waited have failed with this.
        case refreshFailed(RequestError)
        /// The store cannot load or save; the token in memory is used all the same.
        case storeFailed(RequestError.Cause)
    }

    /// What happens to the token, from any thread.
    public let events: Signal<Event, Never>

    let input: Signal<Event, Never>.Observer
    let store: any TokenStore
    let options: Options
    /// Where the store is asked, one call at a time.
    let worker: any Scheduler
    let refresh: @Sendable (AccessToken?) -> SignalProducer<AccessToken, any Error>
    let state = Locked(TokenState())

    /// A keeper whose tokens come from a producer: its first value.
    ///
    /// - Parameters:
    ///   - store: where the token is kept; asked when the first request needs it.
    ///   - options: times and manners.
    ///   - refresh: gets the present token, or `nil` if there is none; started on a queue of its own.
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

    /// A keeper whose tokens come from an asynchronous function; for the rest see ``init(store:options:producing:)``.
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

    /// Takes `token` for the present one, after a log-in; `nil` forgets it, after a log-out.
    ///
    /// A refresh that is going on is disposed of. Those who wait go on with `token`, or fail with
    /// ``TokenRefreshError/withdrawn``.
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
    /// Nothing: what it holds is secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why there is no token although nothing has thrown. It is the cause in ``RequestError/authorizationFailed(cause:)``.
public enum TokenRefreshError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The refresh took longer than it may.
    case timedOut(after: Duration)
    /// The refresh completed without a token.
    case noToken
    /// The refresh was interrupted by somebody else.
    case interrupted
    /// The token was taken away while others waited for a new one.
    case withdrawn

    /// What happened, on one line.
    public var description: String {
        switch self {
        case .timedOut(let limit): "no token within \(limit)"
        case .noToken: "the refresh completed without a token"
        case .interrupted: "the refresh was interrupted"
        case .withdrawn: "the token was taken away"
        }
    }
}

extension RequestError {
    init(_ error: TokenRefreshError) {
        self = .authorizationFailed(cause: Cause(error))
    }
}
