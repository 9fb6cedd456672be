import ReactiveCore
import ReactiveNetworking

/// The encoder and the decoder of the typed messages of a WebSocket.
struct WebSocketCoding: Sendable {
    let encoder: @Sendable () -> JSONEncoder
    let decoder: DecoderSource
}

/// An open WebSocket (RFC 6455), from `webSocket(_:options:)`.
///
/// ```swift
/// network.webSocket(request).startWithResult { result in
///     guard let socket = try? result.get() else { return }
///     socket.messages.startWithResult { message in print(message) }
///     socket.send(.text("hello")).start()
/// }
/// ```
///
/// Everything can be called from any thread. Events arrive on the network's scheduler, by default the main queue.
/// Pings of the server are answered by themselves.
public final class WebSocket: Sendable {
    /// The subprotocol that the server has chosen of ``WebSocketOptions/subprotocols``; `nil` for none.
    public let subprotocol: String?

    /// The state, which changes on the network's scheduler.
    public let state: Property<State>

    private let current = MutableProperty(State.open)
    private let network: Network
    private let place: DeliveryPlace
    private let refreshing: Set<ObjectIdentifier>
    private let link: any WebSocketLink
    private let inbox: WebSocketInbox
    private let requests = WebSocketRequests()
    private let coding: WebSocketCoding

    init(
        over link: any WebSocketLink,
        subprotocol: String?,
        _ network: Network,
        at place: DeliveryPlace,
        for refreshing: Set<ObjectIdentifier>,
        coding: WebSocketCoding
    ) {
        self.coding = coding
        self.subprotocol = subprotocol
        self.network = network
        self.place = place
        self.refreshing = refreshing
        self.link = link
        state = Property(capturing: current)
        inbox = WebSocketInbox(link, requests, refreshing)
    }

    /// The messages of the server, for one consumer at a time.
    ///
    /// The producer completes when the socket is closed cleanly, and fails with a ``WebSocketError`` otherwise. While
    /// nobody consumes them, or a consumer takes its time, at most 256 KiB of messages wait, and the connection is not
    /// read. A second start at the same time fails with ``WebSocketError/hasConsumer``; a later one goes on with the
    /// next message. A loop over `values()` receives a message when it asks for one, whatever its buffering policy.
    /// After ``close(_:reason:)``, messages that do not fit are dropped.
    public var messages: SignalProducer<Message, WebSocketError> {
        SignalProducer(sendingTo: { [self] output in
            inbox.start(output, at: network.place(of: nil, for: output.context, isResponse: false).inOrder)
        })
    }

    /// Returns the messages of the server, decoded from JSON with the decoder of the network (`Configuration.decoder`),
    /// in place of ``messages``.
    ///
    /// ```swift
    /// socket.messages(as: Quote.self).startWithResult { quote in print(quote) }
    /// ```
    ///
    /// Texts and bytes are decoded alike, where they are delivered. A message that cannot be decoded fails the producer
    /// with ``WebSocketError/undecodable(_:)``; the socket stays open, and a later start goes on with the next message.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: A producer of the decoded messages, for one consumer at a time.
    public func messages<Value: Decodable & Sendable>(as type: Value.Type) -> SignalProducer<Value, WebSocketError> {
        .deferred { [self] in
            let decoding = ElementDecoding<Value>(.strict, coding.decoder)
            let count = Locked(0)
            return messages.attemptMap { message -> Result<Value, WebSocketError> in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return Result { () throws(DecodingFailure) in
                    try decoding.value(of: message.bytes, "message \(number)")
                }
                .mapError { .undecodable($0) }
            }
        }
    }

    /// Sends a value as JSON in a text message, encoded with the encoder of the network (`Configuration.encoder`).
    ///
    /// ```swift
    /// socket.send(json: Subscription(symbol: "APE")).start()
    /// ```
    ///
    /// - Parameter value: The value, which is encoded at once.
    /// - Returns: A producer as of ``send(_:)``. It fails with ``WebSocketError/unencodable(_:)`` if the value cannot
    ///   be encoded.
    public func send(json value: some Encodable) -> SignalProducer<Never, WebSocketError> {
        do throws(RequestError) {
            return send(.text(String(decoding: try Body.json(value, encoder: coding.encoder()).data(), as: UTF8.self)))
        } catch {
            return SignalProducer(error: .unencodable(error))
        }
    }

