/// A delegate that observes operations. Every method is optional.
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
/// Delegates are held weakly. The delegates of the network are called first, in the order in which they were added,
/// then those of the request, and all of them before the operation's own observers. They are called where the operation
/// delivers its events; for a cancellation on the thread that cancels, and `operationBegan` on the thread that starts.
/// A delegate receives exactly one end of each operation, even if it is a delegate of both.
public protocol OperationDelegate: AnyObject, Sendable {
    /// Tells the delegate that the operation was started.
    ///
    /// - Parameter request: The request.
    func operationBegan(_ request: Request)
    /// Tells the delegate that the operation has succeeded.
    ///
    /// - Parameter outcome: The outcome, with the value.
    func operationSucceeded(_ outcome: Network.OperationReport)
    /// Tells the delegate that the operation has failed.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - error: The error.
    func operationFailed(_ outcome: Network.OperationReport, with error: Network.OperationError)
    /// Tells the delegate that the operation was disposed of before its end, or that its response was swallowed.
    ///
    /// - Parameter outcome: The outcome.
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

/// The delegates of a request's operations, called after those of the network.
struct RequestDelegates: Attachment {
    var delegates: [WeakDelegate]
}

extension Request {
    var delegates: [WeakDelegate] {
        get { box?.settings.attachments[RequestDelegates.self]?.delegates ?? [] }
        set { set { $0.attachments[RequestDelegates.self] = RequestDelegates(delegates: newValue) } }
    }
}

/// A weak reference to a delegate.
struct WeakDelegate: Sendable {
    private(set) weak var object: (any OperationDelegate)?

    init(_ object: any OperationDelegate) { self.object = object }

    /// Returns a Boolean value that indicates whether the delegate is alive and not `other`.
    func isNot(_ other: any OperationDelegate) -> Bool {
        guard let object else { return false }
        return object !== other
    }
}

extension WeakDelegate: Hashable {
    /// Returns a Boolean value that indicates whether both are the same living delegate.
    static func == (left: Self, right: Self) -> Bool {
        guard let left = left.object, let right = right.object else { return false }
        return left === right
    }

    /// Hashes nothing, because a weak reference loses its object.
    func hash(into hasher: inout Hasher) {}
}

extension RequestBuilder {
    /// Adds a delegate of the request's operations, which is called after those of the network.
    ///
    /// - Parameter delegate: The delegate, which is held weakly.
    /// - Returns: The builder with the delegate.
    public func delegate(_ delegate: any OperationDelegate) -> RequestBuilder {
        with { $0.delegates = $0.delegates.filter { $0.isNot(delegate) } + [WeakDelegate(delegate)] }
    }
}
