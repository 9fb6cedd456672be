import ReactiveCore

/// A source of the network's status, for ``Reachability``.
///
/// ```swift
/// struct Scripted: ReachabilitySource {
///     let changes: SignalProducer<Reachability.Status, Never>
/// }
/// let reachability = Reachability(source: Scripted(changes: offlineForAWhile), clock: clock)
/// ```
public protocol ReachabilitySource: Sendable {
    /// The status, and then its changes. Equal consecutive values count as one. Each start watches anew, and its
    /// disposal ends the watch. Values may arrive on any thread.
    var changes: SignalProducer<Reachability.Status, Never> { get }
}

/// The network of the system.
///
/// On Linux, the source listens to the kernel through a netlink socket (rtnetlink(7)). The network is online if an
/// interface other than loopback is up and running, has an address that is not link-local, and belongs to a default
/// route. If the socket is refused, as in some sandboxes, the source sends nothing.
///
/// On Apple platforms, it is an `NWPathMonitor`.
public struct SystemReachabilitySource: ReachabilitySource {
    /// Creates a source. Nothing happens until a start of ``changes``.
    public init() {}

    /// The status, and then its changes, on a queue of the source.
    public var changes: SignalProducer<Reachability.Status, Never> { SystemPaths.changes }
}

extension ReachabilitySource where Self == SystemReachabilitySource {
    /// The network of the system.
    public static var system: SystemReachabilitySource { SystemReachabilitySource() }
}
