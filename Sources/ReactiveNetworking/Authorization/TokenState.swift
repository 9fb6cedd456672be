/// The present token, who waits for another, and whether that is being got. It decides; the keeper acts.
struct TokenState: Sendable {
    typealias Waiter = Signal<Credentials, RequestError>.Observer

    /// What is to be done for one who asks.
    enum Step: Sendable {
        case use(AccessToken, epoch: UInt64)
        case fail(RequestError)
        /// To wait under this number, and to begin the flight if there is one.
        case wait(UInt64, begin: SerialDisposable?)
    }

    private(set) var isLoaded = false
    private(set) var token: AccessToken?
    private var goodUntil: SchedulerInstant?
    /// How many flights have landed: credentials from an earlier epoch have been judged since.
    private var epoch: UInt64 = 0
    /// What the last flight ended with, if it failed.
    private var failure: RequestError?
    private var ongoingRefresh: SerialDisposable?
    private var waiters: [UInt64: Waiter] = [:]
    private var lastNumber: UInt64 = 0

    /// Before a request is sent.
    mutating func ask(at now: SchedulerInstant, _ waiter: Waiter) -> Step {
        guard ongoingRefresh == nil, isGood(at: now), let token else { return enlist(waiter) }
        return .use(token, epoch: epoch)
    }

    /// After a request with credentials of `sentEpoch` was refused.
    mutating func askAgain(after sentEpoch: UInt64, _ waiter: Waiter) -> Step {
        guard ongoingRefresh == nil, sentEpoch < epoch else { return enlist(waiter) }
        if let failure { return .fail(failure) }
        guard let token else { return enlist(waiter) }
        return .use(token, epoch: epoch)
    }

    /// Whether there is a token that is not known to have expired.
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

    /// One less waits.
    ///
    /// - Returns: the flight, if nobody waits for it any more and it is to be cancelled.
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

    /// A flight has ended.
    ///
    /// - Returns: those who have waited, in the order in which they came, and their epoch; nobody if the flight was replaced.
    mutating func complete(
        _ ongoingRefresh: SerialDisposable,
        _ result: Result<AccessToken, RequestError>,
        goodUntil: SchedulerInstant?
    ) -> (waiters: [Waiter], epoch: UInt64)? {
        guard self.ongoingRefresh === ongoingRefresh else { return nil }
        self.ongoingRefresh = nil
        return settle(result, goodUntil: goodUntil)
    }

    /// The user has brought a token, or taken it away.
    mutating func replace(
        with result: Result<AccessToken, RequestError>,
        goodUntil: SchedulerInstant?
    ) -> (waiters: [Waiter], epoch: UInt64, ongoingRefresh: SerialDisposable?) {
        let ongoingRefresh = ongoingRefresh
        self.ongoingRefresh = nil
        if case .failure = result { token = nil }
        let (waiters, epoch) = settle(result, goodUntil: goodUntil)
        return (waiters, epoch, ongoingRefresh)
    }

    private mutating func settle(
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
        }
        defer { waiters = [:] }
        return (waiters.sorted { $0.key < $1.key }.map(\.value), epoch)
    }
}
