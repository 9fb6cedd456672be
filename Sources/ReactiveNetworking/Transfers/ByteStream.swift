/// The body of a response as a sequence of chunks for one loop, from ``Network/byteStream(_:abortAfter:maxRetries:)``.
///
/// The sizes of the chunks are arbitrary. A slow loop pauses the transfer, so the amount of buffered data is bounded.
/// Leaving the loop, canceling its task, or releasing the stream cancels the transfer.
public struct ByteStream: AsyncSequence {
    /// A chunk of the body.
    public typealias Element = Data
    /// The error of an interrupted transfer or a passed deadline.
    public typealias Failure = Network.OperationError

    /// The status and header fields of the response.
    public let head: ResponseHead

    private let iterator: Iterator

    /// The fields behind the body; empty until the loop has ended, and if there are none (AD17).
    public var trailers: HTTP.Headers { iterator.trailers.value }

    init(head: ResponseHead, _ rest: AsyncValues<StreamEvent, Failure>.Iterator, _ flow: Backpressure) {
        self.head = head
        iterator = Iterator(rest: rest, flow: flow)
    }

    /// Returns the only iterator: a second loop continues where the first one stopped.
    ///
    /// - Returns: The iterator of the stream.
    public func makeAsyncIterator() -> Iterator { iterator }

    /// The iterator of a byte stream.
    public struct Iterator: AsyncIteratorProtocol {
        var rest: AsyncValues<StreamEvent, Failure>.Iterator
        let flow: Backpressure
        let trailers = Locked(HTTP.Headers())

        /// Returns the next chunk, or `nil` after the last one.
        ///
        /// - Returns: The next chunk of the body.
        /// - Throws: ``Network/OperationError`` if the transfer fails or the deadline passes.
        nonisolated(nonsending) public mutating func next() async throws(Failure) -> Data? {
            try await next(isolation: nil)
        }

        /// Returns the next chunk, or `nil` after the last one, on an actor.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The next chunk of the body.
        /// - Throws: ``Network/OperationError`` if the transfer fails or the deadline passes.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Data? {
            while let event = try await rest.next(isolation: actor) {
                switch event {
                case .head: break
                case .bytes(let bytes):
                    flow.take(bytes.count)
                    return bytes
                case .trailers(let trailers): self.trailers.value = trailers
                }
            }
            return nil
        }
    }
}
