precedencegroup BindingPrecedence {
    associativity: right
    higherThan: AssignmentPrecedence
}

infix operator <~ : BindingPrecedence

/// A stream whose values can be bound to a target: a signal, producer, or property that cannot fail.
public protocol BindingSource<Value>: SignalProducerConvertible where Failure == Never {}

extension Signal: BindingSource where Failure == Never {}

extension SignalProducer: BindingSource where Failure == Never {}

/// A type that a source can be bound to.
public protocol BindingTargetProvider<Value> {
    /// The type of the values that the target accepts.
    associatedtype Value: Sendable
    /// The destination of the values, with its lifetime.
    var bindingTarget: BindingTarget<Value> { get }
}

extension BindingTargetProvider {
    /// Binds a source to a target.
    ///
    /// The binding starts the source and passes its values to the target until the target's lifetime ends or the
    /// binding is disposed of.
    ///
    /// ```swift
    /// let binding = name <~ textField.changes
    /// ```
    ///
    /// Two properties that are bound to each other update each other forever unless one of the sources is
    /// `skipRepeats()`.
    ///
    /// - Parameters:
    ///   - provider: The target of the values.
    ///   - source: The source of the values.
    /// - Returns: A disposable that ends the binding. Its `isDisposed` is `true` once the source or the target has
    ///   ended.
    @discardableResult
    public static func <~ (provider: Self, source: some BindingSource<Value>) -> (any Disposable)? {
        provider.bindingTarget.bind(source.producer)
    }

    /// Binds a source to a target that also accepts `nil`.
    ///
    /// - Parameters:
    ///   - provider: The target of the values.
    ///   - source: The source of the values.
    /// - Returns: A disposable that ends the binding. Its `isDisposed` is `true` once the source or the target has
    ///   ended.
    @_disfavoredOverload
    @discardableResult
    public static func <~ <Wrapped: Sendable>(
        provider: Self,
        source: some BindingSource<Wrapped>
    ) -> (any Disposable)? where Value == Wrapped? {
        provider.bindingTarget.bind(source.producer.map { $0 })
    }
}

/// An optional target accepts values if it is not `nil`. A binding to `nil` ends immediately and does not start its
/// source.
///
/// ```swift
/// self?.title <~ model.title
/// ```
extension Optional: BindingTargetProvider where Wrapped: BindingTargetProvider {
    /// The wrapped target, or a target whose lifetime has ended if this is `nil`.
    public var bindingTarget: BindingTarget<Wrapped.Value> {
        self?.bindingTarget ?? BindingTarget(lifetime: .empty) { _ in }
    }
}

/// A destination for values, with its lifetime.
public struct BindingTarget<Value: Sendable>: BindingTargetProvider, Sendable {
    /// The lifetime of the target. Bindings to the target end with it.
    public let lifetime: Lifetime
    /// The closure that receives the values.
    public let action: @Sendable (Value) -> Void

    /// Creates a target that runs a closure with each value, on the thread that sends the value.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the target.
    ///   - action: The closure that receives the values.
    @_disfavoredOverload
    public init(lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        self.lifetime = lifetime
        self.action = action
    }

    /// Creates a target that runs a closure with each value on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that `action` runs on.
    ///   - lifetime: The lifetime of the target. `action` does not run after it has ended.
    ///   - action: The closure that receives the values.
    @_disfavoredOverload
    public init(on scheduler: any Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        let scheduler = scheduler.inOrder
        self.init(lifetime: lifetime) { value in
            scheduler.schedule {
                if !lifetime.hasEnded { action(value) }
            }
        }
    }

    /// Creates a target that sets a property of an object, without keeping the object alive.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that the property is set on. By default, the property is set on the thread that
    ///     sends the value.
    ///   - lifetime: The lifetime of the target.
    ///   - object: The object whose property is set.
    ///   - keyPath: The key path of the property. Setting it must be safe on any thread, unless the scheduler ensures
    ///     otherwise.
    public init<Object: AnyObject & Sendable>(
        on scheduler: any Scheduler = ImmediateScheduler(),
        lifetime: Lifetime,
        object: Object,
        keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
    ) {
        self.init(on: scheduler, lifetime: lifetime) { [weak object] in object?[keyPath: keyPath] = $0 }
    }

    /// Returns a target that runs a closure with each value on the main actor.
    ///
    /// Values that are sent on the main queue are delivered immediately if no other work of this kind is waiting. All
    /// other values are dispatched to the main queue, in the order in which they are sent.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the target. `action` does not run after it has ended.
    ///   - action: The closure that receives the values.
    /// - Returns: A target that delivers on the main actor.
    @_disfavoredOverload
    public static func onMain(
        lifetime: Lifetime,
        action: @escaping @MainActor @Sendable (Value) -> Void
    ) -> BindingTarget {
        BindingTarget(on: UIScheduler(), lifetime: lifetime) { value in
            MainActor.assumeIsolated { action(value) }
        }
    }

    /// Returns a target that passes each value to an object on the main actor, without keeping the object alive.
    ///
    /// ```swift
    /// BindingTarget.onMain(lifetime: lifetime, object: label) { $0.text = $1 } <~ model.title
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the target. `set` does not run after it has ended.
    ///   - object: The object to update.
    ///   - set: The closure that receives the object and the value.
    /// - Returns: A target that delivers on the main actor.
    @_disfavoredOverload
    public static func onMain<Object: AnyObject & Sendable>(
        lifetime: Lifetime,
        object: Object,
        set: @escaping @MainActor @Sendable (Object, Value) -> Void
    ) -> BindingTarget {
        onMain(lifetime: lifetime) { [weak object] value in
            if let object { set(object, value) }
        }
    }

    /// This target itself.
    public var bindingTarget: BindingTarget { self }

    func bind(_ source: SignalProducer<Value, Never>) -> any Disposable {
        source.take(during: lifetime).launch(Sink(value: action) { _ in })
    }
}

extension Signal.Observer: BindingTargetProvider {
    /// A target that sends values to this observer until its stream has ended, without keeping the observer alive.
    public var bindingTarget: BindingTarget<Value> {
        BindingTarget(lifetime: Lifetime(run ?? Run())) { [weak self] in self?.send(value: $0) }
    }
}
