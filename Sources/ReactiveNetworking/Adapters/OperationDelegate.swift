/// Somebody who is told of operations, in the style of delegates: every method is optional.
///
/// ```swift
/// final class SignOut: OperationDelegate {
///     func operationFailed(_ outcome: Network.OperationReport, with error: Network.OperationError) {
///         if outcome.status == .unauthorized { session.end() }
///     }
/// }
/// network.add(signOut)                                                    // of all operations
/// let request = RequestBuilder(.get, url).delegate(progressView).build()  // of this one
/// ```
///
/// It is held weakly. The delegates of the network come first, in the order in which they were added, then the request's;
/// all of them before the operation's own observers. They are called where the operation delivers its events, of a
/// cancellation on the thread that cancels; `operationBegan` on the thread that starts. Of each operation exactly one end is
/// told, also to one who is a delegate of both.
public protocol OperationDelegate: AnyObject, Sendable {
    /// The operation was started.
    func operationBegan(_ request: Request)
    /// The operation has brought its value, which is in the outcome.
    func operationSucceeded(_ outcome: Network.OperationReport)
    /// The operation has failed.
    func operationFailed(_ outcome: Network.OperationReport, with error: Network.OperationError)
    /// The operation was disposed of before it had ended, or its response was swallowed.
    func operationCancelled(_ outcome: Network.OperationReport)
}

extension OperationDelegate {
    /// Does nothing.
    public func operationBegan(_ request: Request) {}
    /// Does nothing.
    public func operationSucceeded(_ outcome: Network.OperationReport) {}
    /// Does nothing.
    public func operationFailed(_ outcome: Network.OperationReport, with error: Network.OperationError) {}
    /// Does nothing.
    public func operationCancelled(_ outcome: Network.OperationReport) {}
}

/// Holds a delegate without keeping it alive.
struct WeakDelegate: Sendable {
    private(set) weak var object: (any OperationDelegate)?

    init(_ object: any OperationDelegate) { self.object = object }

    /// Whether it is a living one, and another.
    func isNot(_ other: any OperationDelegate) -> Bool {
        guard let object else { return false }
        return object !== other
    }

    /// Whether both are one that lives.
    func isSame(as other: WeakDelegate) -> Bool {
        guard let object, let other = other.object else { return false }
        return object === other
    }
}

extension Network {
    /// How this network's operations end, as they end: one value for each, of all requests, for what concerns the whole app.
    ///
    /// ```swift
    /// network.reports
    ///     .filter { $0.status == .unauthorized }
    ///     .observeValues { _ in session.end() }
    /// ```
    ///
    /// Each value arrives before the operation's own observers get theirs, on the same scheduler. Those operations are told of
    /// that begin after this property was first read; before, they cost nothing.
    public var reports: Signal<OperationReport, Never> { report.signal }

    /// Tells `delegate` of every operation that begins from now on, once, however often it is added. It is held weakly.
    public func add(_ delegate: any OperationDelegate) { report.add(delegate) }

    /// Tells `delegate` of no operation any more that begins from now on.
    public func remove(_ delegate: any OperationDelegate) { report.remove(delegate) }
}

extension RequestBuilder {
    /// Tells `delegate` of the request's operations, after those of the network. It is held weakly.
    public func delegate(_ delegate: any OperationDelegate) -> RequestBuilder {
        with { $0.delegates = $0.delegates.filter { $0.isNot(delegate) } + [WeakDelegate(delegate)] }
    }
}
