import Synchronization

extension Authorization {
    /// Creates an authorization with the bearer token of a refresher.
    ///
    /// - Parameter refresher: The refresher. Pass the same one to all requests that share the token.
    /// - Returns: The authorization.
    public static func refreshing(_ refresher: TokenRefresher) -> Authorization {
        Authorization("token", .scheme(refresher))
    }
}

extension TokenRefresher: AuthorizationScheme {
    @TaskLocal private static var ongoing: Set<ObjectIdentifier> = []
    /// Indicates whether any refresh has begun. If not, operations skip the task-local lookup.
    private static let isInUse = Atomic(false)

    /// The refreshers whose refresh includes the current task.
    static var refreshing: Set<ObjectIdentifier> { isInUse.load(ordering: .relaxed) ? ongoing : [] }

    /// Runs a closure as part of the refreshes of `refreshers`.
    static func refreshing(_ refreshers: Set<ObjectIdentifier>, _ body: () -> Void) {
        isInUse.store(true, ordering: .relaxed)
        $ongoing.withValue(refreshers, operation: body)
    }

    package var isBypassed: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

    package func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError> {
        waiting { [options] in $0.ask(at: options.clock.now, $1) }.map { .some($0) }
    }

    package func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>? {
        let epoch = grant?.epoch ?? 0
        return waiting { $0.askAgain(after: epoch, $1) }
    }

    /// Sends the credentials, immediately or when the refresh ends.
    private func waiting(
        for ask: @escaping @Sendable (inout TokenState, TokenState.Waiter) -> TokenState.Step
    ) -> SignalProducer<Credentials, RequestError> {
        SignalProducer { [self] observer, lifetime in
            switch state.withLock({ ask(&$0, observer) }) {
            case .use(let token, let epoch): observer.finish(.success(token), epoch: epoch)
            case .fail(let error): observer.send(error: error)
            case .wait(let number, let ongoingRefresh):
                lifetime.observeEnded { self.leave(number) }
                if let ongoingRefresh { begin(ongoingRefresh) }
            }
        }
    }

    private func leave(_ number: UInt64) {
        state.withLock { $0.leave(number, cancelling: options.whenUnawaited == .cancel) }?.dispose()
    }

    private func begin(_ ongoingRefresh: SerialDisposable) {
        let tokens = current().flatMap(.concat) { [self] found -> SignalProducer<AccessToken, RequestError> in
            guard found.isGood, let token = found.token else { return renewed(from: found.token, for: ongoingRefresh) }
            return SignalProducer<AccessToken, RequestError>(value: token)
        }
        // The refresh does not use the context of the first request: others may wait for it too.
        ongoingRefresh.inner = tokens.take(first: 1).started(in: .awaited).start { [self] event in
            switch event {
            case .value(let token): complete(ongoingRefresh, .success(token))
            case .failed(let error): complete(ongoingRefresh, .failure(error))
            case .completed, .interrupted: complete(ongoingRefresh, .failure(RequestError(.noToken)))
            }
        }
    }

    private func complete(_ ongoingRefresh: SerialDisposable, _ result: Result<AccessToken, RequestError>) {
        let end = (try? result.get()).flatMap { expiry(of: $0, isBelieved: false) }
        guard let completion = state.withLock({ $0.complete(ongoingRefresh, result, goodUntil: end) }) else { return }
        if case .failure(let error) = result {
            if error.tokenRefreshError?.removesToken ?? false { removeSavedToken() }
            input.send(value: .refreshFailed(error))
        }
        // The waiting requests are not part of the refresh, even if they continue on its thread.
        Self.refreshing(Self.refreshing.subtracting([ObjectIdentifier(self)])) {
            for waiter in completion.waiters { waiter.finish(result, epoch: completion.epoch) }
        }
    }

    private struct StoredToken: Sendable {
        var token: AccessToken?
        /// A Boolean value that indicates whether the token can be used.
        var isGood: Bool
    }

