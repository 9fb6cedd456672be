import ReactiveNetworking

extension Network {
    /// Sends a request, and sends the lines of the response as they arrive.
    ///
    /// ```swift
    /// network.lines(Route(.get, "/log")).startWithResult { result in print(result) }
    /// ```
    ///
    /// A line ends with LF or CR LF, and is delivered without its end; the last one needs no end. A byte order mark at
    /// the beginning is dropped. A line that is not UTF-8 is `parseFailure(cause:)` with its number.
    /// A slow observer pauses the connection if the transport can pause an exchange, and `values()` goes at the pace
    /// of its loop; nothing is dropped.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`. An invalid request is a failure of the operation.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The number of attempts that may follow the first until the head has arrived. If `nil`, that
    ///     of the layers (`Configuration.maxRetries`), or 10.
    /// - Returns: A producer of the lines.
    public func lines(
        _ endpoint: some Endpoint,
        options: LineOptions = LineOptions(),
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<String, OperationError> {
        let stream = LiveStream<LineParser, String>(
            parser: { LineParser(limit: max(0, options.maxLineByteCount)) },
            idleTimeout: options.idleTimeout,
            reading: { _ in StreamBatch.reading(LineParser.self) { options.decoding.text(of: $0) } }
        )
        return live(
            endpoint.makeRequest(),
            SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries),
            stream
        )
    }

    /// Sends a request, and decodes each line of the response from JSON as it arrives (NDJSON, JSON Lines).
    ///
    /// ```swift
    /// network.jsonLines(Route(.get, "/export"), as: Item.self).startWithResult { result in print(result) }
    /// ```
    ///
    /// Lines of white space are passed over. The lines are decoded off the main thread and in order, with the decoder
    /// of the network (`Configuration.decoder`). A line that cannot be decoded is
    /// `parseFailure(cause:)` with its number, or is skipped (``LineOptions/decoding``).
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`. An invalid request is a failure of the operation.
    ///   - type: The type to decode.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The number of attempts that may follow the first until the head has arrived. If `nil`, that
    ///     of the layers (`Configuration.maxRetries`), or 10.
    /// - Returns: A producer of the decoded lines.
    public func jsonLines<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Value.Type,
        options: LineOptions = LineOptions(),
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<Value, OperationError> {
        let stream = LiveStream<LineParser, Value>(
            parser: { LineParser(limit: max(0, options.maxLineByteCount)) },
            idleTimeout: options.idleTimeout,
            accept: "application/x-ndjson, application/jsonl, application/json;q=0.1",
            reading: { decoder in
                let decoding = ElementDecoding<Value>(options.decoding, decoder)
                return StreamBatch.reading(LineParser.self) { line in
                    line.data.allSatisfy(\.isJSONSpace) ? .nothing : decoding.read(line.data, "line \(line.number)")
                }
            }
        )
        return live(
            endpoint.makeRequest(),
            SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries),
            stream
        )
    }

    /// Sends a request, and decodes the texts of a JSON text sequence (RFC 7464) as they arrive.
    ///
    /// ```swift
    /// network.jsonSequence(Route(.get, "/features"), as: Feature.self).startWithResult { result in print(result) }
    /// ```
    ///
    /// A text ends at the next record separator, at the end of the body, or at the first LF behind its value. A text
    /// that lacks its rest is `parseFailure(cause:)` with its number, as one that cannot be decoded,
    /// or is skipped (``LineOptions/decoding``). The texts are decoded off the main thread and in order, with the
    /// decoder of the network (`Configuration.decoder`).
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`. An invalid request is a failure of the operation.
    ///   - type: The type to decode.
    ///   - options: The settings of the stream.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The number of attempts that may follow the first until the head has arrived. If `nil`, that
    ///     of the layers (`Configuration.maxRetries`), or 10.
    /// - Returns: A producer of the decoded texts.
    public func jsonSequence<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Value.Type,
        options: LineOptions = LineOptions(),
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<Value, OperationError> {
        let stream = LiveStream<SequenceParser, Value>(
            parser: { SequenceParser(limit: max(0, options.maxLineByteCount)) },
            idleTimeout: options.idleTimeout,
            accept: "application/json-seq, application/json;q=0.1",
            reading: { decoder in
                let decoding = ElementDecoding<Value>(options.decoding, decoder)
                return StreamBatch.reading(SequenceParser.self) {
                    decoding.read($0.data, "text \($0.number)", $0.defect)
                }
            }
        )
        return live(
            endpoint.makeRequest(),
            SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries),
            stream
        )
    }
}

extension StreamDecoding {
    /// Returns a line as text, or what it means that it is none (L2).
    fileprivate func text(of line: StreamElement) -> StreamPart<String> {
        if let text = String(validating: line.data, as: UTF8.self) { return .value(text) }
        let repaired = Data(String(decoding: line.data, as: UTF8.self).utf8)
        var failure = DecodingFailure(
            .undecodableText(.utf8),
            decoding: String.self,
            of: RawResponse(head: ResponseHead(status: .ok), data: line.data),
            excerpt: RedactedSnippet.text(of: repaired, upTo: 0)
        )
        failure.element = "line \(line.number)"
        return part(for: failure)
    }
}
