import ReactiveCore
import ReactiveNetworking

/// The connection of an open WebSocket: takes what the user does, and reports events.
///
/// All methods return at once, and can be called from any thread.
package protocol WebSocketLink: AnyObject, Sendable {
    /// Sets the receiver of events. Called once, and first.
    ///
    /// - Parameter receive: Receives the events, one at a time, until ``WebSocketEvent/closed(_:_:)``.
    func begin(_ receive: @escaping @Sendable (WebSocketEvent) -> Void)

    /// Begins to receive from the server. Called once the user has the socket.
    func resume()

    /// Sends a message, which is answered by an event with its number.
    func send(_ message: WebSocket.Message, _ number: UInt64)

    /// Removes a message that nobody wants to be sent any more, if nothing of it has gone.
    func cancel(_ number: UInt64)

    /// Sends a ping, which is answered by an event with its number.
    func ping(_ number: UInt64)

    /// Closes the WebSocket. Only the first call counts.
    func close(_ close: WebSocketClose)

    /// Closes the WebSocket without waiting for the server.
    func abandon()

    /// Notes whether there is a consumer for messages.
    func setConsumer(isAttached: Bool)

    /// Notes that the consumer was sent messages.
    ///
    /// - Parameter cost: The sum of their costs.
    func consumed(_ cost: Int)

    /// Notes that the consumer has done with all messages before ``WebSocketEvent/awaitConsumer(_:)``, and knows of all
    /// that were sent before.
    func consumerIsDone(_ number: UInt64)
}

/// An event of a WebSocket for its user.
package enum WebSocketEvent: Sendable, Equatable {
    /// The end as the user sees it.
    package enum Outcome: Sendable, Equatable {
        /// Both sides have sent a close frame.
        case clean
        case failed(WebSocketError)
        /// The user has disposed of the socket.
        case abandoned
    }

    case message(WebSocket.Message)
    case sent(UInt64)
    /// A message or a ping cannot be sent, or has no answer.
    case refused(UInt64, WebSocketError)
    case pong(UInt64, after: Duration)
    /// Ask for ``WebSocketLink/consumerIsDone(_:)`` with this number. Only the last one is waited for.
    case awaitConsumer(UInt64)
    case closing
    /// The last event.
    case closed(WebSocketClose, Outcome)
}
