extension Network {
    /// Sends a request, and waits for the response, decoded from JSON.
    ///
    /// ```swift
    /// let todo = try await network.response(for: .todo(1), as: Todo.self).parsedData
    /// ```
    ///
    /// Canceling the task cancels the transfer.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type to decode.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: The decoded response.
    /// - Throws: An ``OperationError``, or a `CancellationError` if the task is canceled or the response is swallowed.
    nonisolated(nonsending) public func response<Decoded: Decodable & Sendable>(
        for endpoint: some Endpoint,
        as type: Decoded.Type,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> DataResponse<Decoded> {
        try await send(endpoint, as: type, abortAfter: abortAfter, maxRetries: maxRetries).value()
    }
}