    /// The current token, loaded from the store if necessary.
    private func current() -> SignalProducer<StoredToken, RequestError> {
        SignalProducer<StoredToken, RequestError> { [self] () -> StoredToken in
            let now = options.clock.now
            let (isLoaded, token) = state.withLock { ($0.isLoaded, $0.token) }
            // A token that was loaded before and is requested again was refused or has expired.
            guard !isLoaded else { return StoredToken(token: token, isGood: false) }
            let stored = load()
            let end = stored.flatMap { expiry(of: $0, isBelieved: true) }
            return state.withLock { state in
                if !state.isLoaded { state.loaded(stored, goodUntil: end) }
                return StoredToken(token: state.token, isGood: state.isGood(at: now) && state.token?.canBeSent ?? false)
            }
        }
        .start(on: worker)
    }

    /// A new token, saved before it is used: the server may already have invalidated the old one.
    private func renewed(from old: AccessToken?, for ongoingRefresh: SerialDisposable) -> SignalProducer<
        AccessToken, RequestError
    > {
        let asked = SignalProducer<AccessToken, any Error> { [self] observer, lifetime in
            Self.refreshing(Self.refreshing.union([ObjectIdentifier(self)])) {
                // The deadline of the first request must not apply to the others.
                Deadline.withoutLimit {
                    let start = refresh(old).start { event in
                        // An interruption from elsewhere would leave the waiting requests without an end.
                        if case .interrupted = event { observer.send(error: TokenRefreshError.interrupted) }
                        observer.send(event)
                    }
                    lifetime += start
                }
            }
        }
        return asked.mapError { .authorizationFailed(cause: RequestError.Cause($0)) }
            .timeout(after: options.refreshLimit, on: options.clock) { [options] in
                RequestError(.timedOut(after: options.refreshLimit))
            }
            .take(first: 1)
            .attemptMap { token in
                // A token that cannot be sent would be kept forever, because no server could refuse it.
                Result { () throws(RequestError) in
                    _ = try Authorization.bearerValue(token.access)
                    return token
                }
            }
            .flatMap(.concat) { [self] token in
                SignalProducer { [self] () -> AccessToken in
                    if state.withLock({ $0.isCurrent(ongoingRefresh) }) {
                        save(token)
                        input.send(value: .refreshed)
                    }
                    return token
                }
                .start(on: worker)
            }
    }

    /// Removes the token from the store, unless there is another one by then.
    private func removeSavedToken() {
        worker.schedule { [self] in
            if state.withLock({ $0.token == nil }) { save(nil) }
        }
    }

    private func load() -> AccessToken? {
        do {
            return try store.load()
        } catch {
            input.send(value: .storeFailed(RequestError.Cause(error)))
            return nil
        }
    }

    func save(_ token: AccessToken?) {
        do {
            try store.save(token)
        } catch {
            input.send(value: .storeFailed(RequestError.Cause(error)))
        }
    }

    /// Returns the instant when a token must be refreshed. A token that a refresh delivers already expired is not
    /// believed: otherwise clocks that differ would cause a refresh for every request.
    func expiry(of token: AccessToken, isBelieved: Bool) -> SchedulerInstant? {
        guard let expiry = token.expiry else { return nil }
        let seconds = min(max(expiry.timeIntervalSince(options.wallClock()), -1e9), 1e9)
        let rest = Duration.seconds(seconds) - options.leeway
        return rest > .zero || isBelieved ? options.clock.now.advanced(by: rest) : nil
    }
}

extension AccessToken {
    fileprivate var canBeSent: Bool { (try? Authorization.bearerValue(access)) != nil }
}

extension TokenState.Waiter {
    func finish(_ result: Result<AccessToken, RequestError>, epoch: UInt64) {
        do throws(RequestError) {
            let value = try Authorization.bearerValue(result.get().access)
            send(value: Credentials(headerValue: value, epoch: epoch))
            sendCompleted()
        } catch {
            send(error: error)
        }
    }
}
