/// A value that can be set from any thread and observed.
///
/// A new value can be read before its observers run. Observers run on the thread that sets the property. If an observer
/// or another thread sets the property during a delivery, that change is delivered after the current one, in the order
/// in which the changes were made. The property completes when it is released.
@propertyWrapper
public final class MutableProperty<Value: Sendable>: ComposableMutablePropertyProtocol {
    @usableFromInline let box: PropertyBox<Value>

    public let signal: Signal<Value, Never>

    /// Creates a property.
    ///
    /// - Parameter value: The initial value.
    public init(_ value: Value) {
        box = PropertyBox(value)
        signal = Signal(core: box.core)
    }

    /// Creates a property as a property wrapper.
    ///
    /// - Parameter wrappedValue: The initial value.
    public convenience init(wrappedValue: Value) {
        self.init(wrappedValue)
    }

    deinit { box.complete() }

    /// The current value.
    ///
    /// Setting the value sends a change, even if the new value is equal to the old one.
    @inlinable
    public var value: Value {
        get { box.value }
        set { box.swap(newValue) }
    }

    public var producer: SignalProducer<Value, Never> { box.producer(keeping: signal) }

    /// The lifetime of the property, which ends when the property is released.
    public var lifetime: Lifetime { box.lifetime }

    /// Sets the value and returns the previous one.
    ///
    /// - Parameter newValue: The value to set.
    /// - Returns: The value before the change.
    @inlinable
    @discardableResult
    public func swap(_ newValue: Value) -> Value {
        box.swap(newValue)
    }

    /// Changes the value in place as one atomic step.
    ///
    /// Observers run after the change, even if `action` throws.
    ///
    /// - Parameter action: A closure that changes the value. Accessing this property inside the closure, or in the
    ///   deinitializer of a value that the closure releases, is a programmer error and traps.
    /// - Returns: The result of `action`.
    /// - Throws: The error that `action` throws.
    @inlinable
    @discardableResult
    public func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try box.modify(action)
    }

    /// Calls a closure with the current value.
    ///
    /// - Parameter action: A closure that reads the value.
    /// - Returns: The result of `action`.
    /// - Throws: The error that `action` throws.
    @discardableResult
    public func withValue<Result: Sendable, Thrown: Error>(
        _ action: (Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try action(value)
    }

    /// The current value.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property itself.
    public var projectedValue: MutableProperty<Value> { self }
}

extension MutableProperty: CustomStringConvertible {
    /// The text of the current value.
    public var description: String { String(describing: value) }
}
