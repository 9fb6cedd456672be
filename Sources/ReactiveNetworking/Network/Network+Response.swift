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

    /// Sends a request, and waits for the response: its status, its header fields, and the bytes of its body, which may
    /// be empty.
    ///
    /// ```swift
    /// try await network.response(for: Route(.delete, "/todos/1"))
    /// let tag = try await network.response(for: Route(.head, "/todos/1")).responseHeaders["ETag"]
    /// ```
    ///
    /// Canceling the task cancels the transfer.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: The response.
    /// - Throws: An ``OperationError``, or a `CancellationError` if the task is canceled or the response is swallowed.
    @discardableResult
    nonisolated(nonsending) public func response(
        for endpoint: some Endpoint,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> DataResponse<Data> {
        try await send(endpoint, decoding: .data, abortAfter: abortAfter, maxRetries: maxRetries).value()
    }

    /// Sends a request, and waits for the response, whose body is ignored and may be empty.
    ///
    /// Canceling the task cancels the transfer.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type of no value.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: The response.
    /// - Throws: An ``OperationError``, or a `CancellationError` if the task is canceled or the response is swallowed.
    @discardableResult
    nonisolated(nonsending) public func response(
        for endpoint: some Endpoint,
        as type: Void.Type,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> DataResponse<Void> {
        try await send(endpoint, as: type, abortAfter: abortAfter, maxRetries: maxRetries).value()
    }

    /// Sends a request, and waits for the response, decoded from JSON; the body of a refused response is decoded too.
    ///
    /// ```swift
    /// do {
    ///     print(try await network.response(for: .todo(1), as: Todo.self, failingWith: Problem.self).parsedData)
    /// } catch let failure as Network.ErrorWithBody<Problem> {
    ///     print(failure.body?.title ?? "\(failure.error)")
    /// }
    /// ```
    ///
    /// Canceling the task cancels the transfer.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type to decode from the body of an accepted response.
    ///   - errorType: The type to decode from the body of a refused response.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: The decoded response.
    /// - Throws: An ``ErrorWithBody``, or a `CancellationError` if the task is canceled or the response is swallowed.
    nonisolated(nonsending) public func response<Decoded: Decodable & Sendable, ErrorBody: Decodable & Sendable>(
        for endpoint: some Endpoint,
        as type: Decoded.Type,
        failingWith errorType: ErrorBody.Type,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> DataResponse<Decoded> {
        try await send(endpoint, as: type, failingWith: errorType, abortAfter: abortAfter, maxRetries: maxRetries)
            .value()
    }
}
