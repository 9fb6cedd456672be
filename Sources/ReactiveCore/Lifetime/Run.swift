import Synchronization

/// One run of a chain, from the source at its head to the consumer at its end, within which events never overlap.
///
/// A run is four things that must change together, and so are one object:
/// - the **exclusion**: whoever holds it delivers; what arrives meanwhile, from another thread or from inside an
///   observer, is queued and delivered by the holder, in order. Nobody ever waits, so nothing can deadlock.
/// - the **end**: the first terminal event wins, and nothing follows it.
/// - the **interruption**: `dispose()` makes the head send `interrupted`, after the value being delivered.
/// - the **resources**, disposed of after the terminal event was delivered (R9).
///
/// The uncontended cost of a value is one compare-and-swap in and one out. Stateless operators hand the run through;
/// operators that join several inputs, or that change threads, begin a new one.
@usableFromInline
final class Run: Disposable, Sendable {
    /// The bits of ``state``. Zero is "open and idle", so that entering is one compare-and-swap from zero.
    @usableFromInline
    enum Flag {
        /// Somebody delivers events, or has the right to.
        @usableFromInline static let busy: UInt32 = 1
        /// The mailbox is not empty.
        @usableFromInline static let mail: UInt32 = 2
        /// A termination was accepted: later values are dropped.
        @usableFromInline static let closing: UInt32 = 4
        /// The consumer wants no more.
        @usableFromInline static let cancelled: UInt32 = 8
        /// The termination was delivered.
        @usableFromInline static let ended: UInt32 = 16
        /// The head has not opened the run yet.
        @usableFromInline static let unopened: UInt32 = 32
    }

    private struct Slow: Sendable {
        var mailbox = Deque<@Sendable () -> Void>()
        var exclusion: Run?
        var untilEnd = UntilEnd()
    }

    /// What goes with the end. It leaves the lock as a whole: a closure alone would be wrapped on its way out.
    private struct UntilEnd: Sendable {
        var interrupt: (@Sendable () -> Void)?
        var cancel: (@Sendable () -> Void)?
        var resources = Bag<any Disposable>()
        /// The input that the start handler was given: it must not be released while somebody can still interrupt it.
        var input: (any AnyObject & Sendable)?
    }

    @usableFromInline let state = Synchronization.Atomic<UInt32>(Flag.unopened)
    /// Whether something was ever left to be done at the end: most runs end without, and then need no lock for it.
    private let hasDuties = Synchronization.Atomic<Bool>(false)
    private let slow = InlineLocked(Slow())
    /// The kind of consumer that the events are for.
    @usableFromInline let context: StartContext

    @usableFromInline
    init(for context: StartContext = .observed) {
        self.context = context
    }

    // The head's side

    /// Opens the run for events from any thread.
    ///
    /// - Parameters:
    ///   - exclusion: the run of a hot source whose exclusion already covers every event of this one.
    ///   - cancel: runs on ``dispose()`` in place of an interruption on the spot, and must see to it that
    ///     ``interrupt()`` is called where `interrupted` has to be delivered.
    ///   - interrupt: sends `interrupted` down the chain; called inside the exclusion, at most once.
    /// - Returns: false if the run was disposed of before it began; it has then been interrupted, and the head
    ///   must not start anything.
    @usableFromInline
    func open(
        sharing exclusion: Run? = nil,
        cancel: (@Sendable () -> Void)? = nil,
        interrupt: (@Sendable () -> Void)?
    ) -> Bool {
        hasDuties.store(true, ordering: .sequentiallyConsistent)
        slow.withLock {
            $0.untilEnd.interrupt = interrupt
            $0.untilEnd.cancel = cancel
            $0.exclusion = exclusion
        }
        let before = state.bitwiseAnd(~Flag.unopened, ordering: .acquiringAndReleasing).oldValue
        guard before & Flag.cancelled != 0 else { return true }
        cancelNow()
        return false
    }

