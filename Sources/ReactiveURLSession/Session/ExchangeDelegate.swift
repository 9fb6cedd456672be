import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forwards a session's callbacks to its exchanges.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct Entry: Sendable {
        let exchange: Exchange
        /// A Boolean value that indicates whether the session has the answer to a redirect: it is then about to end the
        /// task by itself.
        var hasAnsweredRedirect = false
    }

    private let entries = Locked<[Int: Entry]>([:])
    private let pins: [PinPolicy]

    init(pins: [PinPolicy]) {
        self.pins = pins
    }

    func begin(_ exchange: Exchange, of task: URLSessionTask) {
        entries.withLock { $0[task.taskIdentifier] = Entry(exchange: exchange) }
    }

    /// Removes an exchange, which then receives no further callbacks.
    ///
    /// - Returns: Whether to cancel the task, which the session must neither have ended nor be about to end. On Linux,
    ///   answering a redirect of a canceled task crashes the process.
    func end(_ task: URLSessionTask) -> Bool {
        let entry = entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        return entry.map { !$0.hasAnsweredRedirect } ?? false
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        entries.withLock { $0[task.taskIdentifier]?.exchange }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
    }

    // The library's own stage follows redirects (N15), because the session would send credentials along. For an
    // exchange that has ended, the task is canceled or about to be, and must get no answer; see `end(_:)`.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let isWanted = entries.withLock { entries in
            entries[task.taskIdentifier]?.hasAnsweredRedirect = true
            return entries[task.taskIdentifier] != nil
        }
        if isWanted { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch AuthChallengeHandler.answer(to: challenge, pins) {
        case .give(let disposition):
            completionHandler(disposition, nil)
        case .refuse(let kind):
            exchange(of: task)?.refuse(kind)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let entry = entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        entry?.exchange.complete(task.response, error: error)
    }
}
