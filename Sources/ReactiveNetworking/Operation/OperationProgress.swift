/// The progress of an operation.
struct OperationProgress: Sendable {
    var phase = TransferPhase.preparing
    /// The number of attempts begun.
    var attempts = 0
    var lastFailure: Network.OperationError?
    var stopReason: RetryPolicy.StopReason?
    /// The latest delay of the policy's backoff, regardless of a longer delay that a server asked for.
    var lastBackoff: Duration?
    /// A Boolean value that indicates whether part of the response was already delivered, so that no further attempt is
    /// possible.
    var hasHandedOn = false
    var thread = Thread.transport

    /// The thread on which the response of an attempt is processed.
    enum Thread: Sendable {
        case transport
        /// It may be the thread that has begun the operation.
        case caller
        /// A thread of the scheduler that parses, which user code may block.
        case parser
    }
}

extension Operation {
    /// The scheduler that parses the response, or `nil` to parse it where it has arrived.
    var parser: (any Scheduler)? {
        switch progress({ $0.thread }) {
        case .transport: context.parser
        case .caller: context.network.core.worker
        case .parser: nil
        }
    }

    func enter(_ phase: TransferPhase) {
        progress { $0.phase = phase }
        record(.exchange(.entered(phase)))
    }

    func beginAttempt() {
        context.interceptors?.beginAttempt()
        let attempt = progress { progress in
            progress.attempts += 1
            progress.phase = .preparing
            progress.thread = .transport
            return progress.attempts
        }
        context.reporter?.note(attempt: attempt)
        record(.attemptBegan(attempt))
    }

    /// Notes an event of an exchange whose response is the attempt's.
    func note(_ event: TransportEvent) {
        switch event {
        case .phase(let phase): enter(phase)
        case .uploadProgress(let sent, let total): noteUpload(isWhole: sent == total)
        case .head(let head):
            enter(.receiving)
            if let status = head.cacheStatus {
                // Who joins an exchange may receive on its own thread what has arrived before.
                progress { $0.thread = status.forward == nil || status.isCollapsed ? .caller : .transport }
            }
            context.interceptors?.note(head)
            record(.responded(head.status))
            record(.exchange(.responded(head)))
        case .body(let data): record(.exchange(.received(data)))
        case .trailers(let trailers): record(.exchange(.receivedTrailers(trailers)))
        case .completed(let metrics): record(.exchange(.completed(metrics)))
        case .informational: break
        }
        context.reporter?.note(event)
    }

    /// Notes a complete response that is the attempt's.
    func note(_ response: RawResponse) {
        note(.head(response.head))
        if !response.data.isEmpty { note(.body(response.data)) }
        if let trailers = response.trailers { note(.trailers(trailers)) }
        if let completion = response.completion { note(completion) }
    }

    /// Notes the upload progress. A response may arrive before the whole request was sent.
    private func noteUpload(isWhole: Bool) {
        let phase = isWhole ? TransferPhase.waitingForHead : .sending
        let isNew = progress { progress in
            guard progress.phase != .receiving, progress.phase != phase else { return false }
            progress.phase = phase
            return true
        }
        if isNew { record(.exchange(.entered(phase))) }
    }

    /// Notes the failure of an attempt, and returns the number of the attempt.
    func attemptFailed(_ error: Network.OperationError) -> Int {
        let error = error.naming("\(context.request)")
        // The previous failure may hold an error of the user's, which must not be released under the lock.
        let (attempt, _) = progress { progress in
            defer { progress.lastFailure = error }
            progress.phase = .waitingToRetry
            return (progress.attempts, progress.lastFailure)
        }
        context.reporter?.note(error)
        record(.attemptFailed(attempt, error))
        return attempt
    }

    func stop(because reason: RetryPolicy.StopReason) { progress { $0.stopReason = reason } }

    var hasHandedOn: Bool { progress { $0.hasHandedOn } }

    package func noteHandedOn() { progress { $0.hasHandedOn = true } }

    /// The failure at the deadline, with all that is known.
    var timedOut: Network.OperationError {
        let progress = progress { $0 }
        return .timedOut(
            after: context.limit,
            phase: progress.phase,
            attempts: progress.attempts,
            lastFailure: progress.lastFailure
        )
    }
}
