precedencegroup BindingPrecedence {
    associativity: right
    higherThan: AssignmentPrecedence
}

infix operator <~ : BindingPrecedence

/// Anything whose values can be bound to a target: signals, producers and properties that cannot fail.
public protocol BindingSource<Value>: SignalProducerConvertible where Failure == Never {}

extension Signal: BindingSource where Failure == Never {}

extension SignalProducer: BindingSource where Failure == Never {}

/// Anything a source can be bound to.
public protocol BindingTargetProvider<Value> {
    /// The type of the values it takes.
    associatedtype Value: Sendable
    /// Where the values go, and for how long.
    var bindingTarget: BindingTarget<Value> { get }
}

extension BindingTargetProvider {
    /// Starts `source`, and hands its values to the target until the target's lifetime ends or the binding is disposed of.
    ///
    /// ```swift
    /// let binding = name <~ textField.changes
    /// ```
    ///
    /// Two properties bound to each other go on for ever, unless one of the sources is `skipRepeats()`.
    ///
    /// - Returns: ends the binding. Reads `isDisposed == true` once the source or the target has ended.
    @discardableResult
    public static func <~ (provider: Self, source: some BindingSource<Value>) -> (any Disposable)? {
        provider.bindingTarget.bind(source.producer)
    }

    /// The same for a target that also takes `nil`.
    @_disfavoredOverload
    @discardableResult
    public static func <~ <Wrapped: Sendable>(
        provider: Self,
        source: some BindingSource<Wrapped>
    ) -> (any Disposable)? where Value == Wrapped? {
        provider.bindingTarget.bind(source.producer.map { $0 })
    }
}

/// An optional target takes values if there is one; a binding to `nil` ends at once, and does not start its source.
///
/// ```swift
/// self?.title <~ model.title
/// ```
extension Optional: BindingTargetProvider where Wrapped: BindingTargetProvider {
    /// The wrapped target, or one whose lifetime has ended.
    public var bindingTarget: BindingTarget<Wrapped.Value> {
        self?.bindingTarget ?? BindingTarget(lifetime: .empty) { _ in }
    }
}

/// A place for values to go, and how long it exists.
public struct BindingTarget<Value: Sendable>: BindingTargetProvider, Sendable {
    /// Bindings to this target end with it.
    public let lifetime: Lifetime
    /// Takes a value.
    public let action: @Sendable (Value) -> Void

    /// A target that runs `action` with each value, on the thread that sends it.
    @available(swift, introduced: 6)
    public init(lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        self.lifetime = lifetime
        self.action = action
    }

    /// A target that runs `action` with each value on `scheduler`, and no more once `lifetime` has ended.
    @available(swift, introduced: 6)
    public init(on scheduler: any Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        let scheduler = scheduler.inOrder
        self.init(lifetime: lifetime) { value in
            scheduler.schedule {
                if !lifetime.hasEnded { action(value) }
            }
        }
    }

    /// A target that sets the property at `keyPath` of `object`, which it does not keep alive.
    ///
    /// - Parameters:
    ///   - scheduler: where the property is set; on the thread that sends the value by default.
    ///   - lifetime: how long.
    ///   - object: whose property is set.
    ///   - keyPath: the property. What sets it has to be safe on any thread if the scheduler does not see to that.
    public init<Object: AnyObject & Sendable>(
        on scheduler: any Scheduler = ImmediateScheduler(),
        lifetime: Lifetime,
        object: Object,
        keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
    ) {
        self.init(on: scheduler, lifetime: lifetime) { [weak object] in object?[keyPath: keyPath] = $0 }
    }

    /// A target that runs `action` with each value on the main actor, and no more once `lifetime` has ended.
    ///
    /// Values that are sent on the main queue arrive at once if nothing waits there; the others take the way of the queue,
    /// in the order in which they are sent (R31).
    @available(swift, introduced: 6)
    public static func onMain(
        lifetime: Lifetime,
        action: @escaping @MainActor @Sendable (Value) -> Void
    ) -> BindingTarget {
        BindingTarget(on: UIScheduler(), lifetime: lifetime) { value in
            MainActor.assumeIsolated { action(value) }
        }
    }

    /// A target that hands each value to an object of the main actor, which it does not keep alive.
    ///
    /// ```swift
    /// BindingTarget.onMain(lifetime: lifetime, object: label) { $0.text = $1 } <~ model.title
    /// ```
    @available(swift, introduced: 6)
    public static func onMain<Object: AnyObject & Sendable>(
        lifetime: Lifetime,
        object: Object,
        set: @escaping @MainActor @Sendable (Object, Value) -> Void
    ) -> BindingTarget {
        onMain(lifetime: lifetime) { [weak object] value in
            if let object { set(object, value) }
        }
    }

    /// This target.
    public var bindingTarget: BindingTarget { self }

    func bind(_ source: SignalProducer<Value, Never>) -> any Disposable {
        source.take(during: lifetime).launch(Sink(value: action) { _ in })
    }
}

extension Signal.Observer: BindingTargetProvider {
    /// Sends values to this observer, which it does not keep alive, until the stream it feeds has ended.
    public var bindingTarget: BindingTarget<Value> {
        BindingTarget(lifetime: Lifetime(run ?? Run())) { [weak self] in self?.send(value: $0) }
    }
}
