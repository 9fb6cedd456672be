import ReactiveCore

/// Events on a line of time, as text: a marble diagram.
///
/// One column is one ``tick``, and the first column is time zero.
///
/// | text | meaning |
/// |---|---|
/// | `─` or `-` | one tick in which nothing happens |
/// | `7`, `abc` | a value; it takes as many ticks as it has characters |
/// | `'a b'` | a value with special characters; `\'`, `\\` and `\n` stand for themselves |
/// | `\|` | completion |
/// | `x` | failure, where it stands alone |
/// | `!` | interruption |
/// | `(1 2 \|)` | several events at the time of the parenthesis |
/// | `╌` or a space | no time: for alignment. A value or group before it takes one tick, however long it is |
///
/// ```swift
/// let source = try Timeline("--1--2--|").producer(of: Int.self, on: scheduler)
/// let events = source.map { $0 * 10 }.record(on: scheduler)
/// scheduler.run()
/// #expect(events.timeline() == (try Timeline("--10-20-|")))
/// ```
///
/// Two timelines are equal if their ticks are and the same happens in the same columns. Failures are all alike here; where it
/// matters which one came, compare the recorded events.
public struct Timeline: Sendable, Equatable {
    /// What can happen in a column.
    public enum Mark: Sendable, Equatable {
        /// A value, as text.
        case value(String)
        /// A failure.
        case failed
        /// The completion.
        case completed
        /// The interruption.
        case interrupted

        /// Whether nothing can follow.
        public var isTerminating: Bool {
            if case .value = self { false } else { true }
        }
    }

    /// A mark and where it is.
    public struct Moment: Sendable, Equatable {
        /// The number of ticks since zero.
        public let column: Int
        /// What happens there.
        public let mark: Mark
    }

    /// The time that one column stands for.
    public let tick: Duration
    /// What happens, in order.
    public let moments: [Moment]
    /// How many columns to draw at least: the quiet at the end of what has not ended counts here.
    let columnCount: Int

    init(tick: Duration, moments: [Moment], columnCount: Int) {
        self.tick = tick
        self.moments = moments
        self.columnCount = columnCount
    }

    /// The timeline of recorded events.
    ///
    /// - Parameters:
    ///   - events: what was recorded.
    ///   - tick: the time one column stands for; what happens between two ticks is drawn at the earlier one.
    ///   - end: up to where to draw if the events end earlier, such as the time at which a test stopped looking.
    public init<Value, Failure>(
        _ events: [Recorded<Value, Failure>],
        tick: Duration = .seconds(1),
        until end: Duration = .zero
    ) {
        precondition(tick > .zero, "A timeline needs a positive tick, not \(tick)")
        func column(_ time: Duration) -> Int { Int(clamping: max(time, .zero).attoseconds / tick.attoseconds) }
        let moments = events.map { Moment(column: column($0.time), mark: Mark($0.event)) }
        self.init(tick: tick, moments: moments, columnCount: max(column(end), (moments.last?.column ?? -1) + 1))
    }

    /// Whether the ticks are equal, and the same happens in the same columns.
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
    /// The events up to now as a marble diagram; see ``Timeline/init(_:tick:until:)``.
    public func timeline(tick: Duration = .seconds(1), until end: Duration = .zero) -> Timeline {
        Timeline(all, tick: tick, until: end)
    }
}
