import Foundation

extension Authorization {
    /// A bearer token that `keeper` refreshes when it is no longer good; see ``TokenRefresher``.
    public static func refreshing(_ keeper: TokenRefresher) -> Authorization {
        Authorization("token", .scheme(keeper))
    }
}

extension TokenRefresher: AuthorizationScheme {
    /// The keepers whose refresh the current task is part of.
    @TaskLocal static var refreshing: Set<ObjectIdentifier> = []

    var isBypassed: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

    func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError> {
        waiting { [options] in $0.ask(at: options.clock.now, $1) }.map { .some($0) }
    }

    func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>? {
        let epoch = grant?.epoch ?? 0
        return waiting { $0.askAgain(after: epoch, $1) }
    }

    /// Sends what there is to use, now or when the flight has landed that it takes.
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
        let tokens = present().flatMap(.concat) { [self] found -> SignalProducer<AccessToken, RequestError> in
            guard found.isGood, let token = found.token else { return renewed(from: found.token, for: ongoingRefresh) }
            return SignalProducer<AccessToken, RequestError>(value: token)
        }
        // Whoever asked first, others may come to wait for the same refresh.
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
        if case .failure(let error) = result { input.send(value: .refreshFailed(error)) }
        // Those who have waited are no part of the refresh, although it may be on its thread that they go on.
        Self.$refreshing.withValue(Self.refreshing.subtracting([ObjectIdentifier(self)])) {
            for waiter in completion.waiters { waiter.finish(result, epoch: completion.epoch) }
        }
    }

    private struct StoredToken: Sendable {
        var token: AccessToken?
        /// Whether it will do.
        var isGood: Bool
    }

    /// The token that there is, loaded if it has not been yet.
    private func present() -> SignalProducer<StoredToken, RequestError> {
        SignalProducer<StoredToken, RequestError> { [self] () -> StoredToken in
            let now = options.clock.now
            let (isLoaded, token) = state.withLock { ($0.isLoaded, $0.token) }
            // What was loaded before and is asked for again has been refused, or has expired.
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

    /// A new token, saved before anybody uses it: a server may take the old one for used up from now on.
    private func renewed(from old: AccessToken?, for ongoingRefresh: SerialDisposable) -> SignalProducer<AccessToken, RequestError> {
        let asked = SignalProducer<AccessToken, any Error> { [self] observer, lifetime in
            Self.$refreshing.withValue(Self.refreshing.union([ObjectIdentifier(self)])) {
                // The first who waits may be held to a deadline that the others are not.
                Deadline.withoutLimit {
                    let start = refresh(old).start { event in
                        // An interruption that is not ours would leave those who wait without an end.
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
                // One that cannot be sent would be kept for ever: no server could refuse it.
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

    /// When a token has to be refreshed. One that has expired when it comes from a refresh is not believed: clocks that
    /// differ would else cause a refresh for every request.
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
