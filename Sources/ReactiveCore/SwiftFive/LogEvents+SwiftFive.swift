// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public func logEvents(
        identifier: String = "",
        events: Set<LoggingEvent.SignalProducer> = Set(LoggingEvent.SignalProducer.allCases),
        fileName: String = #fileID,
        functionName: String = #function,
        lineNumber: Int = #line,
        logger: @escaping EventLogger = defaultEventLog,
        _ mode: Void = ()
    ) -> SignalProducer {
        return logEvents(
            identifier: identifier,
            events: events,
            fileName: fileName,
            functionName: functionName,
            lineNumber: lineNumber,
            logger: logger
        )
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public func logEvents(
        identifier: String = "",
        events: Set<LoggingEvent.Signal> = Set(LoggingEvent.Signal.allCases),
        fileName: String = #fileID,
        functionName: String = #function,
        lineNumber: Int = #line,
        logger: @escaping EventLogger = defaultEventLog,
        _ mode: Void = ()
    ) -> Signal {
        return logEvents(
            identifier: identifier,
            events: events,
            fileName: fileName,
            functionName: functionName,
            lineNumber: lineNumber,
            logger: logger
        )
    }
}
