import Foundation

extension Authorization {
    /// A bearer token that `keeper` refreshes when it is no longer good; see ``TokenKeeper``.
    public static func refreshing(_ keeper: TokenKeeper) -> Authorization {
        Authorization("token", .scheme(keeper))
    }
}

extension TokenKeeper: AuthorizationScheme {
    /// The keepers whose refresh the current task is part of.
    @TaskLocal static var refreshing: Set<ObjectIdentifier> = []

    var isBypassed: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

    func grant(for request: PreparedRequest) -> SignalProducer<AuthorizationGrant?, RequestError> {
        waiting { [options] in $0.ask(at: options.clock.now, $1) }.map { .some($0) }
    }

    func answer(
        to refusal: AuthorizationRefusal,
        after grant: AuthorizationGrant?
    ) -> SignalProducer<AuthorizationGrant, RequestError>? {
        let epoch = grant?.epoch ?? 0
        return waiting { $0.askAgain(after: epoch, $1) }
    }

    /// Sends what there is to use, now or when the flight has landed that it takes.
    private func waiting(
        for ask: @escaping @Sendable (inout TokenState, TokenState.Waiter) -> TokenState.Step
    ) -> SignalProducer<AuthorizationGrant, RequestError> {
        SignalProducer { [self] observer, lifetime in
            switch state.withLock({ ask(&$0, observer) }) {
            case .use(let token, let epoch): observer.finish(.success(token), epoch: epoch)
            case .fail(let error): observer.send(error: error)
            case .wait(let number, let flight):
                lifetime.observeEnded { self.leave(number) }
                if let flight { begin(flight) }
            }
        }
    }

    private func leave(_ number: UInt64) {
        state.withLock { $0.leave(number, cancelling: options.whenAbandoned == .cancel) }?.dispose()
    }

    private func begin(_ flight: SerialDisposable) {
        let landed = present().flatMap(.concat) { [self] found -> SignalProducer<Token, RequestError> in
            guard found.isGood, let token = found.token else { return renewed(from: found.token, for: flight) }
            return SignalProducer<Token, RequestError>(value: token)
        }
        // Whoever asked first, others may come to wait for the same refresh.
        flight.inner = landed.take(first: 1).started(in: .awaited).start { [self] event in
            switch event {
            case .value(let token): land(flight, .success(token))
            case .failed(let error): land(flight, .failure(error))
            case .completed, .interrupted: land(flight, .failure(RequestError(.noToken)))
            }
        }
    }

    private func land(_ flight: SerialDisposable, _ result: Result<Token, RequestError>) {
        let end = (try? result.get()).flatMap { expiry(of: $0, isBelieved: false) }
        guard let landing = state.withLock({ $0.land(flight, result, goodUntil: end) }) else { return }
        if case .failure(let error) = result { input.send(value: .refreshFailed(error)) }
        // Those who have waited are no part of the refresh, although it may be on its thread that they go on.
        Self.$refreshing.withValue(Self.refreshing.subtracting([ObjectIdentifier(self)])) {
            for waiter in landing.waiters { waiter.finish(result, epoch: landing.epoch) }
        }
    }

    private struct Found: Sendable {
        var token: Token?
        /// Whether it will do.
        var isGood: Bool
    }

    /// The token that there is, loaded if it has not been yet.
    private func present() -> SignalProducer<Found, RequestError> {
        SignalProducer<Found, RequestError> { [self] () -> Found in
            let now = options.clock.now
            let (isLoaded, token) = state.withLock { ($0.isLoaded, $0.token) }
            // What was loaded before and is asked for again has been refused, or has expired.
            guard !isLoaded else { return Found(token: token, isGood: false) }
            let stored = load()
            let end = stored.flatMap { expiry(of: $0, isBelieved: true) }
            return state.withLock { state in
                if !state.isLoaded { state.loaded(stored, goodUntil: end) }
                return Found(token: state.token, isGood: state.isGood(at: now) && state.token?.canBeSent ?? false)
            }
        }
        .start(on: worker)
    }

    /// A new token, saved before anybody uses it: a server may take the old one for used up from now on.
    private func renewed(from old: Token?, for flight: SerialDisposable) -> SignalProducer<Token, RequestError> {
        let asked = SignalProducer<Token, any Error> { [self] observer, lifetime in
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
                SignalProducer { [self] () -> Token in
                    if state.withLock({ $0.isCurrent(flight) }) {
                        save(token)
                        input.send(value: .refreshed)
                    }
                    return token
                }
                .start(on: worker)
            }
    }

    private func load() -> Token? {
        do {
            return try store.load()
        } catch {
            input.send(value: .storeFailed(RequestError.Cause(error)))
            return nil
        }
    }

    func save(_ token: Token?) {
        do {
            try store.save(token)
        } catch {
            input.send(value: .storeFailed(RequestError.Cause(error)))
        }
    }

    /// When a token has to be refreshed. One that has expired when it comes from a refresh is not believed: clocks that
    /// differ would else cause a refresh for every request.
    func expiry(of token: Token, isBelieved: Bool) -> SchedulerInstant? {
        guard let expiry = token.expiry else { return nil }
        let seconds = min(max(expiry.timeIntervalSince(options.wallClock()), -1e9), 1e9)
        let rest = Duration.seconds(seconds) - options.leeway
        return rest > .zero || isBelieved ? options.clock.now.advanced(by: rest) : nil
    }
}

extension Token {
    fileprivate var canBeSent: Bool { (try? Authorization.bearerValue(access)) != nil }
}

extension TokenState.Waiter {
    func finish(_ result: Result<Token, RequestError>, epoch: UInt64) {
        do throws(RequestError) {
            let value = try Authorization.bearerValue(result.get().access)
            send(value: AuthorizationGrant(headerValue: value, epoch: epoch))
            sendCompleted()
        } catch {
            send(error: error)
        }
    }
}
