/// One start of `send`: what its stages have to know of each other.
final class Operation: Sendable {
    private struct Progress: Sendable {
        var phase = TransferPhase.preparing
        var attempts = 0
        var lastFailure: Network.OperationError?
        var stopReason: StopReason?
        var lastBackoff: Duration?
        var hasDelivered = false
    }

    let request: Request
    let clock: any TimedScheduler
    let limit: Duration
    let maxRetries: Int
    /// What has to be asked for credentials while the request is under way.
    let scheme: (any AuthorizationScheme)?
    let hooks: Hooks?
    /// The interceptors of this operation alone.
    let interception: Interception?
    /// Why a hook does not let the operation begin.
    let refusal: HookError?
    private let deadline: SchedulerInstant
    private let begun: SchedulerInstant
    private let number: UInt64
    private let log: NetworkLog
    /// An operation is logged whole, or not at all.
    let isLogged: Bool
    private let progress = InlineLocked(Progress())

    init(_ request: Request, _ options: SendOptions, on network: Network) {
        hooks = network.hooks
        interception = network.hooks?.makeInterception()
        (self.request, refusal) = network.hooks?.transformed(request) ?? (request, nil)
        scheme = self.request.pendingScheme
        clock = network.clock
        begun = clock.now
        limit = Deadline.limit(atMost: options.abortAfter)
        deadline = begun.advanced(by: max(limit, .zero))
        maxRetries = max(options.maxRetries, 0)
        log = network.log
        isLogged = log.isWanted
        number = log.nextNumber()
    }

    /// What is left of the budget.
    var remaining: Duration { clock.now.duration(to: deadline) }

    /// What the policy's backoff has last come to, whatever longer wait a server has asked for.
    var lastBackoff: Duration? {
        get { progress.withLock { $0.lastBackoff } }
        set { progress.withLock { $0.lastBackoff = newValue } }
    }

    func began() { record(.began) }

    func beginAttempt() {
        interception?.beginAttempt()
        let attempt = progress.withLock { progress in
            progress.attempts += 1
            progress.phase = .preparing
            return progress.attempts
        }
        record(.attemptBegan(attempt))
    }

    func enter(_ phase: TransferPhase) {
        progress.withLock { $0.phase = phase }
    }

    func note(_ event: TransportEvent) {
        switch event {
        case .phase(let phase): enter(phase)
        case .uploadProgress(let sent, let total): noteUpload(isWhole: sent == total)
        case .head(let head):
            enter(.receiving)
            interception?.note(head)
            record(.responded(head.status))
        case .informational, .body, .completed: break
        }
    }

    /// A response may come before the whole request has gone out.
    private func noteUpload(isWhole: Bool) {
        progress.withLock { progress in
            if progress.phase != .receiving { progress.phase = isWhole ? .waitingForHead : .sending }
        }
    }

    func attemptFailed(_ error: Network.OperationError) -> Int {
        let attempt = progress.withLock { progress in
            progress.lastFailure = error
            progress.phase = .betweenAttempts
            return progress.attempts
        }
        record(.attemptFailed(attempt, error))
        return attempt
    }

    /// The number of attempts begun.
    var attempts: Int { progress.withLock { $0.attempts } }

    func willReauthorize(after status: HTTP.StatusCode) {
        enter(.preparing)
        record(.reauthorizing(status))
    }

    func willRetry(after delay: Duration) { record(.retryPlanned(after: delay)) }

    func stop(because reason: StopReason) {
        progress.withLock { $0.stopReason = reason }
    }

    var timedOut: Network.OperationError {
        let progress = progress.withLock { $0 }
        return .timedOut(
            after: limit,
            phase: progress.phase,
            attempts: progress.attempts,
            lastFailure: progress.lastFailure
        )
    }

    func delivered() { progress.withLock { $0.hasDelivered = true } }

    func interrupted() {
        ended(progress.withLock { $0.hasDelivered } ? .succeeded : .cancelled)
    }

    func ended(_ outcome: LogEvent.Outcome) {
        let reason: StopReason? =
            switch outcome {
            case .failed(.timedOut): .deadline
            case .failed: progress.withLock { $0.stopReason }
            case .succeeded, .cancelled: nil
            }
        record(.ended(outcome, reason))
    }

    private func record(_ kind: @autoclosure () -> LogEvent.Kind) {
        guard isLogged else { return }
        log.send(LogEvent(operation: number, request: request, time: begun.duration(to: clock.now), kind: kind()))
    }
}

/// What a caller of `send` decides about one operation.
struct SendOptions: Sendable {
    var scheduler: (any Scheduler)?
    var abortAfter: Duration
    var maxRetries: Int
}
