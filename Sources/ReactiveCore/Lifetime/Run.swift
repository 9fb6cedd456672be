import Synchronization

/// One run of a chain, from the source at its head to the consumer at its end, within which events never overlap.
///
/// A run combines four things in one object because they must change together:
/// - The **exclusion**: its holder delivers events. Events that arrive meanwhile, from another thread or from inside an
///   observer, are queued and delivered by the holder, in order. No thread waits for another, so nothing can deadlock.
/// - The **end**: the first terminal event wins, and nothing follows it.
/// - The **interruption**: `dispose()` makes the head send `interrupted` after the value being delivered.
/// - The **resources**, which are disposed of after the terminal event was delivered (R9).
///
/// Without contention, a value costs one compare-and-swap to enter and one to leave. Stateless operators pass the run
/// through; operators that join several inputs or change threads begin a new one.
@usableFromInline
final class Run: Disposable, Sendable {
    /// The bits of ``state``. Zero means "open and idle", so that entering is one compare-and-swap from zero.
    @usableFromInline
    enum Flag {
        /// A thread is delivering events or has the right to.
        @usableFromInline static let busy: UInt32 = 1
        /// The mailbox is not empty.
        @usableFromInline static let mail: UInt32 = 2
        /// A termination was accepted; later values are dropped.
        @usableFromInline static let closing: UInt32 = 4
        /// The consumer has disposed of the run.
        @usableFromInline static let cancelled: UInt32 = 8
        /// The termination was delivered.
        @usableFromInline static let ended: UInt32 = 16
        /// The head has not opened the run yet.
        @usableFromInline static let unopened: UInt32 = 32
    }

    struct Slow: Sendable {
        var mailbox = Deque<@Sendable () -> Void>()
        var exclusion: Run?
        var teardown = Teardown()
    }

    /// The state that is released at the end. It leaves the lock as a whole, because a closure on its own would be
    /// wrapped on its way out.
    struct Teardown: Sendable {
        var interrupt: (@Sendable () -> Void)?
        var cancel: (@Sendable () -> Void)?
        var resources = Bag<any Disposable>()
        /// The input of the start handler. It must not be released while the run can still be interrupted through the
        /// handle.
        var input: (any AnyObject & Sendable)?
    }

    @usableFromInline let state = Atomic<UInt32>(Flag.unopened)
    /// Indicates whether any teardown work was registered. Most runs have none and can end without taking the lock.
    @usableFromInline let hasTeardown = Atomic<Bool>(false)
    let slow = InlineLocked(Slow())
    /// The kind of consumer that receives the events.
    @usableFromInline let context: StartContext
    /// The demand of the consumer, or `nil` if it takes everything.
    let demand: Demand?

    @usableFromInline
    convenience init(for context: StartContext = .observed) { self.init(for: context, with: nil) }

    init(for context: StartContext, with demand: Demand?) {
        self.context = context
        self.demand = demand
    }

    // The head's side

    /// Opens the run for events from any thread.
    ///
    /// - Parameters:
    ///   - exclusion: The run of a hot source whose exclusion already covers every event of this run.
    ///   - cancel: Runs on ``dispose()`` instead of an immediate interruption. It must ensure that ``interrupt()`` is
    ///     called where `interrupted` is to be delivered.
    ///   - interrupt: Sends `interrupted` down the chain. Called inside the exclusion, at most once.
    /// - Returns: `false` if the run was disposed of before it began. The run has been interrupted, and the head must
    ///   not start anything.
    @usableFromInline
    func open(
        sharing exclusion: Run? = nil,
        cancel: (@Sendable () -> Void)? = nil,
        interrupt: (@Sendable () -> Void)?
    ) -> Bool {
        hasTeardown.store(true, ordering: .sequentiallyConsistent)
        slow.withLock {
            $0.teardown.interrupt = interrupt
            $0.teardown.cancel = cancel
            $0.exclusion = exclusion
        }
        let before = state.bitwiseAnd(~Flag.unopened, ordering: .acquiringAndReleasing).oldValue
        guard before & Flag.cancelled != 0 else { return true }
        cancelNow()
        return false
    }

