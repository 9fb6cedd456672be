import ReactiveCore

/// The facts that decide about the status (Q2).
struct NetworkTable: Sendable, Equatable {
    private var links: [UInt32: NetworkLink] = [:]
    private var addressed: Set<UInt32> = []
    private var routes: [DefaultRoute] = []

    mutating func add(_ fact: NetworkFact) {
        switch fact {
        case .link(let link): links[link.index] = link
        case .address(let index): addressed.insert(index)
        case .defaultRoute(let route): routes.append(route)
        }
    }

    /// The interface of the default route with the lowest metric among those that can be used; of several, the one with
    /// the lowest index.
    var path: NetworkLink? {
        routes.flatMap { route in route.interfaces.map { (route.metric, $0) } }
            .sorted { $0 < $1 }
            .lazy.compactMap { links[$0.1] }
            .first { $0.isUsable && addressed.contains($0.index) }
    }

    /// Returns the status.
    ///
    /// - Parameter traits: Returns the traits of the device of a name.
    func status(_ traits: (String) -> DeviceTraits) -> Reachability.Status {
        guard let path else { return .offline }
        return .online(Reachability.Interface(path, traits(path.name)))
    }
}

/// The traits of a network device that the kernel tells through files.
struct DeviceTraits: Sendable, Equatable {
    var isWireless = false
    /// The type of the device, such as `wwan`.
    var type: String?
}

extension Reachability.Interface {
    private static let mobileKinds: Set<String> = ["ppp", "wwan"]
    /// Interfaces that lead elsewhere than their name tells: the traffic takes another interface.
    private static let indirectKinds: Set<String> = [
        "amt", "bareudp", "bridge", "erspan", "fou", "geneve", "gre", "gretap", "gtp", "ip6erspan", "ip6gre",
        "ip6gretap", "ip6tnl", "ipip", "openvswitch", "ovpn", "sit", "tun", "vti", "vti6", "vxlan", "wireguard", "xfrm",
    ]

    init(_ link: NetworkLink, _ traits: DeviceTraits) {
        let kinds = [link.kind, traits.type].compactMap { $0 }
        if traits.isWireless {
            self = .wifi
        } else if link.type == LinkType.ppp || kinds.contains(where: Self.mobileKinds.contains) {
            self = .cellular
        } else if kinds.contains(where: Self.indirectKinds.contains) {
            self = .other
        } else {
            self = link.type == LinkType.ethernet || link.type == LinkType.infiniband ? .wired : .other
        }
    }
}
