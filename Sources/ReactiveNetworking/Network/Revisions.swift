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
    private let hooks: Hooks
    private let network: Network
    private let revision = InlineLocked<Revision?>(nil)

    init(of described: Request, by hooks: Hooks, _ network: Network) {
        self.described = described
        self.hooks = hooks
        self.network = network
    }

    /// The present revision, or `nil` if the request is still the first one.
    var current: Revision? { revision.withLock { $0 } }

    func passGates(with request: Request) throws(HookError) {
        guard hooks.changeAfterGates else { return }
        let revision = Revision(network.resolved(try hooks.transformedAfterGates(request)))
        self.revision.withLock { $0 = revision }
    }

    func move(to environment: Network.Environment) throws(HookError) {
        guard !described.url.hasScheme else { return }
        var moved = described
        moved.environment = environment
        let (transformed, refusal) = hooks.transformed(network.resolved(moved))
        if let refusal { throw refusal }
        let revision = Revision(network.resolved(try hooks.transformedAfterGates(network.resolved(transformed))))
        self.revision.withLock { $0 = revision }
    }
}
