import ReactiveCore

/// A recorder of the events of a signal, or of one start of a producer, with their times.
///
/// ```swift
/// let events = producer.record(on: scheduler)
/// scheduler.advance(by: .seconds(3))
/// #expect(events.all == [.value(at: .seconds(1), 1), .failed(at: .seconds(3), .timedOut)])
/// ```
///
/// Events that cannot be compared, because a value or a failure is not `Equatable`, can be mapped (`Recorded.map(_:)`,
/// `Recorded.mapError(_:)`) or compared as text (``descriptions``).
///
/// A recorder can be read and disposed of on any thread.
public final class EventRecorder<Value: Sendable, Failure: Error>: Disposable {
    private let records = Locked<[Recorded<Value, Failure>]>([])
    private let handle = SerialDisposable()

    /// The events so far, in order.
    public var all: [Recorded<Value, Failure>] { records.withLock { $0 } }

    /// The values so far.
    public var values: [Value] { all.compactMap(\.event.value) }

    /// The events so far as text, such as "1.5 seconds: VALUE 3", which can be compared for any types.
    public var descriptions: [String] { all.map(\.description) }

    /// A Boolean value that indicates whether a terminal event has been recorded.
    public var isTerminated: Bool { records.withLock { $0.last?.event.isTerminating ?? false } }

    /// A Boolean value that indicates whether the recorder was disposed of, or the recorded stream has ended.
    public var isDisposed: Bool { handle.isDisposed || isTerminated }

    /// Stops recording. A recorded start of a producer is interrupted; a recorded signal is only no longer observed.
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
    /// - Parameter scheduler: The scheduler whose time is recorded, relative to the start, or `nil` to record all times
    ///   as zero.
    /// - Returns: The recorder.
    public func record(on scheduler: (any TimedScheduler)? = nil) -> EventRecorder<Value, Failure> {
        EventRecorder(self, stamp: stopwatch(scheduler))
    }
}

extension Signal {
    /// Observes the signal and records its events.
    ///
    /// - Parameter scheduler: The scheduler whose time is recorded, relative to the call, or `nil` to record all times
    ///   as zero.
    /// - Returns: The recorder.
    public func record(on scheduler: (any TimedScheduler)? = nil) -> EventRecorder<Value, Failure> {
        EventRecorder(self, stamp: stopwatch(scheduler))
    }
}

/// Starts a producer and records its events.
///
/// - Parameters:
///   - producer: The producer to start.
///   - scheduler: The scheduler whose time is recorded, relative to the start, or `nil` to record all times as zero.
/// - Returns: The recorder.
public func record<Value, Failure>(
    _ producer: SignalProducer<Value, Failure>,
    on scheduler: (any TimedScheduler)? = nil
) -> EventRecorder<Value, Failure> {
    producer.record(on: scheduler)
}

/// Observes a signal and records its events.
///
/// - Parameters:
///   - signal: The signal to observe.
///   - scheduler: The scheduler whose time is recorded, relative to the call, or `nil` to record all times as zero.
/// - Returns: The recorder.
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
