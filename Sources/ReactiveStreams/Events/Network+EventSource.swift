import ReactiveNetworking

extension Network {
    /// Sends a request, and sends the server-sent events of the response as they arrive, across connections.
    ///
    /// ```swift
    /// network.eventSource(Route(.get, "/prices")).startWithResult { result in print(result) }
    /// ```
    ///
    /// A connection that ends is followed by another one, with the ID of the last event, so that a server that knows
    /// its events sends what was missed. A 204 completes the stream. The deadline of the configuration
    /// (`Configuration.abortAfter`, 10 seconds by default) is the time for each connection to get its head. See
    /// <doc:EventStreams>.
    ///
    /// The events are those of the HTML standard. A slow observer pauses the connection if the transport can pause
    /// an exchange; nothing is dropped. The producer fails with a `Network.OperationError`; a response that is no event
    /// stream is an ``EventSourceError``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`, of any method. An invalid request is a failure of the
    ///     operation.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    /// - Returns: A producer of the events.
    public func eventSource(
        _ endpoint: some Endpoint,
        options: EventSourceOptions = EventSourceOptions(),
        scheduler: (any Scheduler)? = nil
    ) -> SignalProducer<ServerSentEvent, OperationError> {
        let reading = StreamBatch.reading(EventParser.self) { part -> StreamPart<ServerSentEvent> in
            if case .event(let event) = part.item { .value(event) } else { .nothing }
        }
        return events(of: endpoint.makeRequest(), options, scheduler, telling: { _ in nil }, reading: { _ in reading })
    }

    /// Sends a request, and decodes the data of its server-sent events from JSON as they arrive.
    ///
    /// ```swift
    /// network.eventSource(Route(.post, "/completions", body: .json(prompt)), as: Chunk.self, ending: .openAI)
    ///     .startWithResult { result in print(result) }
    /// ```
    ///
    /// The data is decoded off the main thread and in order, with the decoder of the network
    /// (`Configuration.decoder`). An event whose data cannot be decoded is `parseFailure(cause:)`
    /// with the number of the event, or is skipped (``EventSourceOptions/decoding``).
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`, of any method. An invalid request is a failure of the
    ///     operation.
    ///   - type: The type to decode.
    ///   - ending: The event that completes the stream and cancels the rest; none by default.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    /// - Returns: A producer of the decoded events.
    public func eventSource<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Value.Type,
        ending: StreamEnding = .never,
        options: EventSourceOptions = EventSourceOptions(),
        scheduler: (any Scheduler)? = nil
    ) -> SignalProducer<TypedServerSentEvent<Value>, OperationError> {
        events(
            of: endpoint.makeRequest(),
            options,
            scheduler,
            telling: { _ in nil },
            reading: { decoder in
                let decoding = ElementDecoding<Value>(options.decoding, decoder)
                return StreamBatch.reading(EventParser.self) { part in
                    guard case .event(let event) = part.item else { return .nothing }
                    return decoding.read(event, part.number, until: ending)
                }
            }
        )
    }

    /// Sends a request, and sends its server-sent events together with comments and changes of the connection.
    ///
    /// ```swift
    /// network.eventSourceUpdates(Route(.get, "/prices")).startWithResult { result in
    ///     if case .success(.reconnecting(let delay, _)) = result { print("connects again in \(delay)") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`, of any method. An invalid request is a failure of the
    ///     operation.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    /// - Returns: A producer of the updates.
    public func eventSourceUpdates(
        _ endpoint: some Endpoint,
        options: EventSourceOptions = EventSourceOptions(),
        scheduler: (any Scheduler)? = nil
    ) -> SignalProducer<EventSourceUpdate, OperationError> {
        let reading = StreamBatch.reading(EventParser.self) { part -> StreamPart<EventSourceUpdate> in
            switch part.item {
            case .event(let event): .value(.event(event))
            case .comment(let text): .value(.comment(text))
            }
        }
        return events(
            of: endpoint.makeRequest(),
            options,
            scheduler,
            wantsComments: true,
            telling: { $0.of(ServerSentEvent.self) },
            reading: { _ in reading }
        )
    }

