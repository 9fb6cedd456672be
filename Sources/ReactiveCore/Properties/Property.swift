/// A value that can be observed but not set.
///
/// A property completes only when its sources complete or no longer exist, and keeps its last value. It follows its
/// sources as long as the property, its signal, or one of its producers is referenced, or the property is observed. It
/// does not keep its sources alive unless it is created by ``init(capturing:)``.
///
/// ```swift
/// let isBusy = network.activity.count.map { $0 > 0 }
/// isBusy.producer.startWithValues { print($0) }
/// ```
///
/// As a property wrapper, it exposes a value that only its owner can set:
///
/// ```swift
/// final class Counter {
///     private let stored = MutableProperty(0)
///     @Property var count: Int                    // count, $count.producer
///     init() { _count = Property(capturing: stored) }
/// }
/// ```
@propertyWrapper
public final class Property<Value: Sendable>: PropertyProtocol {
    private let box: PropertyBox<Value>
    private let captured: (any Sendable)?

    public let signal: Signal<Value, Never>

    private init(_ box: PropertyBox<Value>, capturing captured: (any Sendable)? = nil) {
        self.box = box
        self.captured = captured
        signal = Signal(core: box.core)
    }

    /// Creates a property that never changes.
    ///
    /// - Parameter value: The constant value.
    public convenience init(value: Value) {
        self.init(PropertyBox(value))
        box.complete()
    }

    /// Creates a property that mirrors another property without keeping it alive.
    ///
    /// - Parameter property: The property to mirror.
    public convenience init(_ property: some PropertyProtocol<Value>) {
        self.init(following: property.producer) { property.value }
    }

    /// Creates a read-only view of another property and keeps that property alive.
    ///
    /// - Parameter property: The property to mirror. Both have the same value and send the same changes.
    public init(capturing property: some PropertyProtocol<Value>) {
        captured = property
        switch property {
        case let property as MutableProperty<Value>:
            box = property.box
            signal = property.signal
        case let property as Property<Value>:
            box = property.box
            signal = property.signal
        default:
            box = .following(property.producer) { property.value }
            signal = Signal(core: box.core)
        }
    }

    /// Creates a property that takes on the values of a producer.
    ///
    /// The property completes when `changes` completes or is interrupted.
    ///
    /// - Parameters:
    ///   - initial: The initial value.
    ///   - changes: The producer of the later values. It is started once, immediately.
    public convenience init(initial: Value, then changes: SignalProducer<Value, Never>) {
        self.init(PropertyBox(initial))
        box.follow(changes)
    }

    /// Creates a property that takes on the values of a signal, a property, or another ``SignalProducerConvertible``.
    ///
    /// The property completes when `changes` completes or is interrupted.
    ///
    /// - Parameters:
    ///   - initial: The initial value.
    ///   - changes: The stream of the later values.
    @_disfavoredOverload
    public convenience init(initial: Value, then changes: some SignalProducerConvertible<Value, Never>) {
        self.init(initial: initial, then: changes.producer)
    }

    /// Creates a property of an optional type that takes on the values of a stream.
    ///
    /// The property completes when `changes` completes or is interrupted.
    ///
    /// - Parameters:
    ///   - initial: The initial value, such as `nil`.
    ///   - changes: The stream of the later values.
    @_disfavoredOverload
    public convenience init<Wrapped: Sendable>(
        initial: Value,
        then changes: some SignalProducerConvertible<Wrapped, Never>
    ) where Value == Wrapped? {
        self.init(initial: initial, then: changes.producer.map { $0 })
    }

    /// Creates a property that follows a producer only while it is observed.
    ///
    /// The first observer starts the producer, and all observers share the start, which is disposed of with the last
    /// one. The value is `initial` then. The property does not complete when the producer does.
    ///
    /// - Parameters:
    ///   - initial: The value while nobody observes the property, and until `changes` sends one.
    ///   - changes: The producer of the later values.
    package convenience init(initial: Value, whileObserved changes: SignalProducer<Value, Never>) {
        self.init(PropertyBox(initial))
        box.follow(changes, whileObservedAfter: initial)
    }

    /// Creates a property of the values that `producer` sends.
    ///
    /// - Parameters:
    ///   - producer: Sends a value as soon as it is started.
    ///   - initial: The initial value if the first value of `producer` is late.
    convenience init(following producer: SignalProducer<Value, Never>, initial: () -> Value) {
        self.init(.following(producer, initial: initial))
    }

    public var value: Value { box.value }

    public var producer: SignalProducer<Value, Never> { box.producer(keeping: signal) }

    /// The current value.
    public var wrappedValue: Value { value }

    /// The property itself.
    public var projectedValue: Property<Value> { self }
}

extension Property: CustomStringConvertible {
    /// The text of the current value.
    public var description: String { String(describing: value) }
}
