/// Asks for what is missing of a download, and for the whole where a part is not to be had (T19).
///
/// It stands around everything else, so that hooks, signatures and the log see what is asked for.
struct RangeRequestTransport: Transport {
    let base: any Transport
    let download: Download
    let operation: Operation

    var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        .deferred {
            do throws(RequestError) {
                return try exchange(request, for: download.nextPart())
            } catch {
                return SignalProducer(error: .abortedByClient(error))
            }
        }
    }

    private func exchange(
        _ request: PreparedRequest,
        for part: Download.Part?
    ) throws(RequestError) -> SignalProducer<TransportEvent, TransportError> {
        // A body that is coded on its way has neither offsets nor a length that mean anything to a file.
        let whole = try request.askingUncoded()
        guard let part else { return base.exchange(whole) }
        let rest = try whole.header(HTTP.Headers.Name.range, "bytes=\(part.offset)-")
            .header(HTTP.Headers.Name.ifRange, part.validator.text)
        return base.exchange(rest).replaced { event in
            guard case .head(let head) = event, !download.canUse(head, for: part) else { return nil }
            operation.follows(head)
            return base.exchange(whole)
        }
    }
}
