#if canImport(Combine)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The opening of a WebSocket by a session, which makes the handshake and checks the answer.
    ///
    /// The session does not report the header fields of the answer, but the subprotocol.
    final class WebSocketExchange: NSObject, URLSessionWebSocketDelegate, Sendable {
        private let upgrade: Upgrade
        private let host: String?
        private let pins: [PinPolicy]
        private let observer: Signal<TransportEvent, TransportError>.Observer
        private let socket = Locked<SessionWebSocket?>(nil)
        private let failure = Locked<TransportError.Kind?>(nil)

        private init(
            _ upgrade: Upgrade,
            _ host: String?,
            _ pins: [PinPolicy],
            _ observer: Signal<TransportEvent, TransportError>.Observer
        ) {
            self.upgrade = upgrade
            self.host = host
            self.pins = pins
            self.observer = observer
        }

        static func begin(
            _ request: PreparedRequest,
            in session: URLSession,
            _ additionalHeaders: HTTP.Headers,
            _ pins: [PinPolicy],
            _ observer: Signal<TransportEvent, TransportError>.Observer,
            _ lifetime: Lifetime
        ) {
            if let name = request.upgrade?.unsupportedField {
                let detail = "URLSession cannot offer what the field \(name) says"
                let error = TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
                return observer.send(error: error)
            }
            guard let upgrade = request.upgrade, let complete = try? request.withDefaults(additionalHeaders),
                let opening = URLRequest(opening: complete, upgrade)
            else { return observer.send(error: .withoutUpgrade(request, "the session's configuration")) }
            let task = session.webSocketTask(with: opening)
            let exchange = WebSocketExchange(upgrade, request.url.host, pins, observer)
            // The task keeps its delegate until it ends.
            task.delegate = exchange
            lifetime.observeEnded { if exchange.socket.withLock({ $0 == nil }) { task.cancel() } }
            observer.send(value: .phase(.waitingForHead))
            if !lifetime.hasEnded { task.resume() }
        }

        func urlSession(
            _ session: URLSession,
            webSocketTask: URLSessionWebSocketTask,
            didOpenWithProtocol subprotocol: String?
        ) {
            let opened = SessionWebSocket(webSocketTask)
            socket.withLock { $0 = opened }
            upgrade.succeed(with: .platform(opened))
            var headers = HTTP.Headers()
            if let subprotocol { headers.set("Sec-WebSocket-Protocol", subprotocol) }
            observer.send(value: .head(ResponseHead(status: HTTP.StatusCode(rawValue: 101), headers: headers)))
            observer.send(value: .completed(TransferMetrics()))
            observer.sendCompleted()
        }

        func urlSession(
            _ session: URLSession,
            webSocketTask: URLSessionWebSocketTask,
            didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
            reason: Data?
        ) {
            let text = String(decoding: reason ?? Data(), as: UTF8.self)
            socket.withLock { $0 }?.report(.closed(code: UInt16(clamping: closeCode.rawValue), reason: text))
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let failure = failure.withLock { $0 }
            let cause = error.map { TransportError($0, host: host, phase: .waitingForHead, hasSent: true) }
            if let opened = socket.withLock({ $0 }) {
                opened.report(.ended(cause))
            } else if let failure {
                observer.send(error: TransportError(failure, host: host, phase: .connecting))
            } else if let response = task.response as? HTTPURLResponse {
                observer.send(value: .head(ResponseHead(response)))
                observer.send(value: .completed(TransferMetrics()))
                observer.sendCompleted()
            } else {
                observer.send(error: cause ?? TransportError(.notHTTP, host: host, phase: .waitingForHead))
            }
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            switch AuthChallengeHandler.answer(to: challenge, pins) {
            case .give(let disposition): completionHandler(disposition, nil)
            case .refuse(let kind):
                failure.withLock { $0 = kind }
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    extension Upgrade {
        /// A field that the session neither sends nor would understand the answer to.
        fileprivate var unsupportedField: String? {
            fields.map(\.name).first { $0 == "Sec-WebSocket-Extensions" }
        }
    }

    extension URLRequest {
        /// Creates the request of a WebSocket without the fields that the session adds itself.
        fileprivate init?(opening request: PreparedRequest, _ upgrade: Upgrade) {
            self.init(request)
            for (name, _) in upgrade.fields where name != "Sec-WebSocket-Protocol" {
                setValue(nil, forHTTPHeaderField: name)
            }
            let rest = request.url.absoluteString.drop { $0 != ":" }
            let address = (request.url.isSecure ? "wss" : "ws") + rest
            guard let url = URL(string: address, encodingInvalidCharacters: false) else { return nil }
            self.url = url
        }
    }
#endif