    /// Runs a head that sends everything before it returns: opens the run, enters its exclusion, and delivers the end.
    ///
    /// Nothing here stores `sink`. Where a whole chain is inlined, it needs no memory of its own.
    ///
    /// - Parameters:
    ///   - sink: The destination of the end.
    ///   - events: Sends the values, and returns the end. It is not called if the run was disposed of before it began.
    @inlinable
    func send<Value, Failure>(to sink: Sink<Value, Failure>, _ events: () -> Termination<Failure>) {
        let termination: Termination<Failure> = openEntered() ? events() : .interrupted
        let before = state.bitwiseOr(Flag.closing, ordering: .acquiringAndReleasing).oldValue
        if before & Flag.cancelled != 0, before & Flag.ended == 0 {
            sink.terminate(.interrupted)
        } else if before & Flag.closing == 0 {
            sink.terminate(termination)
        }
        endAndLeave()
    }

    /// Opens the run and enters its exclusion in one step.
    ///
    /// - Returns: `false` if the run was disposed of before it began.
    @inlinable
    func openEntered() -> Bool {
        if state.compareExchange(
            expected: Flag.unopened,
            desired: Flag.busy,
            successOrdering: .acquiring,
            failureOrdering: .relaxed
        ).exchanged {
            return true
        }
        // Nobody else enters a run that is not open, so that this takes the exclusion.
        state.bitwiseXor(Flag.unopened | Flag.busy, ordering: .acquiringAndReleasing)
        return false
    }

    /// Ends the run and leaves its exclusion, in one step if nothing is left to be done.
    @inlinable
    func endAndLeave() {
        if !hasTeardown.load(ordering: .sequentiallyConsistent),
            state.compareExchange(
                expected: Flag.busy | Flag.closing,
                desired: Flag.closing | Flag.ended,
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .relaxed
            ).exchanged
        {
            tearDown()
        } else {
            end()
            drain()
        }
    }

    /// Enters the exclusion if the run is open, idle, and not about to end.
    @inlinable
    func enter() -> Bool {
        state.compareExchange(
            expected: 0,
            desired: Flag.busy,
            successOrdering: .acquiring,
            failureOrdering: .relaxed
        ).exchanged
    }

    /// Leaves the exclusion after delivering the events that arrived meanwhile.
    @inlinable
    func leave() {
        if state.compareExchange(
            expected: Flag.busy,
            desired: 0,
            successOrdering: .releasing,
            failureOrdering: .relaxed
        ).exchanged {
            return
        }
        drain()
    }

    /// A Boolean value that indicates whether values are no longer needed: the run is ending, has ended, or was
    /// disposed of.
    @inlinable
    var isStopped: Bool {
        state.load(ordering: .relaxed) & (Flag.closing | Flag.cancelled | Flag.ended) != 0
    }

    /// A Boolean value that indicates whether the consumer disposed of the run before it ended by itself.
    @inlinable
    var isCancelled: Bool {
        state.load(ordering: .acquiring) & Flag.cancelled != 0
    }

    /// A Boolean value that indicates whether the run has ended and released its resources.
    @inlinable
    var isEnded: Bool {
        state.load(ordering: .acquiring) & Flag.ended != 0
    }

    /// Sends a value down the chain: immediately, or after the current delivery if the exclusion is taken.
    @inlinable
    func send<Value, Failure>(_ value: Value, to sink: Sink<Value, Failure>) {
        if enter() {
            sink.value(value)
            leave()
        } else {
            queue(value, for: sink)
        }
    }

    @usableFromInline
    func queue<Value, Failure>(_ value: Value, for sink: Sink<Value, Failure>) {
        guard !isStopped else { return }
        post { [self] in
            guard state.load(ordering: .relaxed) & (Flag.cancelled | Flag.ended) == 0 else { return }
            sink.value(value)
        }
    }

    /// Ends the chain: immediately, or after the current delivery. Only the first termination of a run counts.
    @inlinable
    func terminate<Value, Failure>(_ sink: Sink<Value, Failure>, with termination: Termination<Failure>) {
        let before = state.bitwiseOr(Flag.closing, ordering: .acquiringAndReleasing).oldValue
        guard before & (Flag.closing | Flag.ended) == 0 else { return }
        if state.compareExchange(
            expected: Flag.closing,
            desired: Flag.closing | Flag.busy,
            successOrdering: .acquiring,
            failureOrdering: .relaxed
        ).exchanged {
            sink.terminate(termination)
            end()
            drain()
        } else {
            queue(termination, for: sink)
        }
    }

