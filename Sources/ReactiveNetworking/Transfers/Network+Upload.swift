import Foundation

// The same as `send`, with what it says of the request on its way.
extension Network {
    /// Sends a request, says how much of its body has been sent, and gives the headers of the response.
    ///
    /// Progress never runs backwards, comes at most ten times a second, and comes to the total once. An attempt or a redirect
    /// that sends the body again says nothing until it has come further than before.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func upload(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int = 10
    ) -> SignalProducer<TransferUpdate<HTTP.Headers>, OperationError> {
        let options = SendOptions(inPlace: abortAfter, maxRetries: maxRetries)
        return upload(request, options, on: scheduler, endingIn: .headersOnly)
    }

    /// Sends a request, says how much of its body has been sent, and makes a value of the response's body, as
    /// ``send(_:scheduler:abortAfter:maxRetries:parse:)-(Request,_,_,_,_)`` does.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`.
    ///   - maxRetries: how many attempts may follow the first (N6).
    ///   - parse: makes the value, off the main thread.
    public func upload<Parsed: Sendable>(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int = 10,
        parse: @escaping @Sendable (Data) throws -> Parsed?
    ) -> SignalProducer<TransferUpdate<DataResponse<Parsed>>, OperationError> {
        let options = SendOptions(inPlace: abortAfter, maxRetries: maxRetries)
        return upload(request, options, on: scheduler, endingIn: .parsed(emptyBody: .isFineWithoutContent, parse))
    }

    /// Sends a request, says how much of its body has been sent, and decodes the response's body from JSON.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - type: what to decode.
    ///   - decoder: makes the decoder, once for each response.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func upload<Decoded: Decodable & Sendable>(
        _ request: Request,
        as type: Decoded.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int = 10
    ) -> SignalProducer<TransferUpdate<DataResponse<Decoded>>, OperationError> {
        let options = SendOptions(inPlace: abortAfter, maxRetries: maxRetries)
        let ending = ResponseEnding<DataResponse<Decoded>>.parsed(emptyBody: .isMissingData) {
            try decoder().decode(type, from: $0)
        }
        return upload(request, options, on: scheduler, endingIn: ending)
    }

    private func upload<Output>(
        _ request: Request,
        _ options: SendOptions,
        on scheduler: (any Scheduler)?,
        endingIn ending: ResponseEnding<Output>
    ) -> SignalProducer<TransferUpdate<Output>, OperationError> {
        reporting(on: scheduler) { report in
            perform(request, options, receivedBy: ReportingUpload(base: ending, report: report))
        }
    }
}
