/// A property that validates proposed values and accepts only valid ones.
///
/// ```swift
/// let age = ValidatingProperty<Int, AgeError>(0) { proposed in
///     proposed < 0 ? .invalid(.negative) : proposed > 150 ? .coerced(150, .tooHigh) : .valid
/// }
/// age.value = -1              // age.value stays 0; age.result is .invalid(-1, .negative)
/// error <~ age.result.map { $0.error?.text }
/// ```
///
/// Setting a value validates it on the calling thread. The value and ``result`` then change as one step, and their
/// observers run. If several threads, or a property that the validator depends on, make changes at the same time, a
/// value may be validated again, so that the final value and result always belong together.
public final class ValidatingProperty<Value: Sendable, ValidationError: Error>: MutablePropertyProtocol {
    /// The result of the last proposed value.
    ///
    /// The property sends a result for each proposal, even if it is equal to the previous one.
    public let result: Property<Result>

    private let inner: MutableProperty<Value>
    private let results: MutableProperty<Result>
    private let validate: @Sendable (Value) -> Decision
    private let ledger = Locked(Ledger())
    /// Indicates whether the value that `inner` delivers was set by this property. Belongs to `inner`'s exclusion.
    private let isWritingBack: Confined<Bool>
    private let observations = CompositeDisposable()

    /// The bookkeeping of concurrent changes.
    private struct Ledger: Sendable {
        /// The number of results so far. A validation whose epoch is out of date is repeated.
        var epoch = 0
        /// The number of values written back that `inner` has yet to deliver. Everything that it delivers before is out
        /// of date.
        var undeliveredCount = 0
    }

    /// Creates a property that validates proposed values and passes them on to another property.
    ///
    /// Values that are set directly on `inner` are validated too, but stay in place regardless of the result.
    ///
    /// - Parameters:
    ///   - inner: The property that stores the value. The new property keeps it alive.
    ///   - validator: A closure that decides on a value. It may run on any thread and must not set this property.
    @_disfavoredOverload
    public convenience init(
        _ inner: MutableProperty<Value>,
        _ validator: @escaping @Sendable (Value) -> Decision
    ) {
        self.init(inner, revalidatingOn: .never, validator)
    }

    /// Creates a property with an initial value, which is validated but stays in place regardless of the result.
    ///
    /// - Parameters:
    ///   - initial: The initial value.
    ///   - validator: A closure that decides on a value. It may run on any thread and must not set this property.
    @_disfavoredOverload
    public convenience init(_ initial: Value, _ validator: @escaping @Sendable (Value) -> Decision) {
        self.init(MutableProperty(initial), validator)
    }

    /// Creates a property whose validation also depends on another property.
    ///
    /// When `other` changes, the last proposed value is validated again.
    ///
    /// - Parameters:
    ///   - inner: The property that stores the value. The new property keeps it alive.
    ///   - other: The property that the validation depends on. It is not kept alive.
    ///   - validator: A closure that decides on a value, given the value of `other`. It may run on any thread and must
    ///     not set this property.
    @_disfavoredOverload
    public convenience init<Other: PropertyProtocol>(
        _ inner: MutableProperty<Value>,
        with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        let other = Property(other)
        self.init(inner, revalidatingOn: other.signal.map { _ in }) { validator($0, other.value) }
    }

    /// Creates a property with an initial value whose validation also depends on another property.
    ///
    /// When `other` changes, the last proposed value is validated again.
    ///
    /// - Parameters:
    ///   - initial: The initial value. It is validated but stays in place regardless of the result.
    ///   - other: The property that the validation depends on. It is not kept alive.
    ///   - validator: A closure that decides on a value, given the value of `other`. It may run on any thread and must
    ///     not set this property.
    @_disfavoredOverload
    public convenience init<Other: PropertyProtocol>(
        _ initial: Value,
        with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        self.init(MutableProperty(initial), with: other, validator)
    }

