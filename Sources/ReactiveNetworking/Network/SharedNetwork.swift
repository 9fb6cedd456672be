extension Network {
    /// The network that the whole process shares, without an environment and with the default settings unless
    /// ``configureShared(_:)`` has set another one.
    ///
    /// The first use decides: afterward, the network stays the same.
    public static var shared: Network { sharedNetwork.value }

    /// Sets the network that the whole process shares. Call this function once, before the first use of ``shared``,
    /// where the program begins:
    ///
    /// ```swift
    /// try Network.configureShared(Network(environment: .live, configuration: configuration))
    /// ```
    ///
    /// A second call, and a call after the first use, do not change anything. They fail rather than trap, because the
    /// order may depend on other modules of the program, which may ignore the failure and use what is there. A network
    /// that were replaced while it is used would have two sets of connections, caches, queues, and observers.
    ///
    /// - Parameter network: The network to share.
    /// - Throws: The reason why it is too late.
    public static func configureShared(_ network: Network) throws(SharedNetworkError) {
        try sharedNetwork.configure(network)
    }

    private static let sharedNetwork = SharedNetwork()
}

/// The reason why the shared network cannot be set any more; see ``Network/configureShared(_:)``.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum SharedNetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The network was set before.
    case configuredBefore
    /// The network was used before, and has the default settings.
    case usedBefore

    /// A description of the reason.
    public var description: String {
        switch self {
        case .configuredBefore: "The shared network was configured before, and can be configured only once"
        case .usedBefore: "The shared network was used before it was configured, and has the default settings"
        }
    }
}

/// The storage of a network that is set once, or never.
final class SharedNetwork: Sendable {
    private enum State: Sendable {
        case unused
        case configured(Network)
        case standard(Network)
    }

    private let state = InlineLocked(State.unused)

    var value: Network {
        state.withLock { state in
            switch state {
            case .configured(let network), .standard(let network): return network
            case .unused:
                let network = Network()
                state = .standard(network)
                return network
            }
        }
    }

    func configure(_ network: Network) throws(SharedNetworkError) {
        try state.withLock { state throws(SharedNetworkError) in
            switch state {
            case .unused: state = .configured(network)
            case .configured: throw .configuredBefore
            case .standard: throw .usedBefore
            }
        }
    }
}
