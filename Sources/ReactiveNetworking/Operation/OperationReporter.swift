/// Reports the outcome of one operation to the observers of its network and to the delegates of its request. It exists
/// only if there are any.
final class OperationReporter: Sendable {
    private struct Report: Sendable {
        var attempts = 0
        var response: ResponseHead?
        var metrics: TransferMetrics?
        /// The failure of the last attempt.
        var failure: Network.OperationError?
        var earlierFailures: [Network.OperationError] = []
        var isDone = false

        mutating func begin(attempt: Int) {
            attempts = attempt
            guard let failure else { return }
            earlierFailures.append(failure)
            self.failure = nil
        }
    }

    private let observers: OperationObservers
    private let request: CurrentRequest
    private let begun: SchedulerInstant
    private let clock: any TimedScheduler
    private let report = Locked(Report())

    init(
        to observers: OperationObservers,
        of request: CurrentRequest,
        since begun: SchedulerInstant,
        on clock: any TimedScheduler
    ) {
        self.observers = observers
        self.request = request
        self.begun = begun
        self.clock = clock
    }

    func began() { observers.began(request.value) }

    func note(attempt: Int) { report.withLock { $0.begin(attempt: attempt) } }

    /// Notes the failure of an attempt. Bodies of refused responses are not kept.
    func note(_ failure: Network.OperationError) {
        // The previous failure may hold an error of the user's, which must not be released under the lock.
        _ = report.withLock { report in
            defer { report.failure = failure.withoutBody }
            return report.failure
        }
    }

    func note(_ event: TransportEvent) {
        switch event {
        case .head(let head): report.withLock { $0.response = head }
        case .completed(let metrics): report.withLock { $0.metrics = metrics }
        case .phase, .uploadProgress, .informational, .body, .trailers: break
        }
    }

    /// Reports the outcome, once: the end that follows a value is not another outcome.
    func ended(_ result: Network.Event.Completion, value: (any Sendable)? = nil) {
        let last = report.withLock { report -> Report? in
            defer { report.isDone = true }
            return report.isDone ? nil : report
        }
        guard let last else { return }
        observers.ended(
            Network.OperationReport(
                request: request.value,
                result: result,
                value: value,
                duration: begun.duration(to: clock.now),
                attempts: last.attempts,
                earlierFailures: last.earlierFailures,
                response: last.response,
                metrics: last.metrics
            )
        )
    }
}

extension Network.OperationError {
    fileprivate var withoutBody: Self {
        if case .unexpectedResponseCode(let code, _) = self {
            .unexpectedResponseCode(httpCode: code, data: nil)
        } else {
            self
        }
    }
}
