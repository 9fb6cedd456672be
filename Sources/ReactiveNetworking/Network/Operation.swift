import Foundation

/// One start of `send`: what its stages have to know of each other.
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

    /// What the audience is told besides, apart from the rest: an operation is small where nobody listens.
    private struct Report: Sendable {
        var response: ResponseHead?
        var metrics: TransferMetrics?
        var isDone = false
    }

    private let firstRequest: Request
    /// What hooks have made of the request since; there only where one may.
    private let revisions: Revisions?
    let clock: any TimedScheduler
    let limit: Duration
    let maxRetries: Int
    let retryPolicy: RetryPolicy
    /// The keepers of whose refresh it is a part.
    let refreshing = TokenRefresher.refreshing
    private let firstScheme: (any AuthorizationScheme)?
    let hooks: Hooks?
    /// The interceptors of this operation alone.
    let interception: OperationInterceptors?
    /// Why a hook does not let the operation begin.
    let refusal: HookError?
    private let deadline: SchedulerInstant
    private let begun: SchedulerInstant
    private let number: UInt64
    private let log: NetworkLog
    /// Whether mocks stand before the transport, or may come to do so.
    let isMocked: Bool
    /// Whether those who listen to the network hear of it: as a whole, or not at all.
    private let isHeard: Bool
    /// The log that its configuration asks for.
    private let writer: LogWriter?
    /// Whether what happens has to be told at all.
    let isLogged: Bool
    /// Who hears how it ends, if anybody does.
    let observers: OperationObservers?
    private let report: Locked<Report>?
    private let progress = InlineLocked(Progress())

    init(_ request: Request, _ options: SendOptions, on network: Network) {
        clock = network.clock
        // What follows may be code of the user's, whose time counts.
        begun = clock.now
        hooks = network.hooks
        interception = network.hooks?.makeInterceptors()
        if let hooks {
            let (transformed, refusal) = hooks.transformed(network.resolved(request))
            // What a hook has made anew knows nothing of the layers yet.
            firstRequest = network.resolved(transformed)
            self.refusal = refusal
            revisions = hooks.mayRevise ? Revisions(of: request, by: hooks, network) : nil
        } else {
            firstRequest = network.resolved(request)
            refusal = nil
            revisions = nil
        }
        QueueTicket.note(firstRequest)
        firstScheme = firstRequest.pendingScheme
        let configuration = firstRequest.details?.configuration
        limit = Deadline.limit(atMost: options.abortAfter ?? configuration?.abortAfter ?? .seconds(10))
        deadline = begun.advanced(by: max(limit, .zero))
        maxRetries = max(options.maxRetries ?? configuration?.maxRetries ?? 10, 0)
        retryPolicy = configuration?.retryPolicy ?? network.retryPolicy
        log = network.log
        isHeard = log.isWanted
        isMocked = (configuration?.usesMocks ?? false) || revisions != nil
        writer = configuration?.logging.flatMap(LogWriter.init)
        isLogged = isHeard || writer != nil
        number = log.nextNumber()
        observers = network.report.observers(of: firstRequest)
        report = observers == nil ? nil : Locked(Report())
    }

    /// What is asked at present.
    var request: Request { withRequest { $0 } }

    /// Reads a part of what is asked at present, without a copy of the whole.
    @inline(__always)
    func withRequest<Result, Thrown: Error>(_ read: (Request) throws(Thrown) -> Result) throws(Thrown) -> Result {
        guard let current = revisions?.current else { return try read(firstRequest) }
        return try read(current.request)
    }

    /// What is asked for credentials, or told of responses, while the request is under way.
    var scheme: (any AuthorizationScheme)? {
        guard let current = revisions?.current else { return firstScheme }
        return current.scheme
    }

    /// Whether the request may be another one later.
    var mayBeRevised: Bool { revisions != nil }

    /// Lets the hooks have the request that all gates have let pass.
    func passGates() throws(HookError) { try revisions?.passGates(with: request) }

    /// Sends the next attempt to `environment`, if the request is one that an environment concerns.
    func move(to environment: Network.Environment) throws(HookError) { try revisions?.move(to: environment) }

    /// Makes the decoder of JSON where a decoding names none of its own.
    var decoder: DecoderSource { withRequest { $0.details?.configuration.decoder } ?? Self.plainDecoder }

    private static let plainDecoder: DecoderSource = { JSONDecoder() }

    /// What is left of the budget.
    var remaining: Duration { clock.now.duration(to: deadline) }

    /// What there is of the budget when the operation has been made: all, but for the time of the user's own code.
    var limitAtStart: Duration { hooks == nil ? limit : remaining }

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
        record(.exchange(.entered(phase)))
    }

    /// Hands `request` to the transport.
    func sends(_ request: PreparedRequest) { record(.exchange(.began(request))) }

    /// Follows a response that is not the last one: a redirect, or a challenge that has an answer.
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

    /// A response may come before the whole request has gone out.
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

    func willRetry(after delay: Duration, because reason: RetryPolicy.RetryReason) { record(.retryPlanned(after: delay, reason)) }

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

    /// A part of the response has been handed on, and cannot be taken back: there must be no other one.
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

    /// Tells the audience how the operation ended, once: what follows a value is no end of its own.
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

/// What a caller of `send` decides about one operation; `nil` leaves it to the layers.
struct SendOptions: Sendable {
    /// As good as no deadline, and still a duration that can be added to an instant.
    static let unlimited = Duration.seconds(3_000_000_000)

    var scheduler: (any Scheduler)?
    var abortAfter: Duration?
    var maxRetries: Int?
}
