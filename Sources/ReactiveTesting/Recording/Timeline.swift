import ReactiveCore

/// A timeline of events that can be written as text, a marble diagram.
///
/// One column is one ``tick``, and the first column is time zero.
///
/// | text | meaning |
/// |---|---|
/// | `─` or `-` | one tick in which nothing happens |
/// | `7`, `abc` | a value, which takes as many ticks as it has characters |
/// | `'a b'` | a value with special characters; `\'`, `\\` and `\n` are escapes |
/// | `\|` | completion |
/// | `x` | failure, unless it is part of a longer value |
/// | `!` | interruption |
/// | `(1 2 \|)` | several events at the time of the parenthesis |
/// | `╌` or a space | no time: for alignment. A preceding value or group takes one tick, however long it is |
///
/// ```swift
/// let source = try Timeline("--1--2--|").producer(of: Int.self, on: scheduler)
/// let events = source.map { $0 * 10 }.record(on: scheduler)
/// scheduler.run()
/// #expect(events.timeline() == (try Timeline("--10-20-|")))
/// ```
///
/// Two timelines are equal if they have the same tick and the same marks in the same columns. All failures are equal
/// here; to distinguish them, compare the recorded events.
public struct Timeline: Sendable, Equatable {
    /// An event in a column.
    public enum Mark: Sendable, Equatable {
        /// A value as text.
        case value(String)
        /// A failure.
        case failed
        /// A completion.
        case completed
        /// An interruption.
        case interrupted

        /// A Boolean value that indicates whether the mark ends the timeline.
        public var isTerminating: Bool {
            if case .value = self { false } else { true }
        }
    }

    /// A mark and its position.
    public struct Moment: Sendable, Equatable {
        /// The number of ticks since zero.
        public let column: Int
        /// The event.
        public let mark: Mark
    }

    /// The duration of one column.
    public let tick: Duration
    /// The marks, in order.
    public let moments: [Moment]
    /// The minimum number of columns to draw, which includes a quiet end without a terminal event.
    let columnCount: Int

    init(tick: Duration, moments: [Moment], columnCount: Int) {
        self.tick = tick
        self.moments = moments
        self.columnCount = columnCount
    }

    /// Creates a timeline of recorded events.
    ///
    /// - Parameters:
    ///   - events: The recorded events.
    ///   - tick: The duration of one column. An event between two ticks is drawn at the earlier one.
    ///   - end: The time up to which the timeline is drawn if the events end earlier, such as the end of the test.
    public init<Value, Failure>(
        _ events: [Recorded<Value, Failure>],
        tick: Duration = .seconds(1),
        until end: Duration = .zero
    ) {
        require(tick > .zero, "A timeline needs a positive tick, not \(tick)")
        func column(_ time: Duration) -> Int { Int(clamping: max(time, .zero).attoseconds / tick.attoseconds) }
        let moments = events.map { Moment(column: column($0.time), mark: Mark($0.event)) }
        self.init(tick: tick, moments: moments, columnCount: max(column(end), (moments.last?.column ?? -1) + 1))
    }

    /// Compares the ticks and the marks with their columns.
    public static func == (left: Timeline, right: Timeline) -> Bool {
        left.tick == right.tick && left.moments == right.moments
    }
}

extension Timeline.Mark {
    fileprivate init<Value, Failure>(_ event: Signal<Value, Failure>.Event) {
        switch event {
        case .value(let value): self = .value("\(value)")
        case .failed: self = .failed
        case .completed: self = .completed
        case .interrupted: self = .interrupted
        }
    }
}

extension EventRecorder {
    /// Returns the events so far as a marble diagram.
    ///
    /// - Parameters:
    ///   - tick: The duration of one column. An event between two ticks is drawn at the earlier one.
    ///   - end: The time up to which the timeline is drawn if the events end earlier.
    /// - Returns: The timeline.
    public func timeline(tick: Duration = .seconds(1), until end: Duration = .zero) -> Timeline {
        Timeline(all, tick: tick, until: end)
    }
}