    /// Sends a request, and sends its server-sent events, whose data is decoded from JSON, together with comments and
    /// changes of the connection.
    ///
    /// ```swift
    /// network.eventSourceUpdates(Route(.get, "/prices"), as: Price.self).startWithResult { result in
    ///     switch result {
    ///     case .success(.event(let event)): print(event.value)
    ///     case .success(.reconnecting(let delay, _)): print("connects again in \(delay)")
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`, of any method. An invalid request is a failure of the
    ///     operation.
    ///   - type: The type to decode.
    ///   - ending: The event that completes the stream and cancels the rest; none by default.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    /// - Returns: A producer of the updates.
    public func eventSourceUpdates<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Value.Type,
        ending: StreamEnding = .never,
        options: EventSourceOptions = EventSourceOptions(),
        scheduler: (any Scheduler)? = nil
    ) -> SignalProducer<EventStreamUpdate<TypedServerSentEvent<Value>>, OperationError> {
        events(
            of: endpoint.makeRequest(),
            options,
            scheduler,
            wantsComments: true,
            telling: { $0.of(TypedServerSentEvent<Value>.self) },
            reading: { decoder in
                let decoding = ElementDecoding<Value>(options.decoding, decoder)
                return StreamBatch.reading(EventParser.self) { part in
                    switch part.item {
                    case .event(let event): decoding.read(event, part.number, until: ending).map { .event($0) }
                    case .comment(let text): .value(.comment(text))
                    }
                }
            }
        )
    }

    /// Returns the server-sent events of a response as an asynchronous sequence, which holds up the connection while
    /// the loop is busy, and drops nothing.
    ///
    /// ```swift
    /// for try await event in network.eventSequence(Route(.get, "/prices")) { print(event.data) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`, of any method. An invalid request is a failure of the
    ///     operation.
    ///   - options: The settings of the stream.
    /// - Returns: A sequence that opens one stream for each iteration.
    public func eventSequence(
        _ endpoint: some Endpoint,
        options: EventSourceOptions = EventSourceOptions()
    ) -> EventSequence {
        EventSequence(eventSource(endpoint, options: options))
    }

    private typealias EventReading<Value: Sendable> = LiveReceiver<EventParser, Value>.Reading

    private func events<Value>(
        of request: Request,
        _ options: EventSourceOptions,
        _ scheduler: (any Scheduler)?,
        wantsComments: Bool = false,
        telling value: @escaping @Sendable (EventStreamUpdate<Never>) -> Value?,
        reading: @escaping @Sendable (@escaping DecoderSource) -> EventReading<Value>
    ) -> SignalProducer<Value, OperationError> {
        let stream = LiveStream<EventParser, Value>(
            parser: {
                EventParser(lastEventID: options.lastEventID, limits: options.limits, wantsComments: wantsComments)
            },
            idleTimeout: options.idleTimeout,
            connection: { EventConnection(options, telling: value) },
            reading: reading
        )
        return live(request, SendOptions(scheduler: scheduler, abortAfter: nil, maxRetries: nil), stream)
    }
}

extension ElementDecoding {
    /// Returns the typed event of an event, or what its failure means.
    fileprivate func read(
        _ event: ServerSentEvent,
        _ number: Int,
        until ending: StreamEnding
    ) -> StreamPart<TypedServerSentEvent<Value>> {
        if ending.isReached(by: event.data) { return .end }
        return read(Data(event.data.utf8), "event \(number)").map {
            TypedServerSentEvent(value: $0, type: event.type, id: event.id)
        }
    }
}

extension StreamPart {
    /// Returns the part with another value.
    func map<Other>(_ transform: (Value) -> Other) -> StreamPart<Other> {
        switch self {
        case .value(let value): .value(transform(value))
        case .nothing: .nothing
        case .skipped(let failure): .skipped(failure)
        case .end: .end
        case .failure(let error): .failure(error)
        }
    }
}