    /// Opens the run and enters its exclusion in one step, for a head that sends everything before it returns.
    ///
    /// - Returns: false if the run was disposed of before it began; `sink` has then been interrupted.
    @inlinable
    func openEntered<Value, Failure>(for sink: Sink<Value, Failure>) -> Bool {
        if state.compareExchange(
            expected: Flag.unopened,
            desired: Flag.busy,
            successOrdering: .acquiring,
            failureOrdering: .relaxed
        ).exchanged {
            return true
        }
        _ = open { sink.terminate(.interrupted) }
        return false
    }

    /// Delivers the end of a head that used ``openEntered(for:)``, or its interruption, and leaves the exclusion.
    @inlinable
    func leave<Value, Failure>(
        terminating sink: Sink<Value, Failure>,
        with termination: Termination<Failure>
    ) {
        let before = state.bitwiseOr(Flag.closing, ordering: .acquiringAndReleasing).oldValue
        if before & Flag.cancelled != 0, before & Flag.ended == 0 {
            sink.terminate(.interrupted)
        } else if before & Flag.closing == 0 {
            sink.terminate(termination)
        }
        end()
        leaveSlowly()
    }

    /// Enters the exclusion if the run is open, idle and not about to end.
    @inlinable
    func enter() -> Bool {
        state.compareExchange(
            expected: 0,
            desired: Flag.busy,
            successOrdering: .acquiring,
            failureOrdering: .relaxed
        ).exchanged
    }

