/// A property that says of every value it is asked to take whether it is valid, and takes it only if it is.
///
/// ```swift
/// let age = ValidatingProperty<Int, AgeError>(0) { proposed in
///     proposed < 0 ? .invalid(.negative) : proposed > 150 ? .coerced(150, .tooHigh) : .valid
/// }
/// age.value = -1              // age.value stays 0; age.result is .invalid(-1, .negative)
/// error <~ age.result.map { $0.error?.text }
/// ```
///
/// A value that is set is validated on the thread that sets it; then the value and ``result`` change in one step, and their
/// observers run. Where several threads, or a property it depends on, change things at the same time, a value may be
/// validated again: what stands in the end belongs together.
public final class ValidatingProperty<Value: Sendable, ValidationError: Error>: MutablePropertyProtocol {
    /// What became of the last value that was proposed. Sends a result for each proposal, equal ones included.
    public let result: Property<Result>

    private let inner: MutableProperty<Value>
    private let results: MutableProperty<Result>
    private let validate: @Sendable (Value) -> Decision
    private let ledger = Locked(Ledger())
    /// Whether a value that inner delivers was put there by this property. Belongs to inner's exclusion.
    private let isWritingBack = Guarded(false)
    private let observations = CompositeDisposable()

    /// What is known about changes that are under way.
    private struct Ledger: Sendable {
        /// Counts the results, so that a validation whose premises have changed is done again.
        var epoch = 0
        /// Values written back that inner has yet to deliver: what it delivers before is out of date.
        var undeliveredCount = 0
    }

    /// A property that validates what is set, and passes it on to `inner`, which it keeps alive.
    ///
    /// Values that are set on `inner` itself are validated too; they stay, whatever the result.
    ///
    /// - Parameters:
    ///   - inner: has the value.
    ///   - validator: decides on a value; may run on any thread, and must not set this property.
    @available(swift, introduced: 6)
    public convenience init(
        _ inner: MutableProperty<Value>,
        _ validator: @escaping @Sendable (Value) -> Decision
    ) {
        self.init(inner, revalidatingOn: .never, validator)
    }

    /// A property that starts with `initial`, which is validated too, but stays.
    @available(swift, introduced: 6)
    public convenience init(_ initial: Value, _ validator: @escaping @Sendable (Value) -> Decision) {
        self.init(MutableProperty(initial), validator)
    }

    /// A property whose validity depends on `other` too: when that changes, the last value that was proposed is tried again.
    ///
    /// `other` is not kept alive.
    @available(swift, introduced: 6)
    public convenience init<Other: PropertyProtocol>(
        _ inner: MutableProperty<Value>,
        with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        let other = Property(other)
        self.init(inner, revalidatingOn: other.signal.map { _ in }) { validator($0, other.value) }
    }

    /// A property that starts with `initial`, and whose validity depends on `other` too.
    @available(swift, introduced: 6)
    public convenience init<Other: PropertyProtocol>(
        _ initial: Value,
        with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        self.init(MutableProperty(initial), with: other, validator)
    }

    /// A property whose validity depends on the last value that was proposed to `other` too, valid or not.
    @available(swift, introduced: 6)
    public convenience init<Other: Sendable, OtherError>(
        _ inner: MutableProperty<Value>,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping @Sendable (Value, Other) -> Decision
    ) {
        self.init(inner, with: other.result) { validator($0, $1.proposed) }
    }

    /// A property that starts with `initial`, and whose validity depends on the last value that was proposed to `other` too.
    @available(swift, introduced: 6)
    public convenience init<Other: Sendable, OtherError>(
        _ initial: Value,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping @Sendable (Value, Other) -> Decision
    ) {
        self.init(MutableProperty(initial), with: other, validator)
    }

    private init(
        _ inner: MutableProperty<Value>,
        revalidatingOn changes: Signal<Void, Never>,
        _ validate: @escaping @Sendable (Value) -> Decision
    ) {
        let link = Locked(Link())
        let isWritingBack = isWritingBack
        // Observed before the first value is read, so that no change is missed.
        observations += inner.signal.observeValues { value in
            if !isWritingBack.state { link.withLock { $0.reach() }?.settle(writingBack: false) { value } }
        }
        observations += changes.observeValues {
            link.withLock { $0.reach() }?.revalidate()
        }
        self.inner = inner
        self.validate = validate
        let initial = inner.value
        results = MutableProperty(Result(initial, validate(initial)))
        result = Property(capturing: results)
        if link.withLock({ $0.join(self) }) { settle(writingBack: false) { inner.value } }
    }

    deinit { observations.dispose() }

    /// The last value that was valid, or was coerced to one; what is set on the inner property counts as well. Setting it
    /// proposes a value.
    public var value: Value {
        get { inner.value }
        set { settle(writingBack: true) { newValue } }
    }

    public var producer: SignalProducer<Value, Never> { inner.producer }

    public var signal: Signal<Value, Never> { inner.signal }

    /// The lifetime of the inner property.
    public var lifetime: Lifetime { inner.lifetime }

    private func revalidate() {
        settle(writingBack: true) { [results] in results.value.proposed }
    }

    /// Validates until nothing has changed meanwhile, then makes the result known.
    private func settle(writingBack: Bool, _ proposal: () -> Value) {
        while true {
            let epoch = ledger.withLock { $0.epoch }
            let proposed = proposal()
            let result = Result(proposed, validate(proposed))
            if commit(result, writingBack: writingBack, at: epoch) { return }
        }
    }

    /// - Returns: false if the result is out of date.
    private func commit(_ result: Result, writingBack: Bool, at epoch: Int) -> Bool {
        let value = writingBack ? result.value : nil
        let publish: @Sendable () -> Void = { [box = results.box] in box.core.send(result) }
        let write: @Sendable () -> Void = { [box = inner.box, isWritingBack, ledger] in
            guard let value else { return }
            isWritingBack.state = true
            box.core.send(value)
            isWritingBack.state = false
            ledger.withLock { $0.undeliveredCount -= 1 }
        }
        let turns = ledger.withLock { ledger -> Turns? in
            guard ledger.epoch == epoch else { return nil }
            // Something newer was written back, and is on its way.
            guard writingBack || ledger.undeliveredCount == 0 else { return Turns() }
            ledger.epoch += 1
            var turns = Turns(publish: results.box.stage(result, publish))
            if let value {
                ledger.undeliveredCount += 1
                turns.write = inner.box.stage(value, write)
            }
            return turns
        }
        guard let turns else { return false }
        if let turn = turns.publish { results.box.core.run.perform(turn, publish) }
        if let turn = turns.write { inner.box.core.run.perform(turn, write) }
        return true
    }

    private struct Turns: Sendable {
        var publish: Run.Turn?
        var write: Run.Turn?
    }

    /// How observers reach the property, which they do not keep alive.
    private struct Link: Sendable {
        private weak var property: ValidatingProperty?
        private var hasMissed = false

        mutating func reach() -> ValidatingProperty? {
            if property == nil { hasMissed = true }
            return property
        }

        /// - Returns: whether something changed before.
        mutating func join(_ new: ValidatingProperty) -> Bool {
            property = new
            return hasMissed
        }
    }
}
