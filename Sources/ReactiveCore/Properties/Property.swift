/// A value that can be observed, but not set.
///
/// It completes when what it is made of completes or is gone, never otherwise, and keeps its last value. It follows its
/// sources as long as it, its signal or a producer of it is kept, or somebody observes it; it does not keep them alive,
/// unless it is made by ``init(capturing:)``.
///
/// ```swift
/// let isBusy = network.activity.count.map { $0 > 0 }
/// isBusy.producer.startWithValues { print($0) }
/// ```
///
/// As a wrapper it shows others what only its owner can set:
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

    /// A property that never changes.
    public convenience init(value: Value) {
        self.init(PropertyBox(value))
        box.complete()
    }

    /// A property that mirrors `property`, without keeping it alive.
    public convenience init(_ property: some PropertyProtocol<Value>) {
        self.init(following: property.producer) { property.value }
    }

    /// The read-only face of `property`, which it keeps alive: the same value and the same changes.
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

    /// A property that starts with `initial` and takes on what `changes` sends.
    ///
    /// It completes when `changes` completes or is interrupted.
    public convenience init(initial: Value, then changes: SignalProducer<Value, Never>) {
        self.init(PropertyBox(initial))
        box.follow(changes)
    }

    /// The same for anything that stands for a producer: a signal, or a property.
    @_disfavoredOverload
    public convenience init(initial: Value, then changes: some SignalProducerConvertible<Value, Never>) {
        self.init(initial: initial, then: changes.producer)
    }

    /// A property of an optional that starts with `initial`, for instance `nil`, and takes on the values that `changes` sends.
    @_disfavoredOverload
    public convenience init<Wrapped: Sendable>(
        initial: Value,
        then changes: some SignalProducerConvertible<Wrapped, Never>
    ) where Value == Wrapped? {
        self.init(initial: initial, then: changes.producer.map { $0 })
    }

    /// A property of what `producer` sends.
    ///
    /// - Parameters:
    ///   - producer: sends a value as soon as it is started.
    ///   - initial: the value to begin with if it is late.
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
