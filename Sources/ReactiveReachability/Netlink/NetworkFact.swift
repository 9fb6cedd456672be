import ReactiveCore

/// A network interface of the kernel.
struct NetworkLink: Sendable, Equatable {
    let index: UInt32
    let flags: UInt32
    /// The hardware type (``LinkType``).
    let type: UInt16
    let name: String
    /// The kind of a virtual interface, such as `bridge`; `nil` for hardware.
    let kind: String?

    /// A Boolean value that indicates whether the interface can carry traffic of this device to others.
    var isUsable: Bool {
        let required = LinkFlag.up | LinkFlag.running
        return flags & required == required && flags & LinkFlag.loopback == 0
    }
}

/// A way to everything that no other route leads to.
struct DefaultRoute: Sendable, Equatable {
    let metric: UInt32
    /// The indices of the interfaces; several if the traffic is spread.
    let interfaces: [UInt32]
}

/// A fact about the network, as one message of a dump tells it.
enum NetworkFact: Sendable, Equatable {
    case link(NetworkLink)
    /// An address that can be reached from beyond the link, of the interface with this index.
    case address(of: UInt32)
    case defaultRoute(DefaultRoute)

    /// Returns `nil` for facts of no interest, and for malformed messages (Q3).
    init?(_ message: NetlinkMessage) {
        switch message.type {
        case NetlinkType.newLink: self.init(link: message.payload)
        case NetlinkType.newAddress: self.init(address: message.payload)
        case NetlinkType.newRoute: self.init(route: message.payload)
        default: return nil
        }
    }

    // struct ifinfomsg: family, a byte of padding, type (2), index (4), flags (4), changes (4)
    private init?(link bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 16, let family = bytes.first, let type = bytes.number(UInt16.self, at: 2),
            let index = bytes.number(UInt32.self, at: 4), let flags = bytes.number(UInt32.self, at: 8),
            let attributes = NetlinkAttributes(bytes.dropFirst(16)), let name = attributes.text(LinkAttribute.name)
        else { return nil }
        // Bridges tell about their ports with a family of their own.
        guard family == NetlinkFamily.unspecified else { return nil }
        var kind: String?
        if let information = attributes[LinkAttribute.information] {
            guard let nested = NetlinkAttributes(information) else { return nil }
            kind = nested.text(LinkAttribute.kind)
        }
        self = .link(NetworkLink(index: index, flags: flags, type: type, name: name, kind: kind))
    }

    // struct ifaddrmsg: family, length of the prefix, flags, scope, index (4)
    private init?(address bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8, let family = bytes.first, let index = bytes.number(UInt32.self, at: 4),
            let attributes = NetlinkAttributes(bytes.dropFirst(8)),
            // On a point-to-point link, the other attribute is the address of the peer.
            let address = attributes[AddressAttribute.local] ?? attributes[AddressAttribute.address],
            Self.isBeyondLink(Array(address), family)
        else { return nil }
        self = .address(of: index)
    }

    // struct rtmsg: family, length of the destination, length of the source, type of service, table, protocol, scope,
    // type, flags (4)
    private init?(route bytes: ArraySlice<UInt8>) {
        guard Self.isAboutDefaultRoute(bytes), let attributes = NetlinkAttributes(bytes.dropFirst(12)),
            let shortTable = bytes.number(UInt8.self, at: 4), let type = bytes.number(UInt8.self, at: 7),
            let flags = bytes.number(UInt32.self, at: 8), type == RouteNumber.unicast,
            flags & RouteNumber.cloned == 0,
            attributes.number(RouteAttribute.table) ?? UInt32(shortTable) != RouteNumber.localTable
        else { return nil }
        var interfaces = attributes.number(RouteAttribute.interface).map { [$0] } ?? []
        if let hops = attributes[RouteAttribute.multipath] {
            guard let indices = Self.interfaces(ofHops: hops) else { return nil }
            interfaces += indices
        }
        let metric = attributes.number(RouteAttribute.metric) ?? 0
        self = .defaultRoute(DefaultRoute(metric: metric, interfaces: interfaces))
    }

    /// Returns whether a message about a route concerns a default route.
    static func isAboutDefaultRoute(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 12, let family = bytes.first, let destinationLength = bytes.number(UInt8.self, at: 1)
        else { return false }
        return destinationLength == 0 && (family == NetlinkFamily.ipv4 || family == NetlinkFamily.ipv6)
    }

    // struct rtnexthop: length (2), flags, hops, index (4), attributes
    private static func interfaces(ofHops bytes: ArraySlice<UInt8>) -> [UInt32]? {
        var interfaces: [UInt32] = []
        var rest = bytes
        while rest.count >= 8 {
            guard let length = rest.number(UInt16.self, at: 0).map(Int.init), (8...rest.count).contains(length),
                let index = rest.number(UInt32.self, at: 4)
            else { return nil }
            interfaces.append(index)
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return interfaces
    }

    /// Returns whether an address is neither link-local (169.254.0.0/16, fe80::/10) nor malformed.
    private static func isBeyondLink(_ address: [UInt8], _ family: UInt8) -> Bool {
        switch family {
        case NetlinkFamily.ipv4: address.count == 4 && address.prefix(2) != [169, 254]
        case NetlinkFamily.ipv6: address.count == 16 && !(address[0] == 0xFE && address[1] & 0xC0 == 0x80)
        default: false
        }
    }
}
