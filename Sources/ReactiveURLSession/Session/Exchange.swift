import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Converts the session's callbacks for one exchange to transport events.
final class Exchange: Sendable {
    private struct Progress: Sendable {
        var hasHead = false
        var hasSent = false
        var receivedByteCount: Int64 = 0
        var firstByte: Duration?
        /// The reason for refusing the server, if it was refused.
        var failure: TransportError.Kind?
    }

    private let observer: Signal<TransportEvent, TransportError>.Observer
    private let progress = InlineLocked(Progress())
    private let begun = ContinuousClock.now
    private let host: String?

    init(_ request: PreparedRequest, _ observer: Signal<TransportEvent, TransportError>.Observer) {
        self.observer = observer
        host = request.url.host
    }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return observer.send(error: TransportError(.notHTTP, host: host, phase: .waitingForHead))
        }
        let head = ResponseHead(response)
        // On Linux, the session delivers informational responses like final ones.
        if (100..<200).contains(head.status.rawValue) {
            return observer.send(value: .informational(head))
        }
        let isFirst = progress.withLock { progress in
            defer { progress.hasHead = true }
            progress.firstByte = progress.firstByte ?? begun.duration(to: .now)
            return !progress.hasHead
        }
        if isFirst { observer.send(value: .head(head)) }
    }

    func receive(_ data: Data) {
        progress.withLock { $0.receivedByteCount += Int64(data.count) }
        observer.send(value: .body(data))
    }

    func sent(_ byteCount: Int64, of total: Int64) {
        let isLate = progress.withLock { progress in
            progress.hasSent = true
            return progress.hasHead
        }
        guard !isLate else { return }
        observer.send(value: .uploadProgress(sent: byteCount, total: total < 0 ? nil : total))
    }

    /// Records that the server was refused; the session completes the task afterward.
    func refuse(_ kind: TransportError.Kind) {
        progress.withLock { $0.failure = kind }
    }

    /// Ends the exchange. `response` is the task's response, which the session may not have delivered before.
    func complete(_ response: URLResponse?, error: (any Error)?) {
        if let failure = progress.withLock({ $0.failure }) {
            return observer.send(error: TransportError(failure, host: host, phase: .connecting))
        }
        let hadHead = progress.withLock { $0.hasHead }
        if !hadHead, let response, error == nil || error.isRefusedChallenge { receive(response) }
        let progress = progress.withLock { $0 }
        switch error {
        case .some(let error) where !(progress.hasHead && error.isRefusedChallenge):
            observer.send(
                error: TransportError(
                    error,
                    host: host,
                    phase: progress.hasHead ? .receiving : .waitingForHead,
                    hasSent: progress.hasSent
                )
            )
        case _ where !progress.hasHead:
            observer.send(error: TransportError(.notHTTP, host: host, phase: .waitingForHead))
        default:
            let metrics = TransferMetrics(
                firstByte: progress.firstByte,
                total: begun.duration(to: .now),
                receivedByteCount: progress.receivedByteCount
            )
            observer.send(value: .completed(metrics))
            observer.sendCompleted()
        }
    }
}

extension (any Error)? {
    fileprivate var isRefusedChallenge: Bool { self?.isRefusedChallenge ?? false }
}

extension Error {
    /// A Boolean value that indicates whether this is the error with which the session ends a task after a challenge
    /// for credentials was refused, as all of them are. The response is then the 401.
    fileprivate var isRefusedChallenge: Bool { (self as? URLError)?.code == .cancelled }
}

extension ResponseHead {
    init(_ response: HTTPURLResponse) {
        var headers = HTTP.Headers()
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            if HTTP.isSameIgnoringCase(name, HTTP.Headers.Name.setCookie) {
                for cookie in value.separateCookies { headers.add(name, cookie) }
            } else {
                headers.add(name, value)
            }
        }
        self.init(status: HTTP.StatusCode(rawValue: response.statusCode), headers: headers, url: response.url)
    }
}

extension String {
    /// Splits a `Set-Cookie` value that the session has joined (N14). A comma separates two cookies if a name and "="
    /// follow. The comma of a date is not followed by them, and cookie values contain no commas (RFC 6265 §4.1.1).
    fileprivate var separateCookies: [String] {
        split(separator: /, *(?=[^ ;,=]+=)/).map(String.init)
    }
}
