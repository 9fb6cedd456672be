/// One start of a sending function, from its beginning to its end.
///
/// The operation is the receiver of the transport and the disposable of the start. At any time at most one step is
/// running: a gate, an exchange, a source of credentials, the decoding on another thread, an interceptor, a delay, or
/// the check of a failure. The stages, one per file beside this one, begin the steps and interpret what they yield; a
/// late event of an earlier step has no effect. The operation decides under its lock, and acts outside it.
package final class Operation: Disposable, Interruptible {
    /// The identity of a step. Events of an earlier step are ignored.
    package struct Step: Sendable, Equatable {
        let number: Int
    }

    private enum Stage: Sendable {
        case unopened
        case running
        /// The outcome is certain; a check of the user's may still translate it.
        case finishing
        case over
    }

    private struct State: Sendable {
        var stage = Stage.unopened
        var step = Step(number: 0)
        /// The running work of the step, to be disposed of when the step ends.
        var work: (any Disposable)?
        var deadline: (any Disposable)?
        /// The deadline of the current connection, if it is not the first one.
        var renewedDeadline: SchedulerInstant?
        /// The number of times at which the deadline was set or lifted.
        var deadlineNumber = 0
        var isCounted = false
        /// The place among the operations of the network that ``Network/cancelAll()`` interrupts.
        var listing: RunningOperations.Token?
        var progress = OperationProgress()
        var course: Course?

        mutating func next() -> Step {
            step = Step(number: step.number + 1)
            return step
        }
    }

    /// The work that a step leaves behind, to be disposed of outside the lock.
    private struct Remains: Sendable {
        var work: (any Disposable)?
        var deadline: (any Disposable)?
        var isCounted = false
        var listing: RunningOperations.Token?
        var wasOpen = true
        var isOnCallersThread = false

        func dispose() {
            work?.dispose()
            deadline?.dispose()
        }
    }

    package let context: OperationContext
    let receiver: any ResponseReceiver
    /// The attempts, which do not overlap even if the clock starts the next one inside the failure of the previous one.
    let attempts = Trampoline()
    private let place: DeliveryPlace
    private let state = InlineLocked(State())

    /// - Parameters:
    ///   - context: The decisions of the start.
    ///   - place: The place where events are delivered.
    ///   - receiver: The receiver of the response.
    init(_ context: consuming OperationContext, at place: DeliveryPlace, _ receiver: any ResponseReceiver) {
        self.context = context
        self.receiver = receiver
        self.place = place
    }

    // The course of an operation

    func begin() {
        context.reporter?.began()
        guard receiver.open(for: self), open() else { return }
        record(.began)
        guard list(), count() else { return }
        guard !context.isLate else { return finish(.failed(timedOut)) }
        setDeadline()
        passGates()
    }

    func begin(failingWith error: Network.OperationError) {
        guard receiver.open(for: self), open() else { return }
        _ = takeRemains(for: .over) { $0 == .running }
        receiver.deliver(.failed(error))
    }

    /// Ends the current attempt.
    package func endAttempt(_ conclusion: Conclusion, of step: Step) {
        switch conclusion {
        case .swallowed: if leave(step) { finish(.interrupted) }
        case .accepted(let deliver): if leave(step) { intercept(.success(AcceptedResult(deliver: deliver))) }
        case .failed(var failure):
            if hasHandedOn { failure.stopReason = .partiallyDelivered }
            guard leave(step) else { return }
            if let next = reconnection(after: failure) { return reconnect(next) }
            intercept(.failure(failure))
        case .reconnects:
            guard leave(step) else { return }
            if let next = reconnection(after: nil) { return reconnect(next) }
            finish(.completed)
        }
    }

    /// Decides about the outcome of an attempt that the interceptors let stand.
    func accept(_ outcome: Result<AcceptedResult, AttemptFailure>) {
        switch outcome {
        case .success(let result):
            context.account?.succeeded(with: context.request, context.retryPolicy.budget)
            finish(.completed, result)
        case .failure(let failure):
            switch decision(on: failure) {
            case .retry(let delay, let reason, let isOffline):
                retry(after: delay, because: reason, orOnceNot: isOffline)
            case .stop(let reason):
                stop(because: reason)
                finish(.failed(failure.error.naming("\(context.request)")))
            }
        }
    }

    func retry(
        after delay: Duration,
        because reason: RetryPolicy.RetryReason,
        orOnceNot isOffline: SignalProducer<Bool, Never>? = nil
    ) {
        record(.retryPlanned(after: delay, reason))
        guard let isOffline else { return wait(delay) { self.attempt() } }
        attempt(after: delay, orOnceNot: isOffline)
    }

    /// Ends the operation unless it has ended: with a result, a failure, or an interruption.
    func finish(_ end: Termination<Network.OperationError>, _ result: AcceptedResult? = nil) {
        guard let remains = takeRemains(for: .finishing, where: { $0 == .running }) else { return }
        remains.dispose()
        guard case .failed(let error) = end, let check = failureCheck(for: error) else {
            return conclude(end, result)
        }
        judge(error, check)
    }

    /// Ends the operation after all that could still change its end.
    func conclude(_ end: Termination<Network.OperationError>, _ result: AcceptedResult? = nil) {
        guard let remains = takeRemains(for: .over, where: { $0 == .finishing }) else { return }
        release(remains)
        logEnd(end)
        let mayBlock = !remains.isOnCallersThread
        let running = context.network.core.running
        guard let listing = remains.listing, !running.removeEarly(listing) else {
            if let result { return deliver(mayBlock: mayBlock, result.deliver) }
            return deliver(mayBlock: mayBlock && !end.isFailure) { self.receiver.deliver(end) }
        }
        deliver(mayBlock: mayBlock && !end.isFailure) {
            if let result { result.deliver() } else { self.receiver.deliver(end) }
            running.remove(listing)
        }
    }

    /// Runs `delivery` at the place where the consumer receives events.
    ///
    /// - Parameters:
    ///   - mayBlock: Whether user code may run on the current thread.
    ///   - delivery: The delivery.
    package func deliver(mayBlock: Bool = true, _ delivery: @escaping @Sendable () -> Void) {
        place.perform(mayBlock: mayBlock, for: context.refreshing, delivery)
    }

    /// Ends the operation because its consumer needs no more.
    package func dispose() {
        guard let remains = takeRemains(for: .over, where: { $0 != .over }) else { return }
        release(remains)
        unlist(remains)
        if remains.wasOpen { logEnd(.interrupted) }
    }

    package func cancel() -> Bool {
        guard let remains = takeRemains(for: .over, where: { $0 != .over }) else { return false }
        release(remains)
        unlist(remains)
        logEnd(.interrupted)
        return true
    }

    package func deliverInterruption() { deliver { self.receiver.deliver(.interrupted) } }

    package var isDisposed: Bool { state.withLock { $0.stage == .over } }

    /// A Boolean value that indicates whether the operation has begun and its end is not certain yet.
    var isRunning: Bool { state.withLock { $0.stage == .running } }

    private func release(_ remains: Remains) {
        remains.dispose()
        receiver.close()
        if remains.isCounted { context.network.activity.end() }
    }

    private func unlist(_ remains: Remains) {
        if let listing = remains.listing { context.network.core.running.remove(listing) }
    }

    private func open() -> Bool {
        state.withLock { state in
            guard state.stage == .unopened else { return false }
            state.stage = .running
            return true
        }
    }

    // Steps

    /// Begins a step, unless the operation is about to end.
    ///
    /// - Parameters:
    ///   - isLast: Whether the step belongs to the end of the operation.
    ///   - work: Begins the work of the step, and returns what cancels it. The work may end before it returns.
    func perform(isLast: Bool = false, _ work: (Step) -> (any Disposable)?) {
        let step = state.withLock { $0.stage == (isLast ? .finishing : .running) ? $0.next() : nil }
        guard let step else { return }
        keep(work(step), for: step)
    }

    /// Begins a step that is the start of a producer.
    func start<Value, Failure>(
        _ producer: SignalProducer<Value, Failure>,
        value: @escaping @Sendable (Value, Step) -> Void,
        terminate: @escaping @Sendable (Termination<Failure>, Step) -> Void
    ) {
        perform { step in
            producer.start(in: .awaited) {
                keep($0, for: step)
            } value: {
                value($0, step)
            } terminate: {
                terminate($0, step)
            }
            return nil
        }
    }

    /// Ends `step`, and begins the next one.
    func replace(_ step: Step, _ work: (Step) -> (any Disposable)?) {
        if leave(step) { perform(work) }
    }

    /// Ends a step; returns `false` if it is not the current one any more.
    func leave(_ step: Step) -> Bool { leave(step) { $0.dispose() } }

    /// Ends an exchange inside one of its events, so that it is over when another exchange takes its place; returns
    /// `false` if `step` is not the current one any more.
    func leaveExchange(_ step: Step) -> Bool { leave(step) { $0.endInsideEvent() } }

    private func leave(_ step: Step, _ end: (any Disposable) -> Void) -> Bool {
        let (isCurrent, work) = state.withLock { state -> (Bool, (any Disposable)?) in
            guard state.stage != .over, state.step == step else { return (false, nil) }
            _ = state.next()
            defer { state.work = nil }
            return (true, state.work)
        }
        if let work { end(work) }
        return isCurrent
    }

    /// Returns whether `step` is the current one, and the transforms of its response.
    func transforms(of step: Step) -> (isCurrent: Bool, ResponseTransforms?) {
        state.withLock { state in
            guard state.stage != .over, state.step == step else { return (false, nil) }
            return (true, state.course?.transforms)
        }
    }

    package func isCurrent(_ step: Step) -> Bool {
        state.withLock { $0.stage != .over && $0.step == step }
    }

    /// Runs `action` after a delay on the clock.
    func wait(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
        perform { step in
            context.clock.schedule(at: context.clock.now.advanced(by: max(delay, .zero))) {
                if self.leave(step) { action() }
            }
        }
    }

    func keep(_ work: (any Disposable)?, for step: Step) {
        guard let work else { return }
        let isOver = state.withLock { state in
            guard state.stage != .over, state.step == step else { return true }
            state.work = work
            return false
        }
        if isOver { work.dispose() }
    }

    private func takeRemains(for next: Stage, where isAllowed: (Stage) -> Bool) -> Remains? {
        state.withLock { state in
            guard isAllowed(state.stage) else { return nil }
            let remains = Remains(
                work: state.work,
                deadline: state.deadline,
                isCounted: state.isCounted,
                listing: next == .over ? state.listing : nil,
                wasOpen: state.stage != .unopened,
                isOnCallersThread: state.progress.thread == .caller
            )
            _ = state.next()
            state.stage = next
            state.work = nil
            state.deadline = nil
            if next == .over { state.isCounted = false }
            return remains
        }
    }

    /// Ends what concerns only the time until the head: the deadline, and the activity.
    ///
    /// - Parameter step: The step in which the head has arrived, if it has.
    /// - Returns: `false` if `step` is not the current one any more, or the operation is about to end.
    @discardableResult
    package func leaveConnecting(in step: Step? = nil) -> Bool {
        let remains = state.withLock { state -> Remains? in
            guard state.stage == .running, step == nil || state.step == step else { return nil }
            let remains = Remains(deadline: state.deadline, isCounted: state.isCounted)
            state.deadline = nil
            state.deadlineNumber += 1
            state.isCounted = false
            return remains
        }
        guard let remains else { return false }
        remains.dispose()
        if remains.isCounted { context.network.activity.end() }
        return true
    }

    /// Begins what concerns the time until the head, for another connection; returns `false` if the operation is over.
    func beginConnecting() -> Bool {
        let deadline = context.clock.now.advanced(by: context.limit)
        state.withLock { $0.renewedDeadline = deadline }
        guard count() else { return false }
        setDeadline()
        return true
    }

    /// Adds the operation to those that run; returns `false` if it is over.
    private func list() -> Bool {
        let running = context.network.core.running
        guard let listing = running.add(self) else {
            finish(.failed(Self.closed.naming("\(context.request)")))
            return false
        }
        let isRunning = state.withLock { state in
            guard state.stage == .running else { return false }
            state.listing = listing
            return true
        }
        if !isRunning { running.remove(listing) }
        return isRunning
    }

    /// The failure of what begins on a network that is drained.
    static let closed = Network.OperationError.requestFailure(
        error: TransportError(.closed, phase: .preparing, detail: "the network is drained")
    )

    /// Counts the operation as running; returns `false` if it is over.
    private func count() -> Bool {
        guard isRunning else { return false }
        context.network.activity.begin()
        let isRunning = state.withLock { state in
            state.isCounted = state.stage == .running
            return state.isCounted
        }
        if !isRunning { context.network.activity.end() }
        return isRunning
    }

    /// Limits everything that follows: when the deadline passes, the operation is canceled and fails with all that is
    /// known (N11).
    ///
    /// A result that arrives at the instant of the deadline is too late, because the deadline was scheduled first. A
    /// result that was accepted is final: the deadline cannot come between it and its completion (N2).
    private func setDeadline() {
        guard context.limit < SendOptions.unlimited else { return }
        let (deadline, number) = state.withLock { state in
            state.deadlineNumber += 1
            return (state.renewedDeadline, state.deadlineNumber)
        }
        let entry = context.clock.schedule(at: deadline ?? context.deadline) { self.passDeadline(number) }
        let isLate = state.withLock { state in
            guard state.stage == .running, state.deadlineNumber == number else { return true }
            state.deadline = entry
            return false
        }
        if isLate { entry?.dispose() }
    }

    /// Ends what is running, because the time is over, and then the operation, unless another connection follows.
    private func passDeadline(_ number: Int) {
        let error = timedOut
        let remains = state.withLock { state -> Remains? in
            guard state.stage == .running, state.deadlineNumber == number else { return nil }
            let remains = Remains(work: state.work, deadline: state.deadline)
            _ = state.next()
            state.work = nil
            state.deadline = nil
            return remains
        }
        guard let remains else { return }
        remains.dispose()
        guard let next = reconnection(after: AttemptFailure(error: error)) else {
            return finish(.failed(error))
        }
        reconnect(next)
    }

    private func reconnection(after failure: AttemptFailure?) -> Reconnection? {
        context.network.core.running.isDrained ? nil : receiver.reconnection(after: failure, of: self)
    }

    /// The time until the deadline.
    var remaining: Duration {
        context.clock.now.duration(to: state.withLock { $0.renewedDeadline } ?? context.deadline)
    }

    // State of the stages

    /// Reads and changes the progress.
    func progress<Result: Sendable>(_ body: (inout OperationProgress) -> Result) -> Result {
        state.withLock { body(&$0.progress) }
    }

    /// The course of the current exchange.
    var course: Course? { state.withLock { $0.course } }

    /// Sets the course of the next exchange. The previous one holds values of the user, which must not be released
    /// under the lock.
    func follow(_ course: Course) {
        _ = state.withLock { state in
            defer { state.course = course }
            return state.course
        }
    }
}

extension Termination {
    fileprivate var isFailure: Bool {
        if case .failed = self { true } else { false }
    }
}
