import Foundation

/// The body of a response, piece by piece, for one loop; see ``Network/byteStream(_:abortAfter:maxRetries:)-(Request,_,_)``.
///
/// The pieces are as large as they come. While the loop takes its time, the connection is read no further: what waits is
/// bounded. Leaving the loop, or cancelling its task, cancels the transfer, and so does releasing the stream.
public struct ByteStream: AsyncSequence {
    /// What the loop gets.
    public typealias Element = Data
    /// What the loop may fail with: the body broke off, or the deadline came.
    public typealias Failure = Network.OperationError

    /// Status and headers of the response.
    public let head: ResponseHead

    private let iterator: Iterator

    init(head: ResponseHead, _ rest: AsyncValues<StreamEvent, Failure>.Iterator, _ flow: Backpressure) {
        self.head = head
        iterator = Iterator(rest: rest, flow: flow)
    }

    /// The one iterator: a second loop goes on where the first one has stopped.
    public func makeAsyncIterator() -> Iterator { iterator }

    /// Takes the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        var rest: AsyncValues<StreamEvent, Failure>.Iterator
        let flow: Backpressure

        /// The next piece, or `nil` after the last one.
        public mutating func next() async throws(Failure) -> Data? {
            try await next(isolation: nil)
        }

        /// The same as ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Data? {
            while let event = try await rest.next(isolation: actor) {
                guard case .bytes(let bytes) = event else { continue }
                flow.take(bytes.count)
                return bytes
            }
            return nil
        }
    }
}
