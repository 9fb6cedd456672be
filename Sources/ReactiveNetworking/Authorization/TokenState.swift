/// The current token, the requests that wait for a new one, and the refresh in progress. The state decides; the
/// refresher acts.
struct TokenState: Sendable {
    typealias Waiter = Signal<Credentials, RequestError>.Observer

    /// The next step for a request that needs a token.
    enum Step: Sendable {
        case use(AccessToken, epoch: UInt64)
        case fail(RequestError)
        /// Wait under this number, and begin the refresh if there is one.
        case wait(UInt64, begin: SerialDisposable?)
    }

    private(set) var isLoaded = false
    private(set) var token: AccessToken?
    private var goodUntil: SchedulerInstant?
    /// The number of refreshes that have ended. Credentials of an earlier epoch are outdated.
    private var epoch: UInt64 = 0
    /// The error of the last refresh, if it failed.
    private var failure: RequestError?
    private var ongoingRefresh: SerialDisposable?
    private var waiters: [UInt64: Waiter] = [:]
    private var lastNumber: UInt64 = 0

    /// Asks for a token before a request is sent.
    mutating func ask(at now: SchedulerInstant, _ waiter: Waiter) -> Step {
        guard ongoingRefresh == nil, isGood(at: now), let token else { return enlist(waiter) }
        return .use(token, epoch: epoch)
    }

    /// Asks for a token after a request with credentials of `sentEpoch` was refused.
    mutating func askAgain(after sentEpoch: UInt64, _ waiter: Waiter) -> Step {
        guard ongoingRefresh == nil, sentEpoch < epoch else { return enlist(waiter) }
        if let failure { return .fail(failure) }
        guard let token else { return enlist(waiter) }
        return .use(token, epoch: epoch)
    }

    /// A Boolean value that indicates whether there is a token that is not known to have expired.
    func isGood(at now: SchedulerInstant) -> Bool {
        isLoaded && token != nil && goodUntil.map { now < $0 } ?? true
    }

    private mutating func enlist(_ waiter: Waiter) -> Step {
        lastNumber += 1
        waiters[lastNumber] = waiter
        guard ongoingRefresh == nil else { return .wait(lastNumber, begin: nil) }
        let ongoingRefresh = SerialDisposable()
        self.ongoingRefresh = ongoingRefresh
        return .wait(lastNumber, begin: ongoingRefresh)
    }

    /// Removes a waiting request.
    ///
    /// - Returns: The refresh to cancel, if no request waits for it any more.
    mutating func leave(_ number: UInt64, cancelling: Bool) -> SerialDisposable? {
        guard waiters.removeValue(forKey: number) != nil, waiters.isEmpty, cancelling else { return nil }
        defer { ongoingRefresh = nil }
        return ongoingRefresh
    }

    func isCurrent(_ ongoingRefresh: SerialDisposable) -> Bool { self.ongoingRefresh === ongoingRefresh }

    mutating func loaded(_ token: AccessToken?, goodUntil: SchedulerInstant?) {
        isLoaded = true
        self.token = token
        self.goodUntil = goodUntil
    }

    /// Ends a refresh.
    ///
    /// - Returns: The waiting requests in the order of their arrival, and their epoch; `nil` if the refresh was
    ///   replaced.
    mutating func complete(
        _ ongoingRefresh: SerialDisposable,
        _ result: Result<AccessToken, RequestError>,
        goodUntil: SchedulerInstant?
    ) -> (waiters: [Waiter], epoch: UInt64)? {
        guard self.ongoingRefresh === ongoingRefresh else { return nil }
        self.ongoingRefresh = nil
        return endAttempt(result, goodUntil: goodUntil)
    }

    /// Replaces the token with one that the user has set or removed.
    mutating func replace(
        with result: Result<AccessToken, RequestError>,
        goodUntil: SchedulerInstant?
    ) -> (waiters: [Waiter], epoch: UInt64, ongoingRefresh: SerialDisposable?) {
        let ongoingRefresh = ongoingRefresh
        self.ongoingRefresh = nil
        let (waiters, epoch) = endAttempt(result, goodUntil: goodUntil)
        return (waiters, epoch, ongoingRefresh)
    }

    private mutating func endAttempt(
        _ result: Result<AccessToken, RequestError>,
        goodUntil: SchedulerInstant?
    ) -> (waiters: [Waiter], epoch: UInt64) {
        epoch += 1
        switch result {
        case .success(let token):
            loaded(token, goodUntil: goodUntil)
            failure = nil
        case .failure(let error):
            isLoaded = true
            failure = error
            if error.tokenRefreshError?.removesToken ?? false { token = nil }
        }
        defer { waiters = [:] }
        return (waiters.sorted { $0.key < $1.key }.map(\.value), epoch)
    }
}