    @usableFromInline
    func queue<Value, Failure>(_ termination: Termination<Failure>, for sink: Sink<Value, Failure>) {
        post { [self] in
            guard !isEnded else { return }
            sink.terminate(termination)
            end()
        }
    }

    /// Ends the chain from inside the exclusion, for an operator that completes or fails by itself. The end precedes a
    /// termination that is on its way from the source. A stage that calls this method drops later events once the run
    /// has ended.
    @inlinable
    func finish<Value, Failure>(_ sink: Sink<Value, Failure>, with termination: Termination<Failure>) {
        let before = state.bitwiseOr(Flag.closing, ordering: .acquiringAndReleasing).oldValue
        guard before & Flag.ended == 0 else { return }
        sink.terminate(before & Flag.cancelled != 0 ? .interrupted : termination)
        end()
    }

    /// Sends the values that an operator kept until the end, and then the end itself. Call it from a stage's
    /// `terminate`. A later stage or the consumer may stop the stream in between.
    @inlinable
    func flush<Value, Failure>(
        _ values: some Sequence<Value>,
        to sink: Sink<Value, Failure>,
        then termination: Termination<Failure>
    ) {
        for value in values where !isCancelled && !isEnded { sink.value(value) }
        if !isEnded { sink.terminate(isCancelled ? .interrupted : termination) }
    }

    /// Runs `action` inside the exclusion: immediately if it is free, otherwise after the current delivery.
    @usableFromInline
    func post(_ action: @escaping @Sendable () -> Void) {
        if enter() {
            action()
            leave()
        } else if submit(action) {
            drain()
        }
    }

    /// Queues `action` for the exclusion.
    ///
    /// - Returns: `true` if the caller now holds the exclusion and must call ``drain()`` after releasing all locks.
    func submit(_ action: @escaping @Sendable () -> Void) -> Bool {
        slow.withLock {
            $0.mailbox.append(action)
            state.bitwiseOr(Flag.mail, ordering: .acquiringAndReleasing)
        }
        return acquireIfIdle()
    }

    // The consumer's side

    /// A Boolean value that indicates whether ``dispose()`` was called or the run has ended by itself.
    @usableFromInline
    var isDisposed: Bool {
        state.load(ordering: .acquiring) & (Flag.cancelled | Flag.ended) != 0
    }

    /// Interrupts the run: `interrupted` follows the value being delivered, if any; then the resources are released.
    @usableFromInline
    func dispose() {
        let before = state.bitwiseOr(Flag.cancelled, ordering: .acquiringAndReleasing).oldValue
        guard before & (Flag.cancelled | Flag.ended | Flag.unopened) == 0 else { return }
        cancelNow(isClosing: before & Flag.closing != 0)
    }

    /// - Parameter isClosing: Whether a termination is on its way. The thread that delivers it sends `interrupted` in
    ///   its place if it is not too late.
    private func cancelNow(isClosing: Bool = false) {
        guard let cancel = slow.withLock({ $0.teardown }).cancel else { return interrupt() }
        if !isClosing { cancel() }
    }

    /// Delivers the interruption of a run that was disposed of: immediately, or after the current delivery.
    @usableFromInline
    func interrupt() {
        if let exclusion = slow.withLock({ $0.exclusion }) {
            exclusion.post { self.interruptNow() }
        } else if acquireIfIdle() {
            drain()
        }
    }

    // Resources

