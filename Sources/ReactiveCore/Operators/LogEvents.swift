/// The kinds of events that `logEvents` can log.
public enum LoggingEvent: Sendable {
    /// The events of a signal.
    public enum Signal: String, CaseIterable, Sendable {
        /// The signal sent a value.
        case value
        /// The signal completed.
        case completed
        /// The signal failed.
        case failed
        /// The signal ended with any terminal event.
        case terminated
        /// The observation has ended and released its resources.
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
        /// The start sent a value.
        case value
        /// The start completed.
        case completed
        /// The start failed.
        case failed
        /// The start ended with any terminal event.
        case terminated
        /// The start has ended and released its resources.
        case disposed
        /// The start was interrupted.
        case interrupted
    }
}

/// A closure that logs an event, given an identifier, the event with its value or failure, and the source location.
public typealias EventLogger =
    @Sendable (
        _ identifier: String,
        _ event: String,
        _ fileName: String,
        _ functionName: String,
        _ lineNumber: Int
    ) -> Void

/// Prints one line for an event to standard output.
///
/// This function is the default logger of `logEvents`.
///
/// - Parameters:
///   - identifier: The identifier of the stream.
///   - event: The event with its value or failure.
///   - fileName: The file that called `logEvents`.
///   - functionName: The function that called `logEvents`.
///   - lineNumber: The line that called `logEvents`.
public func defaultEventLog(
    identifier: String,
    event: String,
    fileName: String,
    functionName: String,
    lineNumber: Int
) {
    // The only output of the core, which a call to `logEvents` requests explicitly.
    Swift.print(
        "[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)"
    )
}

extension SignalProducer {
    /// Logs events of the producer, each before it is sent on.
    ///
    /// ```swift
    /// loadUser().logEvents(identifier: "user", events: [.starting, .failed])
    /// // [user] starting fileName: App/Users.swift, functionName: reload(), lineNumber: 12
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The name of the producer in the log.
    ///   - events: The events to log. By default, all events are logged.
    ///   - fileName: The file to log. Defaults to the file of the call.
    ///   - functionName: The function to log. Defaults to the function of the call.
    ///   - lineNumber: The line to log. Defaults to the line of the call.
    ///   - logger: The closure that logs an event, called on the thread that sends the event. Defaults to
    ///     ``defaultEventLog(identifier:event:fileName:functionName:lineNumber:)``.
    /// - Returns: A producer that sends the same events.
    @_disfavoredOverload
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
    /// Logs events of the signal, each before it is sent on.
    ///
    /// For more information, see
    /// ``SignalProducer/logEvents(identifier:events:fileName:functionName:lineNumber:logger:)``.
    ///
    /// - Parameters:
    ///   - identifier: The name of the signal in the log.
    ///   - events: The events to log. By default, all events are logged.
    ///   - fileName: The file to log. Defaults to the file of the call.
    ///   - functionName: The function to log. Defaults to the function of the call.
    ///   - lineNumber: The line to log. Defaults to the line of the call.
    ///   - logger: The closure that logs an event, called on the thread that sends the event. Defaults to
    ///     ``defaultEventLog(identifier:event:fileName:functionName:lineNumber:)``.
    /// - Returns: A signal that sends the same events.
    @_disfavoredOverload
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

/// Creates the side effects for the events to log. Other events cost nothing.
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
