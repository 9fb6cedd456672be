#if os(Linux)
    import ReactiveHTTPModel

    /// The bytes of one connection in both directions. No call blocks.
    ///
    /// A stream is used under the lock of its connection.
    protocol SocketStream: AnyObject, Sendable {
        /// Continues the handshake. A stream without one is done at once.
        func shakeHands() -> Handshake

        /// Reads at most as many bytes as fit into the buffer, which is not empty.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading

        /// Writes some of the bytes, of which there is at least one.
        func write(_ bytes: UnsafeRawBufferPointer) -> Writing

        /// Returns whether an idle connection can carry another request: nothing has arrived on it but what belongs to
        /// the stream itself, and it has not ended (EN12).
        func isQuiet() -> Bool

        /// Announces the end of the connection, if the stream has a message for that and can send it now.
        func sayGoodbye()

        /// The protocol that the handshake has chosen (ALPN), if any.
        var applicationProtocol: String? { get }
    }

    /// The result of a step of a handshake.
    enum Handshake: Hashable {
        case done
        /// The handshake continues when the socket is ready again.
        case blocked
        case failed(StreamFailure)
    }

    /// The result of reading.
    enum Reading: Hashable {
        case bytes(Int)
        case blocked
        /// The other side has ended its direction; clean unless the end may have been forged or is premature: over TLS,
        /// without close_notify.
        case end(isClean: Bool)
        case failed(StreamFailure)
    }

    /// The result of writing.
    enum Writing: Hashable {
        case bytes(Int)
        case blocked
        case failed(StreamFailure)
    }

    /// The reason why a stream cannot be used any more.
    struct StreamFailure: Error, Hashable {
        var kind: TransportError.Kind
        /// The number of the system's or the library's error.
        var code: Int?
        /// The text of the error, with its source.
        var text: String
    }
#endif