    /// Adds a disposable to dispose of after the end, or disposes of it at once if the run has ended.
    ///
    /// - Returns: A disposable that removes it again, or `nil` if there is nothing to remove.
    @discardableResult
    @usableFromInline
    func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
        guard let disposable, let token = adopt(disposable) else { return nil }
        return AnyDisposable { [weak self] in
            // Release the disposable outside the lock: its deinitializer may be user code.
            _ = self?.slow.withLock { $0.teardown.resources.remove(using: token) }
        }
    }

    /// Adds a disposable to dispose of after the end, or disposes of it at once if the run has ended.
    ///
    /// - Returns: The token that identifies it among the resources, or `nil` if the run has ended.
    @discardableResult
    @usableFromInline
    func adopt(_ disposable: any Disposable) -> Bag<any Disposable>.Token? {
        hasTeardown.store(true, ordering: .sequentiallyConsistent)
        let token = slow.withLock { hasEndedNow ? nil : $0.teardown.resources.insert(disposable) }
        if token == nil { disposable.dispose() }
        return token
    }

    /// Keeps the input of a start handler until the end, or until ``releaseInput()``.
    @usableFromInline
    func retainInput(_ input: any AnyObject & Sendable) {
        slow.withLock { if !hasEndedNow { $0.teardown.input = input } }
    }

    /// A Boolean value that indicates whether the run keeps the input of a start handler.
    @inlinable
    var retainsInput: Bool { !isEnded && hasInput }

    @usableFromInline var hasInput: Bool { slow.withLock { $0.teardown.input != nil } }

    /// Releases the input that ``retainInput(_:)`` kept. Outside the lock, because the release may interrupt the run.
    @usableFromInline
    func releaseInput() {
        _ = slow.withLock { slow in
            defer { slow.teardown.input = nil }
            return slow.teardown
        }
    }

    /// Releases the resources without sending an event. The termination, if there is one, was delivered before.
    @usableFromInline
    func end() {
        let before = state.bitwiseOr(Flag.ended | Flag.closing, ordering: .sequentiallyConsistent).oldValue
        if before & Flag.ended == 0 { tearDown() }
    }

    /// Releases the resources of a run that has just ended.
    @inlinable
    func tearDown() {
        // A concurrent addition is either seen here or sees the end there.
        if hasTeardown.load(ordering: .sequentiallyConsistent) { releaseResources() }
    }

    @usableFromInline
    func releaseResources() {
        // Release the closures outside the lock: they may hold the last reference to a chain whose own end runs user
        // code.
        let spent = slow.withLock { slow in
            var spent = Teardown()
            swap(&spent, &slow.teardown)
            return spent
        }
        for slot in spent.resources.slots { slot.element?.dispose() }
    }

    var hasEndedNow: Bool { state.load(ordering: .sequentiallyConsistent) & Flag.ended != 0 }

    // The slow paths

    private func acquireIfIdle() -> Bool {
        var current = state.load(ordering: .relaxed)
        while current & Flag.busy == 0 {
            let (exchanged, original) = state.compareExchange(
                expected: current,
                desired: current | Flag.busy,
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .relaxed
            )
            if exchanged { return true }
            current = original
        }
        return false
    }

    /// Delivers the queued actions and leaves the exclusion.
    @usableFromInline
    func drain() {
        while true {
            let current = state.load(ordering: .acquiring)
            if current & (Flag.cancelled | Flag.ended | Flag.unopened) == Flag.cancelled, hasOwnExclusion {
                interruptNow()
            } else if current & Flag.mail != 0 {
                nextMail()?()
            } else if state.compareExchange(
                expected: current,
                desired: current & ~Flag.busy,
                ordering: .acquiringAndReleasing
            ).exchanged {
                return
            }
        }
    }

    private var hasOwnExclusion: Bool { slow.withLock { $0.exclusion == nil } }

    /// The run whose exclusion covers the events of this one: the run of its hot source, if it has one, otherwise
    /// itself.
    var exclusion: Run { slow.withLock { $0.exclusion } ?? self }

    private func nextMail() -> (@Sendable () -> Void)? {
        slow.withLock { slow in
            let action = slow.mailbox.popFirst()
            if slow.mailbox.isEmpty {
                state.bitwiseAnd(~Flag.mail, ordering: .acquiringAndReleasing)
            }
            return action
        }
    }

    func interruptNow() {
        guard !isEnded else { return }
        state.bitwiseOr(Flag.closing, ordering: .acquiringAndReleasing)
        slow.withLock { slow in
            defer { slow.teardown.interrupt = nil }
            return slow.teardown
        }.interrupt?()
        end()
    }
}

extension Run: Confinement {
    /// A Boolean value that indicates whether somebody delivers events of this run at this moment.
    @usableFromInline
    package var isHeld: Bool { exclusion.state.load(ordering: .relaxed) & Flag.busy != 0 }
}
