import ReactiveCore
import ReactiveNetworking

extension Network {
    /// Sends the stored response first, however old it is, and then the server's if that is newer.
    ///
    /// ```swift
    /// network.updates(of: .todo(1), as: Todo.self).startOnMain(value: { show($0.parsedData) })
    /// ```
    ///
    /// The network needs a ``CachingTransport``. If it has a stored response, that is the first value. If the stored
    /// response is fresh, the producer completes. Otherwise, the server is asked, and its response is the second value,
    /// unless the server confirms the stored one (304). A failure after the first value is a failure. Without a stored
    /// response, or without a cache, the producer is that of `send(_:as:decoder:scheduler:abortAfter:maxRetries:)`.
    ///
    /// The producer is cold. Reading the cache and asking the server are one operation each, with a deadline each.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`. An invalid request is a failure of the operation.
    ///   - type: The type to decode.
    ///   - decoder: A closure that makes the decoder, once for each response; the network's own
    ///     (`Configuration.decoder`) if `nil`.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of each operation. If `nil`, that of the layers (`Configuration.abortAfter`), or
    ///     10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (`Configuration.maxRetries`), or 10.
    /// - Returns: A producer of at most two values.
    public func updates<Decoded: Decodable & Sendable>(
        of endpoint: some Endpoint,
        as type: Decoded.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, OperationError> {
        let request = endpoint.makeRequest()
        let send: @Sendable (CachePass) -> SignalProducer<DataResponse<Decoded>, OperationError> = { pass in
            var request = request
            request.configuration.attachments[CachePass.self] = pass
            return self.send(
                request,
                as: type,
                decoder: decoder,
                scheduler: scheduler,
                abortAfter: abortAfter,
                maxRetries: maxRetries
            )
        }
        return .deferred {
            let witness = CacheWitness()
            return send(.stored(witness)).map { Optional($0) }
                .flatMapError { error -> SignalProducer<DataResponse<Decoded>?, OperationError> in
                    // The stored response cannot be used. Without a cache, the failure is the server's.
                    witness.hasSeenCache ? SignalProducer(value: nil) : SignalProducer(error: error)
                }
                .flatMap(.concat) { stored -> SignalProducer<DataResponse<Decoded>, OperationError> in
                    guard let stored else { return send(.network) }
                    guard let status = stored.cacheStatus, !status.values.isCurrent else {
                        return SignalProducer(value: stored)
                    }
                    let newer = send(.network).filter { $0.cacheStatus?.forwardStatus != .notModified }
                    return SignalProducer(value: stored).concat(newer)
                }
        }
    }
}
