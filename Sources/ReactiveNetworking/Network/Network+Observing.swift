extension Network {
    /// Writes the events of operations that begin from now on as lines of a log.
    ///
    /// - Parameters:
    ///   - sink: The destination of the lines.
    ///   - level: The level of detail. With ``Log/Level/none`` nothing is written, at no cost.
    ///   - details: The details to show in addition to the lines; none by default.
    /// - Returns: A disposable that stops the log.
    @discardableResult
    public func log(
        to sink: Log.Sink = .console,
        level: Log.Level = .info,
        showing details: Log.Details = []
    ) -> any Disposable {
        guard level > .none else { return AnyDisposable() }
        let writer = LogWriter(to: sink, level, showing: details)
        return events.observeValues { writer.write($0) } ?? AnyDisposable()
    }

    /// The outcomes of this network's operations, one value for each operation as it ends.
    ///
    /// ```swift
    /// network.reports
    ///     .filter { $0.status == .unauthorized }
    ///     .observeValues { _ in session.end() }
    /// ```
    ///
    /// Each value arrives before the operation's own observers receive theirs, on the same scheduler. Operations are
    /// reported that begin after this property was first read; until then, outcomes cost nothing.
    public var reports: Signal<OperationReport, Never> { core.report.signal }

    /// Adds a delegate of all operations that begin from now on. Adding it again has no effect.
    ///
    /// - Parameter delegate: The delegate, which is held weakly.
    public func add(_ delegate: any OperationDelegate) { core.report.add(delegate) }

    /// Removes a delegate for all operations that begin from now on.
    ///
    /// - Parameter delegate: The delegate.
    public func remove(_ delegate: any OperationDelegate) { core.report.remove(delegate) }
}
