/// A type with a current value and a stream of its changes.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource {
    /// The current value.
    var value: Value { get }
    /// A producer of the current value, followed by every change.
    ///
    /// No change can be missed between the two.
    var producer: SignalProducer<Value, Never> { get }
    /// A signal of every change from now on, including changes to an equal value.
    ///
    /// The signal does not send the current value.
    var signal: Signal<Value, Never> { get }
}

/// A property that can be set and is a target for bindings.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
    /// The current value.
    ///
    /// Setting the value sends a change, even if the new value is equal to the old one.
    var value: Value { get set }
    /// The lifetime of the property.
    ///
    /// Bindings to the property end with it.
    var lifetime: Lifetime { get }
}

extension MutablePropertyProtocol {
    /// A target that sets the property during its lifetime, without keeping the property alive.
    public var bindingTarget: BindingTarget<Value> {
        BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
    }
}

/// A mutable property that supports atomic read-modify-write operations.
public protocol ComposableMutablePropertyProtocol<Value>: MutablePropertyProtocol {
    /// Calls a closure with the current value.
    ///
    /// - Parameter action: A closure that reads the value.
    /// - Returns: The result of `action`.
    /// - Throws: The error that `action` throws.
    @discardableResult
    func withValue<Result: Sendable, Thrown: Error>(
        _ action: (Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result

    /// Changes the value in place as one atomic step.
    ///
    /// Observers run after the change, even if `action` throws.
    ///
    /// - Parameter action: A closure that changes the value. Accessing this property inside the closure is a programmer
    ///   error and traps.
    /// - Returns: The result of `action`.
    /// - Throws: The error that `action` throws.
    @discardableResult
    func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result
}
