/// A type that exchanges one request for one response, the library's only extension point.
///
/// Every transport, and every decorator of one, follows these rules:
/// - It is cold: nothing happens until the producer is started, and each start is one exchange.
/// - Any status is a success, if a response arrived. The transport does not interpret the response: it does not follow
///   redirects, retry, authenticate, or decode anything except the content codings that it offered itself.
/// - It sends the request unchanged.
/// - It emits, in this order: phases and upload progress, informational responses, one head, the body in chunks, the
///   trailers if there are any, and `completed`; then it completes. It can fail at any point.
/// - Disposing of a start cancels the transfer immediately, from any thread; while an event is being observed, after
///   that event.
/// - It is safe for concurrent use. Its events may arrive on any thread, one at a time.
public protocol Transport: Sendable {
    /// Returns a producer that exchanges the request once for each start.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A producer of the exchange's events.
    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError>

    /// A Boolean value that indicates whether a slow observer holds up only its own exchange. If so, the network parses
    /// responses on the delivering thread.
    var toleratesSlowObservers: Bool { get }
}

extension Transport {
    /// The default value, `false`: a transport must state that it tolerates slow observers.
    public var toleratesSlowObservers: Bool { false }
}
