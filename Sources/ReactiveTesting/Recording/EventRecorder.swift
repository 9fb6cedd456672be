import ReactiveCore

/// Writes down the events of one start of a producer, or of a signal, with the times at which they came.
///
/// ```swift
/// let events = producer.record(on: scheduler)
/// scheduler.advance(by: .seconds(3))
/// #expect(events.all == [.value(at: .seconds(1), 1), .failed(at: .seconds(3), .timedOut)])
/// ```
///
/// Events that cannot be compared, because a value or a failure is not `Equatable`, can be mapped to some that can
/// (`Recorded.map(_:)`, `Recorded.mapError(_:)`), or compared as text (``descriptions``).
///
/// It may be read, and disposed of, from any thread.
public final class EventRecorder<Value: Sendable, Failure: Error>: Disposable {
    private let records = Locked<[Recorded<Value, Failure>]>([])
    private let handle = SerialDisposable()

    /// All events up to now, in the order in which they came.
    public var all: [Recorded<Value, Failure>] { records.withLock { $0 } }

    /// The values up to now.
    public var values: [Value] { all.compactMap(\.event.value) }

    /// All events up to now as text, such as "1.5 seconds: VALUE 3": comparable whatever their types.
    public var descriptions: [String] { all.map(\.description) }

    /// Whether a terminal event has come.
    public var isTerminated: Bool { records.withLock { $0.last?.event.isTerminating ?? false } }

    /// Whether it was disposed of, or what it records has ended.
    public var isDisposed: Bool { handle.isDisposed || isTerminated }

    /// Ends the start that is recorded, which is `interrupted` by it (R13); of a signal, only stops listening (R7).
    public func dispose() { handle.dispose() }

    init(_ producer: SignalProducer<Value, Failure>, stamp: @escaping @Sendable () -> Duration) {
        producer.startWithSignal { [records, handle] signal, interruptHandle in
            handle.inner = interruptHandle
            signal.observe { event in Self.append(event, to: records, stamp: stamp) }
        }
    }

    init(_ signal: Signal<Value, Failure>, stamp: @escaping @Sendable () -> Duration) {
        handle.inner = signal.observe { [records] event in Self.append(event, to: records, stamp: stamp) }
    }

    private static func append(
        _ event: Signal<Value, Failure>.Event,
        to records: Locked<[Recorded<Value, Failure>]>,
        stamp: () -> Duration
    ) {
        let record = Recorded<Value, Failure>(at: stamp(), event)
        records.withLock { $0.append(record) }
    }
}

extension SignalProducer {
    /// Starts the producer and records its events.
    ///
    /// - Parameter scheduler: whose time the events are stamped with, from zero at the start; without one all are zero.
    public func record(on scheduler: (any TimedScheduler)? = nil) -> EventRecorder<Value, Failure> {
        EventRecorder(self, stamp: stopwatch(scheduler))
    }
}

extension Signal {
    /// Observes the signal and records its events.
    ///
    /// - Parameter scheduler: whose time the events are stamped with, from zero now; without one all are zero.
    public func record(on scheduler: (any TimedScheduler)? = nil) -> EventRecorder<Value, Failure> {
        EventRecorder(self, stamp: stopwatch(scheduler))
    }
}

/// Starts `producer` and records its events; see `SignalProducer.record(on:)`.
public func record<Value, Failure>(
    _ producer: SignalProducer<Value, Failure>,
    on scheduler: (any TimedScheduler)? = nil
) -> EventRecorder<Value, Failure> {
    producer.record(on: scheduler)
}

/// Observes `signal` and records its events; see `Signal.record(on:)`.
public func record<Value, Failure>(
    _ signal: Signal<Value, Failure>,
    on scheduler: (any TimedScheduler)? = nil
) -> EventRecorder<Value, Failure> {
    signal.record(on: scheduler)
}

private func stopwatch(_ scheduler: (any TimedScheduler)?) -> @Sendable () -> Duration {
    guard let scheduler else { return { .zero } }
    let start = scheduler.now
    return { start.duration(to: scheduler.now) }
}
