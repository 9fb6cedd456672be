/// The bytes of a connection in both directions, after it has changed its protocol (EN40).
///
/// All methods return at once, and can be called from any thread; ``open(to:)`` is called first, and once. The receiver
/// is called on other threads or on the calling one, one call at a time, and not after ``close()`` or ``abort()``.
package protocol ByteDuplex: AnyObject, Sendable {
    /// Sets the receiver. Nothing is read before ``read()``.
    func open(to receiver: any ByteDuplexReceiver)

    /// Asks for bytes. The receiver gets one piece for each call, of any size, or the end. While it asks for none, the
    /// connection is not read.
    func read()

    /// Writes bytes, which are not empty. The next call follows when they have been taken.
    ///
    /// - Returns: False if the connection does not take all of them now. The receiver is told when it has.
    func write(_ bytes: [UInt8]) -> Bool

    /// Closes the connection, which has taken all bytes.
    func close()

    /// Resets the connection. What it has not sent is lost.
    func abort()
}

/// An object that receives the bytes of a ``ByteDuplex``.
package protocol ByteDuplexReceiver: AnyObject, Sendable {
    /// Receives bytes that it has asked for: at least one.
    func received(_ bytes: [UInt8])

    /// The connection has taken the bytes that ``ByteDuplex/write(_:)`` left over.
    func wrote()

    /// The connection takes no more bytes. It can still be read.
    func writeFailed(_ error: TransportError)

    /// The other side has ended its direction, or the connection is lost. This is the last call.
    func ended(_ error: TransportError?)
}