    /// Creates a property whose validation also depends on the last value proposed to another validating property.
    ///
    /// The proposed value of `other` is used whether or not it was valid. When it changes, the last value proposed to
    /// this property is validated again.
    ///
    /// - Parameters:
    ///   - inner: The property that stores the value. The new property keeps it alive.
    ///   - other: The validating property that the validation depends on. It is not kept alive.
    ///   - validator: A closure that decides on a value, given the value proposed to `other`. It may run on any thread
    ///     and must not set this property.
    @_disfavoredOverload
    public convenience init<Other: Sendable, OtherError>(
        _ inner: MutableProperty<Value>,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping @Sendable (Value, Other) -> Decision
    ) {
        self.init(inner, with: other.result) { validator($0, $1.proposed) }
    }

    /// Creates a property with an initial value whose validation also depends on the last value proposed to another
    /// validating property.
    ///
    /// The proposed value of `other` is used whether or not it was valid. When it changes, the last value proposed to
    /// this property is validated again.
    ///
    /// - Parameters:
    ///   - initial: The initial value. It is validated but stays in place regardless of the result.
    ///   - other: The validating property that the validation depends on. It is not kept alive.
    ///   - validator: A closure that decides on a value, given the value proposed to `other`. It may run on any thread
    ///     and must not set this property.
    @_disfavoredOverload
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
        let isWritingBack = Confined(false, to: inner.box.core.run)
        self.isWritingBack = isWritingBack
        // Observe before reading the first value, so that no change is missed.
        observations += inner.signal.observeValues { value in
            if !isWritingBack.state { link.withLock { $0.reach() }?.validateUntilCurrent(writingBack: false) { value } }
        }
        observations += changes.observeValues {
            link.withLock { $0.reach() }?.revalidate()
        }
        self.inner = inner
        self.validate = validate
        let initial = inner.value
        results = MutableProperty(Result(initial, validate(initial)))
        result = Property(capturing: results)
        if link.withLock({ $0.join(self) }) { validateUntilCurrent(writingBack: false) { inner.value } }
    }

    deinit { observations.dispose() }

    /// The last accepted value.
    ///
    /// Setting this property proposes a value. A value that was set directly on the inner property counts as accepted.
    public var value: Value {
        get { inner.value }
        set { validateUntilCurrent(writingBack: true) { newValue } }
    }

    public var producer: SignalProducer<Value, Never> { inner.producer }

    public var signal: Signal<Value, Never> { inner.signal }

    /// The lifetime of the inner property.
    public var lifetime: Lifetime { inner.lifetime }

    private func revalidate() {
        validateUntilCurrent(writingBack: true) { [results] in results.value.proposed }
    }

    /// Validates until nothing has changed in the meantime, then publishes the result.
    private func validateUntilCurrent(writingBack: Bool, _ proposal: () -> Value) {
        while true {
            let epoch = ledger.withLock { $0.epoch }
            let proposed = proposal()
            let result = Result(proposed, validate(proposed))
            if commit(result, writingBack: writingBack, at: epoch) { return }
        }
    }

    /// - Returns: `false` if the result is out of date.
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
            // A newer value was written back and is yet to be delivered.
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
        if let turn = turns.publish?.turn { results.box.core.run.perform(turn, publish) }
        if let turn = turns.write?.turn { inner.box.core.run.perform(turn, write) }
        return true
    }

    /// The turns of a change, and what it replaces, which is released outside all locks.
    private struct Turns: Sendable {
        var publish: (old: Result, turn: Run.Turn)?
        var write: (old: Value, turn: Run.Turn)?
    }

    /// The observers' weak reference to the property.
    private struct Link: Sendable {
        private weak var property: ValidatingProperty?
        private var hasMissed = false

        mutating func reach() -> ValidatingProperty? {
            let reached = property
            if reached == nil { hasMissed = true }
            return reached
        }

        /// - Returns: `true` if a change was missed before.
        mutating func join(_ new: ValidatingProperty) -> Bool {
            property = new
            return hasMissed
        }
    }
}