    /// Sends a message.
    ///
    /// Each start sends the message once. Messages go out in the order in which they were started. The producer
    /// completes when the system has taken the bytes, which does not mean that they have arrived. At most 1 MiB of
    /// messages waits; a start beyond that fails with ``WebSocketError/tooManyBytesWaiting(limit:)``, unless nothing
    /// else waits. Disposal withdraws a message of which nothing has gone.
    ///
    /// - Parameter message: The message.
    /// - Returns: A producer that completes, or fails with the reason why the message is not sent.
    public func send(_ message: Message) -> SignalProducer<Never, WebSocketError> {
        SignalProducer(sendingTo: { [self] output in
            start(output, { .message($0) }, whenDisposed: { [link] in link.cancel($0) }) { link.send(message, $0) }
        })
    }

    /// Sends a ping, and waits for its pong.
    ///
    /// A pong that does not come within ``WebSocketOptions/pongTimeout`` is a lost connection.
    ///
    /// - Returns: A producer of one value, the time until the pong.
    public func ping() -> SignalProducer<Duration, WebSocketError> {
        SignalProducer(sendingTo: { [self] output in start(output, { .ping($0) }) { link.ping($0) } })
    }

    /// Closes the socket, after the messages that were sent before.
    ///
    /// Once this was started, nothing can be sent any more. The server has ``WebSocketOptions/closeTimeout`` to answer
    /// and to close the connection. A start when the socket is closing or closed only waits for the end; disposal only
    /// ends the wait.
    ///
    /// - Parameters:
    ///   - code: The code, which must be one that may be sent: ``WebSocketCloseCode/canBeSent``.
    ///   - reason: A text of at most 123 bytes of UTF-8.
    /// - Returns: A producer of one value, the code and the reason of the server. It fails with
    ///   ``WebSocketError/invalidClose(_:)``, or if the socket is not closed cleanly.
    public func close(
        _ code: WebSocketCloseCode = .normal,
        reason: String = ""
    ) -> SignalProducer<WebSocketClose, WebSocketError> {
        let close = WebSocketClose(code, reason: reason)
        guard code.canBeSent, reason.utf8.count <= 123 else { return SignalProducer(error: .invalidClose(close)) }
        return SignalProducer(sendingTo: { [self] output in start(output, { .close($0) }) { _ in link.close(close) } })
    }

    /// Begins something that an event of the link ends.
    private func start<Value>(
        _ output: StartOutput<Value, WebSocketError>,
        _ make: (StartOutput<Value, WebSocketError>) -> WebSocketRequests.Consumer,
        whenDisposed withdraw: @escaping @Sendable (UInt64) -> Void = { _ in },
        _ begin: (UInt64) -> Void
    ) {
        let number = requests.nextNumber()
        let isOpen = output.open(from: AnyDisposable {}) { [requests] in
            if requests.take(number) != nil { withdraw(number) }
            output.interrupt()
        }
        guard isOpen else { return }
        let request = WebSocketRequests.Entry(
            consumer: make(output),
            place: network.place(of: nil, for: output.context, isResponse: false),
            refreshing: refreshing
        )
        if let end = requests.add(request, number) { return request.end(end.close, end.outcome) }
        begin(number)
    }

    // Events

    /// Connects the socket with its link.
    ///
    /// - Parameter ended: Receives the end, on the network's scheduler.
    func begin(_ ended: @escaping @Sendable (WebSocketEvent.Outcome) -> Void) {
        link.begin { event in self.receive(event, ended) }
    }

    /// Begins to receive messages.
    func resume() { link.resume() }

    /// Closes the socket for a user who does not wait (W1).
    func abandon() { link.abandon() }

    private func receive(_ event: WebSocketEvent, _ ended: @escaping @Sendable (WebSocketEvent.Outcome) -> Void) {
        switch event {
        case .message(let message): inbox.add(message)
        case .sent(let number): requests.complete(number)
        case .refused(let number, let error): requests.take(number)?.fail(error)
        case .pong(let number, let time): requests.take(number)?.complete(with: time)
        case .awaitConsumer(let number): inbox.awaitConsumer(number)
        case .closing: place.perform(for: refreshing) { self.current.value = .closing }
        case .closed(let close, let outcome):
            let entries = requests.end(close, outcome)
            place.perform(for: refreshing) {
                // Whoever is told about the end sees the state.
                self.current.value = .closed(close)
                for entry in entries { entry.end(close, outcome) }
                self.inbox.end(outcome.termination)
                ended(outcome)
            }
        }
    }
}

extension WebSocketEvent.Outcome {
    fileprivate var termination: Termination<WebSocketError> {
        switch self {
        case .clean: .completed
        case .failed(let error): .failed(error)
        case .abandoned: .interrupted
        }
    }
}
