extension SignalProducer {
    /// Starts the producer, and calls one of these closures, once; for code in the style of callbacks.
    ///
    /// ```swift
    /// let request = network.send(todo, as: Todo.self).start(
    ///     onSuccess: { print($0.parsedData) },
    ///     onFailure: { print($0) }
    /// )
    /// request.dispose()       // cancels; none of the two is called any more
    /// ```
    ///
    /// Of several values the first counts, and the start is then disposed of: of a download or an upload take
    /// ``onlyValue()`` before, for its first values are progress. For callbacks that can be added later and get
    /// what came before, start `replayLazily(upTo: 1)` as often as needed.
    ///
    /// - Parameters:
    ///   - onSuccess: gets the value.
    ///   - onFailure: gets the failure.
    ///   - onCancel: is called if there is neither: the start was disposed of, or ended without a value.
    /// - Returns: what cancels the start.
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
