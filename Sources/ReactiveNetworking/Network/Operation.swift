import Foundation

/// The state that the pipeline's stages share during one operation.
final class Operation: Sendable {
    private struct Progress: Sendable {
        var phase = TransferPhase.preparing
        var attempts = 0
        var lastFailure: Network.OperationError?
        var stopReason: RetryPolicy.StopReason?
        var lastBackoff: Duration?
        var hasDelivered = false
        var hasHandedOn = false
    }

    /// The data for ``Network/OperationReport``, allocated only if someone observes it, to keep operations small.
    private struct Report: Sendable {
        var response: ResponseHead?
        var metrics: TransferMetrics?
        var isDone = false
    }

    private let firstRequest: Request
    /// The changes that hooks made to the request; `nil` if no hook can change it.
    private let revisions: Revisions?
    let clock: any TimedScheduler
    let limit: Duration
    /// The time until the deadline when the operation was created: the whole limit, minus the time that hooks have
    /// taken.
    let limitAtStart: Duration
    let maxRetries: Int
    /// The token refreshers whose refresh this operation is part of.
    let refreshing = TokenRefresher.refreshing
    private let firstScheme: (any AuthorizationScheme)?
    /// The interceptors of this operation; `nil` if no hook can change the request.
    let interception: OperationInterceptors?
    /// The hook error that prevents the operation from starting.
    let refusal: HookError?
    private let deadline: SchedulerInstant
    private let begun: SchedulerInstant
    private let number: UInt64
    private let log: NetworkLog
    /// A Boolean value that indicates whether mocks precede the transport, or may do so later.
    let isMocked: Bool
    /// A Boolean value that indicates whether the network's events are observed. The value does not change during the
    /// operation, so events are sent for all of it or none.
    private let isHeard: Bool
    /// The log of the configuration.
    private let writer: LogWriter?
    /// A Boolean value that indicates whether events must be recorded.
    let isLogged: Bool
    /// The observers of the operation's outcome, if any.
    let observers: OperationObservers?
    private let report: Locked<Report>?
    private let progress = InlineLocked(Progress())

    init(_ request: Request, _ options: SendOptions, on network: Network) {
        clock = network.clock
        // User code may follow, and its time counts.
        begun = clock.now
        let request = request.isResolved ? request.adopted(by: network) : request
        let resolved = network.resolved(request)
        if let hooks = resolved.hooks {
            let (transformed, refusal) = hooks.transformed(resolved)
            // If a hook returned a new request, the configuration is not applied to it yet.
            firstRequest = network.resolved(transformed)
            self.refusal = refusal
        } else {
            firstRequest = resolved
            refusal = nil
        }
        let hooks = firstRequest.hooks
        let mayBeRevised = hooks?.mayRevise ?? false
        revisions = mayBeRevised ? Revisions(of: request, on: network) : nil
        interception = mayBeRevised ? OperationInterceptors(hooks) : nil
        QueueTicket.note(firstRequest)
        firstScheme = firstRequest.pendingScheme
        let configuration = firstRequest.settings?.configuration
        limit = Deadline.limit(atMost: options.abortAfter ?? configuration?.abortAfter ?? .seconds(10))
        deadline = begun.advanced(by: max(limit, .zero))
        limitAtStart = resolved.hooks == nil ? limit : clock.now.duration(to: deadline)
        maxRetries = max(options.maxRetries ?? configuration?.maxRetries ?? 10, 0)
        log = network.log
        isHeard = log.isWanted
        isMocked = (configuration?.usesMocks ?? false) || revisions != nil
        writer = configuration?.logging.flatMap(LogWriter.init)
        isLogged = isHeard || writer != nil
        number = log.nextNumber()
        observers = network.report.observers(of: firstRequest)
        report = observers == nil ? nil : Locked(Report())
    }

    /// The current request.
    var request: Request { withRequest { $0 } }

    /// Reads part of the current request without copying all of it.
    @inline(__always)
    func withRequest<Result, Thrown: Error>(_ read: (Request) throws(Thrown) -> Result) throws(Thrown) -> Result {
        guard let current = revisions?.current else { return try read(firstRequest) }
        return try read(current.request)
    }

    /// The authorization scheme to ask for credentials or to notify of responses during the exchange.
    var scheme: (any AuthorizationScheme)? {
        guard let current = revisions?.current else { return firstScheme }
        return current.scheme
    }

    /// A Boolean value that indicates whether the request may change later.
    var mayBeRevised: Bool { revisions != nil }

    /// Transforms the request with the hooks that run after the gates.
    func passGates() throws(HookError) { try revisions?.passGates(with: request) }

    /// Sends later attempts to `environment`, unless the request has an absolute URL.
    func move(to environment: Network.Environment) throws(HookError) { try revisions?.move(to: environment) }

