import Foundation

// The doors: each is the one chain with another end.
extension Network {
    /// Sends a request, and gives the headers of the response.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything: all attempts, all waits, receiving and parsing (N11). If `nil`,
    ///     what the layers say (``Configuration/abortAfter``), else 10 s.
    ///   - maxRetries: how many attempts may follow the first (N6). If `nil`, what the layers say
    ///     (``Configuration/maxRetries``), else 10.
    public func send(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<HTTP.Headers, OperationError> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return perform(request, options, endingIn: .headersOnly)
    }

    /// Sends a request, and makes a value of the response's body.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything: all attempts, all waits, receiving and parsing (N11). If `nil`,
    ///     what the layers say (``Configuration/abortAfter``), else 10 s.
    ///   - maxRetries: how many attempts may follow the first (N6). If `nil`, what the layers say
    ///     (``Configuration/maxRetries``), else 10.
    ///   - parse: makes the value, off the main thread. Returning `nil` or throwing is ``OperationError/parseFailure(cause:)``.
    ///     A response that has no body by its nature (204, 205, HEAD) is parsed from no bytes; any other empty one is
    ///     ``OperationError/missingData``.
    public func send<Parsed: Sendable>(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil,
        parse: @escaping @Sendable (Data) throws -> Parsed?
    ) -> SignalProducer<DataResponse<Parsed>, OperationError> {
        let decoding = Decoding<Parsed>.custom { data in
            guard let parsed = try parse(data) else { throw NilParseResultError() }
            return parsed
        }
        return send(
            request,
            decoding: decoding,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends a request, and decodes the response's body from JSON.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - type: what to decode.
    ///   - decoder: makes the decoder, once for each response; the network's own if `nil`.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything: all attempts, all waits, receiving and parsing (N11). If `nil`,
    ///     what the layers say (``Configuration/abortAfter``), else 10 s.
    ///   - maxRetries: how many attempts may follow the first (N6). If `nil`, what the layers say
    ///     (``Configuration/maxRetries``), else 10.
    public func send<Decoded: Decodable & Sendable>(
        _ request: Request,
        as type: Decoded.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, OperationError> {
        send(
            request,
            decoding: .json(type, decoder: decoder),
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends an endpoint's request, and gives the headers of the response; see ``send(_:scheduler:abortAfter:maxRetries:)``.
    public func send(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<HTTP.Headers, OperationError> {
        send(
            RequestBuilder(endpoint: endpoint).build(),
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends an endpoint's request, and makes a value of the body; see
    /// ``send(_:scheduler:abortAfter:maxRetries:parse:)-(Request,_,_,_,_)``.
    public func send<Parsed: Sendable>(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil,
        parse: @escaping @Sendable (Data) throws -> Parsed?
    ) -> SignalProducer<DataResponse<Parsed>, OperationError> {
        send(
            RequestBuilder(endpoint: endpoint).build(),
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries,
            parse: parse
        )
    }

    /// Sends an endpoint's request, and decodes the body from JSON; see
    /// ``send(_:as:decoder:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_,_)``.
    public func send<Decoded: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Decoded.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, OperationError> {
        send(
            RequestBuilder(endpoint: endpoint).build(),
            as: type,
            decoder: decoder,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }
}
