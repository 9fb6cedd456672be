/// A phase of an exchange, or of an operation.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum TransferPhase: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The request is being prepared: authorization, encoding, gates.
    case preparing = "preparing the request"
    /// The request waits for a free connection of the transport.
    case waitingForConnection = "waiting for a connection"
    /// The name is resolved, and the connection and TLS are established.
    case connecting
    /// The request is being sent.
    case sending = "sending the request"
    /// The response is awaited. A transport that cannot observe the earlier steps (URLSession) reports this phase for
    /// them, too.
    case waitingForHead = "waiting for the response"
    /// The response is being received.
    case receiving = "receiving the response"
    /// An attempt failed, and the next one has not begun.
    case waitingToRetry = "waiting to retry"
    /// The response is being parsed.
    case parsing = "parsing the response"

    /// The phase as text that can follow "while".
    public var description: String { rawValue }
}