    /// Leaves the exclusion, after delivering what has arrived meanwhile.
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
        leaveSlowly()
    }

    /// Whether values are of no use any more: the run is ending, has ended, or was disposed of.
    @inlinable
    var isStopped: Bool {
        state.load(ordering: .relaxed) & (Flag.closing | Flag.cancelled | Flag.ended) != 0
    }

    /// Whether the consumer disposed of this run before it ended by itself.
    @inlinable
    var isCancelled: Bool {
        state.load(ordering: .acquiring) & Flag.cancelled != 0
    }

    /// Whether the run's resources have been given back.
    @inlinable
    var isEnded: Bool {
        state.load(ordering: .acquiring) & Flag.ended != 0
    }

    /// Sends a value down the chain, now or, if the exclusion is taken, after what is being delivered.
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

    /// Ends the chain, now or after what is being delivered; only the first termination of a run counts.
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
            leaveSlowly()
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

    /// Ends the chain from inside the exclusion: what an operator does that has seen enough. It precedes a termination
    /// that is on its way from the source; a stage that calls it drops what still comes once the run has ended.
    @inlinable
    func finish<Value, Failure>(_ sink: Sink<Value, Failure>, with termination: Termination<Failure>) {
        let before = state.bitwiseOr(Flag.closing, ordering: .acquiringAndReleasing).oldValue
        guard before & Flag.ended == 0 else { return }
        sink.terminate(before & Flag.cancelled != 0 ? .interrupted : termination)
        end()
    }

    /// Sends what an operator kept back until the end, and then the end: from inside a stage's `terminate`. A later stage
    /// or the consumer may want no more in between.
    @inlinable
    func flush<Value, Failure>(
        _ values: some Sequence<Value>,
        to sink: Sink<Value, Failure>,
        then termination: Termination<Failure>
    ) {
        for value in values where !isCancelled && !isEnded { sink.value(value) }
        if !isEnded { sink.terminate(isCancelled ? .interrupted : termination) }
    }

    /// Runs `action` inside the exclusion: at once if it is free, else after what is being delivered.
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
    /// - Returns: whether the caller now holds the exclusion, and must call ``drain()`` once it holds no lock.
    func submit(_ action: @escaping @Sendable () -> Void) -> Bool {
        slow.withLock {
            $0.mailbox.append(action)
            state.bitwiseOr(Flag.mail, ordering: .acquiringAndReleasing)
        }
        return acquireIfIdle()
    }

    /// Delivers what is queued, and leaves the exclusion.
    @usableFromInline
    func drain() { leaveSlowly() }

    // The consumer's side

    /// Whether ``dispose()`` was called, or the run has ended by itself.
    @usableFromInline
    var isDisposed: Bool {
        state.load(ordering: .acquiring) & (Flag.cancelled | Flag.ended) != 0
    }

    /// Interrupts the run: `interrupted` follows the value being delivered, if any, then the resources go.
    @usableFromInline
    func dispose() {
        let before = state.bitwiseOr(Flag.cancelled, ordering: .acquiringAndReleasing).oldValue
        guard before & (Flag.cancelled | Flag.ended | Flag.unopened) == 0 else { return }
        cancelNow(isClosing: before & Flag.closing != 0)
    }

    /// - Parameter isClosing: whether a termination is on its way. Whoever delivers it is where `interrupted` belongs, and sends
    ///   that in its place if it is not too late.
    private func cancelNow(isClosing: Bool = false) {
        guard let cancel = slow.withLock({ $0.untilEnd }).cancel else { return interrupt() }
        if !isClosing { cancel() }
    }

    /// Delivers the interruption of a run that was disposed of: now, or after what is being delivered.
    @usableFromInline
    func interrupt() {
        if let exclusion = slow.withLock({ $0.exclusion }) {
            exclusion.post { self.interruptNow() }
        } else if acquireIfIdle() {
            leaveSlowly()
        }
    }

    // Resources

    /// Adds something to dispose of after the end; disposes of it at once if that has passed.
    ///
    /// - Returns: a disposable that takes it out again, or `nil` if there is nothing to take out.
    @discardableResult
    @usableFromInline
    func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
        guard let disposable else { return nil }
        hasDuties.store(true, ordering: .sequentiallyConsistent)
        let token = slow.withLock { slow -> Bag<any Disposable>.Token? in
            hasEndedNow ? nil : slow.untilEnd.resources.insert(disposable)
        }
        guard let token else {
            disposable.dispose()
            return nil
        }
        return AnyDisposable { [weak self] in
            self?.slow.withLock { _ = $0.untilEnd.resources.remove(using: token) }
        }
    }

    /// Adds something to dispose of after the end, for good.
    @usableFromInline
    func adopt(_ disposable: any Disposable) {
        hasDuties.store(true, ordering: .sequentiallyConsistent)
        let isTooLate = slow.withLock { slow in
            let hasEnded = hasEndedNow
            if !hasEnded { _ = slow.untilEnd.resources.insert(disposable) }
            return hasEnded
        }
        if isTooLate { disposable.dispose() }
    }

    /// Keeps the input of a start handler until the end, or until ``letGo()``.
    @usableFromInline
    func hold(_ input: any AnyObject & Sendable) {
        slow.withLock { if !hasEndedNow { $0.untilEnd.input = input } }
    }

    /// Whether ``hold(_:)`` was called, and neither the end nor ``letGo()`` followed.
    @usableFromInline
    var holdsInput: Bool {
        !isEnded && slow.withLock { $0.untilEnd.input != nil }
    }

    /// Releases what ``hold(_:)`` kept: outside the lock, because that may interrupt the run.
    func letGo() {
        _ = slow.withLock { slow in
            defer { slow.untilEnd.input = nil }
            return slow.untilEnd
        }
    }

    /// Gives the resources back, without an event. The termination, if there is one, was delivered before.
    @usableFromInline
    func end() {
        let before = state.bitwiseOr(Flag.ended | Flag.closing, ordering: .sequentiallyConsistent).oldValue
        guard before & Flag.ended == 0 else { return }
        // What is added at this moment is seen here, or sees the end there.
        guard hasDuties.load(ordering: .sequentiallyConsistent) else { return }
        // The closures are released outside the lock: they may own the last reference to a chain whose own end runs
        // user code.
        let spent = slow.withLock { slow in
            var spent = UntilEnd()
            swap(&spent, &slow.untilEnd)
            return spent
        }
        for slot in spent.resources.slots { slot.element?.dispose() }
    }

    private var hasEndedNow: Bool { state.load(ordering: .sequentiallyConsistent) & Flag.ended != 0 }

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

    @usableFromInline
    func leaveSlowly() {
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

    /// The run whose exclusion covers the events of this one: itself, unless it hangs on a hot source.
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
            defer { slow.untilEnd.interrupt = nil }
            return slow.untilEnd
        }.interrupt?()
        end()
    }
}
