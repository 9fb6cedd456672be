/// The events that `logEvents` can tell of.
public enum LoggingEvent: Sendable {
    /// The events of a signal.
    public enum Signal: String, CaseIterable, Sendable {
        /// A value came.
        case value
        /// The signal completed.
        case completed
        /// The signal failed.
        case failed
        /// The signal ended, in whatever way.
        case terminated
        /// The observation has ended, and its resources are given back.
        case disposed
        /// The signal was interrupted.
        case interrupted
    }

    /// The events of a start.
    public enum SignalProducer: String, CaseIterable, Sendable {
        /// The start begins.
        case starting
        /// The start handler has returned.
        case started
        /// A value came.
        case value
        /// The start completed.
        case completed
        /// The start failed.
        case failed
        /// The start ended, in whatever way.
        case terminated
        /// The start has ended, and its resources are given back.
        case disposed
        /// The start was interrupted.
        case interrupted
    }
}

/// Takes what `logEvents` tells: the identifier, the event with its value or failure, and the place in the source code.
public typealias EventLogger =
    @Sendable (
        _ identifier: String,
        _ event: String,
        _ fileName: String,
        _ functionName: String,
        _ lineNumber: Int
    ) -> Void

/// The logger that is used if no other is given: one line for each event, to standard output.
public func defaultEventLog(
    identifier: String,
    event: String,
    fileName: String,
    functionName: String,
    lineNumber: Int
) {
    // The one place in the core that writes anywhere, because whoever calls `logEvents` asks for it.
    Swift.print(
        "[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)"
    )
}

extension SignalProducer {
    /// Tells a logger of the events, each before it goes on.
    ///
    /// ```swift
    /// loadUser().logEvents(identifier: "user", events: [.starting, .failed])
    /// // [user] starting fileName: App/Users.swift, functionName: reload(), lineNumber: 12
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: what to call the producer in the log.
    ///   - events: the events to tell of; all by default.
    ///   - fileName: the file to name; that of the call by default.
    ///   - functionName: the function to name; that of the call by default.
    ///   - lineNumber: the line to name; that of the call by default.
    ///   - logger: takes the events, on the thread that sends them; by default ``defaultEventLog(identifier:event:fileName:functionName:lineNumber:)``.
    @available(swift, introduced: 6)
    public func logEvents(
        identifier: String = "",
        events: Set<LoggingEvent.SignalProducer> = Set(LoggingEvent.SignalProducer.allCases),
        fileName: String = #fileID,
        functionName: String = #function,
        lineNumber: Int = #line,
        logger: @escaping EventLogger = defaultEventLog
    ) -> SignalProducer {
        let log = EventLog(events) { logger(identifier, $0, fileName, functionName, lineNumber) }
        return on(
            starting: log.line(.starting),
            started: log.line(.started),
            failed: log.line(.failed),
            completed: log.line(.completed),
            interrupted: log.line(.interrupted),
            terminated: log.line(.terminated),
            disposed: log.line(.disposed),
            value: log.line(.value)
        )
    }
}

extension Signal {
    /// Tells a logger of the events; see ``SignalProducer/logEvents(identifier:events:fileName:functionName:lineNumber:logger:)``.
    @available(swift, introduced: 6)
    public func logEvents(
        identifier: String = "",
        events: Set<LoggingEvent.Signal> = Set(LoggingEvent.Signal.allCases),
        fileName: String = #fileID,
        functionName: String = #function,
        lineNumber: Int = #line,
        logger: @escaping EventLogger = defaultEventLog
    ) -> Signal {
        let log = EventLog(events) { logger(identifier, $0, fileName, functionName, lineNumber) }
        return on(
            failed: log.line(.failed),
            completed: log.line(.completed),
            interrupted: log.line(.interrupted),
            terminated: log.line(.terminated),
            disposed: log.line(.disposed),
            value: log.line(.value)
        )
    }
}

/// Makes the side effects for the events that are to be told; the others cost nothing.
private struct EventLog<Kind: Hashable & RawRepresentable & Sendable>: Sendable where Kind.RawValue == String {
    let kinds: Set<Kind>
    let write: @Sendable (String) -> Void

    init(_ kinds: Set<Kind>, write: @escaping @Sendable (String) -> Void) {
        self.kinds = kinds
        self.write = write
    }

    func line(_ kind: Kind) -> (@Sendable () -> Void)? {
        guard kinds.contains(kind) else { return nil }
        return { write(kind.rawValue) }
    }

    func line<Detail>(_ kind: Kind) -> (@Sendable (Detail) -> Void)? {
        guard kinds.contains(kind) else { return nil }
        return { write("\(kind.rawValue) \($0)") }
    }
}
