/// The request of a running operation as its hooks change it.
final class Revisions: Sendable {
    /// A request and its scheme of authorization.
    final class Revision: Sendable {
        let request: Request
        let scheme: (any AuthorizationScheme)?

        init(_ request: Request) {
            self.request = request
            scheme = request.pendingScheme
        }
    }

    /// The request as the user described it, without the layers below.
    private let described: Request
    private let network: Network
    private let revision = InlineLocked<Revision?>(nil)

    init(of described: Request, on network: Network) {
        self.described = described
        self.network = network
    }

    /// The current revision, or `nil` if the request is still the first one.
    var current: Revision? { revision.withLock { $0 } }

    /// Lets the hooks of `request` change it after the gates.
    func passGates(with request: Request) throws(HookError) {
        let changed = try request.hooks?.transformedAfterGates(request) ?? request
        let new = Revision(network.resolved(changed))
        // The previous request holds values of the user, which must not be released under the lock.
        _ = revision.withLock { revision in
            defer { revision = new }
            return revision
        }
    }

    func move(to environment: Network.Environment) throws(HookError) {
        guard !described.url.hasScheme else { return }
        var moved = described
        moved.environment = environment
        let resolved = network.resolved(moved)
        let (transformed, refusal) = resolved.hooks?.transformed(resolved) ?? (resolved, nil)
        if let refusal { throw refusal }
        try passGates(with: network.resolved(transformed))
    }
}
