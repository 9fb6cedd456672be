/// Something with a current value and a stream of its changes.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource {
    /// The current value.
    var value: Value { get }
    /// The current value, then every change, in one step: no change can be missed between the two (R33).
    var producer: SignalProducer<Value, Never> { get }
    /// Every change from now on, equal values included; not the current value.
    var signal: Signal<Value, Never> { get }
}

/// A property that can be set, and is a target for bindings.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
    /// The current value. Setting it sends a change, even if the value is equal.
    var value: Value { get set }
    /// Ends when the property does; what is bound to it ends with it.
    var lifetime: Lifetime { get }
}

extension MutablePropertyProtocol {
    /// Sets the property, which it does not keep alive, during its lifetime.
    public var bindingTarget: BindingTarget<Value> {
        BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
    }
}

/// A property of which several steps can be made one.
public protocol ComposableMutablePropertyProtocol<Value>: MutablePropertyProtocol {
    /// Reads the value.
    @discardableResult
    func withValue<Result: Sendable, Thrown: Error>(
        _ action: (Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result

    /// Changes the value in place, in one step; observers run after it, even if `action` throws.
    ///
    /// - Parameter action: must not touch this property: that is a programmer error and traps.
    @discardableResult
    func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result
}
