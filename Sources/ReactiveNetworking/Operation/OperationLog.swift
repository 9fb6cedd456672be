/// The events of one operation, for the observers of its network and for the log of its configuration.
struct OperationLog: Sendable {
    private let number: UInt64
    private let log: NetworkLog
    /// The value does not change during the operation, so events are sent for all of it or none.
    private let isObserved: Bool
    private let writer: LogWriter?
    private let begun: SchedulerInstant
    private let clock: any TimedScheduler

    init(to log: NetworkLog, _ settings: Log.Settings?, since begun: SchedulerInstant, on clock: any TimedScheduler) {
        self.log = log
        self.begun = begun
        self.clock = clock
        number = log.nextNumber()
        isObserved = log.isWanted
        writer = settings.flatMap(LogWriter.init)
    }

    /// A Boolean value that indicates whether events must be recorded.
    var isWanted: Bool { isObserved || writer != nil }

    func record(_ kind: Network.Event.Kind, of request: Request) {
        let now = clock.now
        let event = Network.Event(
            operation: number,
            request: request,
            time: begun.duration(to: now),
            instant: now,
            kind: kind
        )
        if isObserved { log.send(event) }
        writer?.write(event)
    }
}

extension Operation {
    /// Logs an event of the operation, if anybody listens. Nothing follows the end, which an observer of an earlier
    /// event may have caused.
    package func record(_ kind: @autoclosure () -> Network.Event.Kind) {
        guard context.log.isWanted, !isDisposed else { return }
        context.log.record(kind(), of: context.request)
    }

    func logEnd(_ end: Termination<Network.OperationError>) {
        guard context.log.isWanted else { return }
        let kind: Network.Event.Kind =
            switch end {
            case .completed: .ended(.succeeded, nil)
            case .failed(let error): .ended(.failed(error), stopReason(of: error))
            case .interrupted: .ended(.cancelled, nil)
            }
        context.log.record(kind, of: context.request)
    }

    private func stopReason(of error: Network.OperationError) -> RetryPolicy.StopReason? {
        if case .timedOut = error { .deadline } else { progress { $0.stopReason } }
    }
}