    /// The hooks of the current request.
    var hooks: Hooks? { withRequest { $0.hooks } }

    /// The retry policy of the current request.
    var retryPolicy: RetryPolicy { withRequest { $0.settings?.configuration.retryPolicy } ?? .standard }

    /// The redirect policy of the current request.
    var redirectPolicy: RedirectPolicy { withRequest { $0.settings?.configuration.redirectPolicy } ?? .standard }

    /// Creates the JSON decoder for decodings that specify none.
    var decoder: DecoderSource { withRequest { $0.settings?.configuration.decoder } ?? Self.plainDecoder }

    private static let plainDecoder: DecoderSource = { JSONDecoder() }

    /// The time until the deadline.
    var remaining: Duration { clock.now.duration(to: deadline) }

    /// The latest delay of the policy's backoff, regardless of a longer delay that a server asked for.
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
        record(.exchange(.entered(phase)))
    }

    /// Logs that `request` is passed to the transport.
    func sends(_ request: PreparedRequest) { record(.exchange(.began(request))) }

    /// Logs an intermediate response: a redirect, or a challenge that is answered.
    func follows(_ head: ResponseHead) { record(.exchange(.responded(head))) }

    func note(_ event: TransportEvent) {
        switch event {
        case .phase(let phase): enter(phase)
        case .uploadProgress(let sent, let total): noteUpload(isWhole: sent == total)
        case .head(let head):
            enter(.receiving)
            interception?.note(head)
            record(.responded(head.status))
            record(.exchange(.responded(head)))
            report?.withLock { $0.response = head }
        case .body(let data): record(.exchange(.received(data)))
        case .completed(let metrics):
            record(.exchange(.completed(metrics)))
            report?.withLock { $0.metrics = metrics }
        case .informational: break
        }
    }

    /// Records the upload progress. A response may arrive before the whole request was sent.
    private func noteUpload(isWhole: Bool) {
        let phase = isWhole ? TransferPhase.waitingForHead : .sending
        let isNew = progress.withLock { progress in
            guard progress.phase != .receiving, progress.phase != phase else { return false }
            progress.phase = phase
            return true
        }
        if isNew { record(.exchange(.entered(phase))) }
    }

    func attemptFailed(_ error: Network.OperationError) -> Int {
        let error = error.naming(request)
        let attempt = progress.withLock { progress in
            progress.lastFailure = error
            progress.phase = .waitingToRetry
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

    func willRetry(after delay: Duration, because reason: RetryPolicy.RetryReason) {
        record(.retryPlanned(after: delay, reason))
    }

    func stop(because reason: RetryPolicy.StopReason) {
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

    /// A Boolean value that indicates whether part of the response was already delivered, so that no further attempt is
    /// possible.
    var hasHandedOn: Bool { progress.withLock { $0.hasHandedOn } }

    func handsOn() { progress.withLock { $0.hasHandedOn = true } }

    func delivered() { progress.withLock { $0.hasDelivered = true } }

    func interrupted() {
        ended(progress.withLock { $0.hasDelivered } ? .succeeded : .cancelled)
    }

    func ended(_ outcome: Network.Event.Completion) {
        let reason: RetryPolicy.StopReason? =
            switch outcome {
            case .failed(.timedOut): .deadline
            case .failed: progress.withLock { $0.stopReason }
            case .succeeded, .cancelled: nil
            }
        record(.ended(outcome, reason))
    }

    /// Reports the outcome to its observers, once: the end that follows a value is not another outcome.
    func report(_ result: Network.Event.Completion, value: (any Sendable)? = nil) {
        guard let observers, let report else { return }
        let told = report.withLock { report -> Report? in
            defer { report.isDone = true }
            return report.isDone ? nil : report
        }
        guard let told else { return }
        observers.ended(
            Network.OperationReport(
                request: request,
                result: result,
                value: value,
                duration: begun.duration(to: clock.now),
                attempts: attempts,
                response: told.response,
                metrics: told.metrics
            )
        )
    }

    private func record(_ kind: @autoclosure () -> Network.Event.Kind) {
        guard isLogged else { return }
        let now = clock.now
        let event = Network.Event(
            operation: number,
            request: request,
            time: begun.duration(to: now),
            instant: now,
            kind: kind()
        )
        if isHeard { log.send(event) }
        writer?.write(event)
    }
}

/// The caller's options for one operation; `nil` defers to the configuration.
struct SendOptions: Sendable {
    /// A duration that means no deadline and can still be added to an instant.
    static let unlimited = Duration.seconds(3_000_000_000)

    var scheduler: (any Scheduler)?
    var abortAfter: Duration?
    var maxRetries: Int?
}
