import ReactiveNetworking

/// The server-sent events of a response as an asynchronous sequence, from `eventSequence(_:options:)`.
///
/// Each iteration opens a stream. Leaving the loop or canceling its task closes it. A slow loop pauses the connection,
/// so that the number of waiting bytes is bounded and no event is dropped.
public struct EventSequence: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// The error of a stream that has failed for good.
    public typealias Failure = Network.OperationError

    private let events: AsyncValues<ServerSentEvent, Failure>

    init(_ events: SignalProducer<ServerSentEvent, Failure>) {
        self.events = events.values()
    }

    /// Opens a stream and returns an iterator over its events.
    ///
    /// - Returns: An iterator that owns the stream.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// The iterator of an event sequence.
    public struct Iterator: AsyncIteratorProtocol {
        var events: AsyncValues<ServerSentEvent, Failure>.Iterator

        /// Returns the next event.
        ///
        /// - Returns: The next event, or `nil` if the stream has completed or the task is canceled.
        /// - Throws: `Network.OperationError` if the stream has failed for good.
        nonisolated(nonsending) public mutating func next() async throws(Failure) -> ServerSentEvent? {
            try await events.next()
        }

        /// Returns the next event, on an actor.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The next event, or `nil` if the stream has completed or the task is canceled.
        /// - Throws: `Network.OperationError` if the stream has failed for good.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> ServerSentEvent? {
            try await events.next(isolation: actor)
        }
    }
}
