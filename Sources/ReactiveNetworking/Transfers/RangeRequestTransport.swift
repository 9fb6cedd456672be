/// Requests the missing part of a download, or the complete resource if the server does not provide the part.
///
/// This decorator is the outermost one, so that hooks, signatures, and the log see the actual request.
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
        // Offsets and lengths of an encoded body do not correspond to those of the file.
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
