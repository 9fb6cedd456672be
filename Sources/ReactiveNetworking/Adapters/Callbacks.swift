extension SignalProducer {
    /// Starts the producer, and calls exactly one of these closures, once.
    ///
    /// ```swift
    /// let request = network.send(todo, as: Todo.self).start(
    ///     onSuccess: { print($0.parsedData) },
    ///     onFailure: { print($0) }
    /// )
    /// request.dispose()       // cancels; neither closure is called any more
    /// ```
    ///
    /// Only the first value counts, and the start is then disposed of. Apply ``onlyValue()`` to a download or an upload
    /// first, because its first values are progress. For callbacks that are added later, start `replayLazily(upTo: 1)`
    /// once for each.
    ///
    /// - Parameters:
    ///   - onSuccess: A closure that receives the value.
    ///   - onFailure: A closure that receives the failure.
    ///   - onCancel: A closure that is called if the start was disposed of, or ended without a value.
    /// - Returns: A disposable that cancels the start.
    @discardableResult
    public func start(
        onSuccess: @escaping @Sendable (Value) -> Void,
        onFailure: @escaping @Sendable (Failure) -> Void,
        onCancel: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let hasSucceeded = Locked(false)
        return take(first: 1).start { event in
            switch event {
            case .value(let value):
                hasSucceeded.withLock { $0 = true }
                onSuccess(value)
            case .failed(let error): onFailure(error)
            case .completed, .interrupted:
                if !hasSucceeded.withLock({ $0 }) { onCancel?() }
            }
        }
    }
}
