/// Something with a current value and a stream of its changes.
public protocol PropertyProtocol<Value>: AnyObject, Sendable, SignalProducerConvertible where Failure == Never {
    /// The current value.
    var value: Value { get }
    /// The current value, then every change, in one step: no change can be missed between the two (R33).
    var producer: SignalProducer<Value, Never> { get }
    /// Every change from now on, equal values included; not the current value.
    var signal: Signal<Value, Never> { get }
}

/// A value that can be observed, but not set.
///
/// It completes when what it is made of completes or is gone, and keeps its last value.
///
/// ```swift
/// let isBusy = network.activity.count.map { $0 > 0 }
/// isBusy.producer.startWithValues { print($0) }
/// ```
@propertyWrapper
public final class Property<Value: Sendable>: PropertyProtocol {
    private let box: PropertyBox<Value>
    private let source: Run?
    private let captured: (any Sendable)?

    /// A property that never changes.
    public init(value: Value) {
        box = PropertyBox(value)
        box.complete()
        source = nil
        captured = nil
    }

    /// A property that starts with `initial` and takes on what `changes` sends.
    ///
    /// It completes when `changes` completes or is interrupted.
    public init(initial: Value, then changes: some SignalProducerConvertible<Value, Never>) {
        box = PropertyBox(initial)
        captured = nil
        source = Self.feed(box, from: changes.producer)
    }

    /// A property that mirrors `property`, without keeping it alive.
    public convenience init(_ property: some PropertyProtocol<Value>) {
        self.init(mirroring: property.producer, capturing: nil)
    }

    /// A property that mirrors `property`, and keeps it alive.
    public convenience init(capturing property: some PropertyProtocol<Value>) {
        self.init(mirroring: property.producer, capturing: property)
    }

    /// The read-only face of `property`, which it keeps alive: the same value and the same changes, at no cost of its own.
    public init(capturing property: MutableProperty<Value>) {
        box = property.box
        source = nil
        captured = property
    }

    /// A property over a producer that is known to send a value as soon as it is started.
    init(mirroring producer: SignalProducer<Value, Never>, capturing captured: (any Sendable)?) {
        let pending = Locked<PropertyBox<Value>?>(nil)
        let run = Run()
        // The first value makes the box, and the later ones change it.
        producer.body(
            Sink { value in
                let box = pending.withLock { box in
                    defer { if box == nil { box = PropertyBox(value) } }
                    return box
                }
                box?.modify { $0 = value }
            } terminate: { _ in
                pending.withLock { $0 }?.complete()
            },
            run
        )
        guard let box = pending.withLock({ $0 }) else {
            preconditionFailure("A property needs a producer that sends its first value when it is started")
        }
        self.box = box
        self.source = run
        self.captured = captured
    }

    deinit {
        guard let source else { return }
        source.dispose()
        box.complete()
    }

    private static func feed(_ box: PropertyBox<Value>, from producer: SignalProducer<Value, Never>) -> Run {
        let run = Run()
        producer.body(
            Sink { value in
                box.modify { $0 = value }
            } terminate: { _ in
                box.complete()
            },
            run
        )
        return run
    }

    public var value: Value { box.value }

    /// The current value, then every change. A start keeps a property that is made of others alive, so that
    /// `a.map { … }.producer` needs nobody to hold the property in between.
    public var producer: SignalProducer<Value, Never> {
        guard source != nil else { return box.producer }
        return SignalProducer { [box] sink, run in
            run.adopt(AnyDisposable { _ = self })
            box.producer.body(sink, run)
        }
    }

    public var signal: Signal<Value, Never> { box.signal }

    /// The current value.
    public var wrappedValue: Value { value }

    /// The property itself.
    public var projectedValue: Property<Value> { self }
}

extension PropertyProtocol {
    /// The property of what `transform` makes of the values.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Property<New> {
        Property(mirroring: producer.map(transform), capturing: nil)
    }
}
