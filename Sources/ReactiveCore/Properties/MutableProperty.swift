/// A value that can be set from any thread, and observed.
///
/// A new value can be read before its observers run. Observers run on the thread that sets; if they set the property
/// themselves, or another thread does meanwhile, that change is delivered after the current one, in the order of the
/// setting (R33, decision 3). The property completes when it is released.
@propertyWrapper
public final class MutableProperty<Value: Sendable>: ComposableMutablePropertyProtocol {
    @usableFromInline let box: PropertyBox<Value>

    public let signal: Signal<Value, Never>

    /// A property that starts with `value`.
    public init(_ value: Value) {
        box = PropertyBox(value)
        signal = Signal(core: box.core)
    }

    /// A property that starts with `wrappedValue`.
    public convenience init(wrappedValue: Value) {
        self.init(wrappedValue)
    }

    deinit { box.complete() }

    /// The current value. Setting it sends a change, even if the value is equal.
    @inlinable
    public var value: Value {
        get { box.value }
        set { box.modify { $0 = newValue } }
    }

    public var producer: SignalProducer<Value, Never> { box.producer(keeping: signal) }

    /// Ends when the property is released.
    public var lifetime: Lifetime { box.lifetime }

    /// Sets the value and returns the one before.
    @inlinable
    @discardableResult
    public func swap(_ newValue: Value) -> Value {
        box.modify { value in
            defer { value = newValue }
            return value
        }
    }

    /// Changes the value in place, in one step; observers run after it, even if `action` throws.
    ///
    /// - Parameter action: must not touch this property: that is a programmer error and traps.
    @inlinable
    @discardableResult
    public func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try box.modify(action)
    }

    /// Reads the value.
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
