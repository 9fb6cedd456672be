import ReactiveTestSupport
import Testing

@testable import ReactiveReachability

/// The decision about the status (Q2).
@Suite struct NetworkTableTests {
    private let globalIPv6: [UInt8] = [0x20, 0x01] + [UInt8](repeating: 0, count: 13) + [1]

    private func table(
        links: [[UInt8]] = [NetlinkBytes.link(2)],
        addresses: [[UInt8]] = [NetlinkBytes.address(2, [10, 0, 0, 1])],
        routes: [[UInt8]] = [NetlinkBytes.route(2)]
    ) -> NetworkTable {
        let messages =
            links.map { NetlinkBytes.message(NetlinkType.newLink, $0) }
            + addresses.map { NetlinkBytes.message(NetlinkType.newAddress, $0) }
            + routes.map { NetlinkBytes.message(NetlinkType.newRoute, $0) }
        var table = NetworkTable()
        for message in NetlinkMessage.messages(in: messages.flatMap { $0 }) {
            if let fact = NetworkFact(message) { table.add(fact) }
        }
        return table
    }

    @Test func aRunningInterfaceWithAnAddressAndADefaultRouteIsOnline() {  // Q2
        #expect(table().path?.name == "eth0")
        #expect(table().status { _ in DeviceTraits() } == .online(.wired))
        #expect(NetworkTable().status { _ in DeviceTraits() } == .offline)
    }

    @Test(arguments: [
        0, LinkFlag.up, LinkFlag.running, LinkFlag.up | LinkFlag.running | LinkFlag.loopback,
    ])
    func anInterfaceMustBeUpAndRunningAndNotLoopback(flags: UInt32) {  // Q2
        #expect(table(links: [NetlinkBytes.link(2, flags: flags)]).path == nil)
    }

    @Test(arguments: [
        [169, 254, 3, 4], [0xFE, 0x80] + [UInt8](repeating: 0, count: 14),
        [0xFE, 0xBF] + [UInt8](repeating: 1, count: 14), [10, 0, 0], [],
    ])
    func aLinkLocalAddressDoesNotMakeAnInterfaceUsable(address: [UInt8]) {  // Q2, Q3
        #expect(table(addresses: [NetlinkBytes.address(2, address)]).path == nil)
        #expect(table(addresses: []).path == nil)
    }

    @Test func anIPv4OrIPv6AddressMakesAnInterfaceUsable() {  // Q2
        #expect(table(addresses: [NetlinkBytes.address(2, globalIPv6)]).path != nil)
        #expect(table(addresses: [NetlinkBytes.address(2, [0xFE, 0xC0] + globalIPv6.dropFirst(2))]).path != nil)
        #expect(table(addresses: [NetlinkBytes.address(2, [169, 253, 0, 1])]).path != nil)
        // On a point-to-point link, the own address counts, and not that of the peer.
        #expect(table(addresses: [NetlinkBytes.address(2, [169, 254, 0, 1], peer: [10, 0, 0, 2])]).path == nil)
        #expect(table(addresses: [NetlinkBytes.address(2, [10, 0, 0, 1], peer: [169, 254, 0, 2])]).path != nil)
    }

    @Test func onlyDefaultRoutesThatForwardMakeTheNetworkOnline() {  // Q2
        let others = [
            NetlinkBytes.route(2, destinationLength: 24), NetlinkBytes.route(2, type: 7),
            NetlinkBytes.route(2, table: 255), NetlinkBytes.route(2, flags: RouteNumber.cloned),
            NetlinkBytes.route(2, family: 7), NetlinkBytes.route(nil), NetlinkBytes.route(3),
            NetlinkBytes.route(2, more: NetlinkBytes.number(RouteAttribute.table, 255)),
        ]
        for route in others { #expect(table(routes: [route]).path == nil) }
        #expect(table(routes: [NetlinkBytes.route(2, family: NetlinkFamily.ipv6)]).path != nil)
        #expect(table(routes: [NetlinkBytes.route(2, table: 0, more: NetlinkBytes.number(15, 1_000))]).path != nil)
    }

    @Test func theUsableRouteWithTheLowestMetricNamesTheInterface() {  // Q2
        let links = [
            NetlinkBytes.link(2, "eth0"), NetlinkBytes.link(3, "wlan0"),
            NetlinkBytes.link(4, "usb0", flags: LinkFlag.up),
        ]
        let addresses = [2, 3, 4].map { NetlinkBytes.address($0, [10, 0, 0, UInt8($0)]) }
        func name(_ routes: [UInt8]...) -> String? {
            table(links: links, addresses: addresses, routes: routes).path?.name
        }
        #expect(name(NetlinkBytes.route(2, metric: 600), NetlinkBytes.route(3, metric: 100)) == "wlan0")
        #expect(name(NetlinkBytes.route(2), NetlinkBytes.route(3, metric: 1)) == "eth0")
        // The best route counts only if its interface can be used.
        #expect(name(NetlinkBytes.route(4), NetlinkBytes.route(3, metric: 600)) == "wlan0")
        #expect(name(NetlinkBytes.route(3, metric: 5), NetlinkBytes.route(2, metric: 5)) == "eth0")
        #expect(
            name(NetlinkBytes.route(2, metric: .max), NetlinkBytes.route(3, metric: 1_024, family: NetlinkFamily.ipv6))
                == "wlan0"
        )
    }

    @Test func eachHopOfAMultipathRouteIsConsidered() {  // Q2, Q3
        let hops = NetlinkBytes.hop(9) + NetlinkBytes.hop(2)
        let spread = NetlinkBytes.route(nil, more: NetlinkBytes.attribute(RouteAttribute.multipath, hops))
        #expect(table(routes: [spread]).path?.index == 2)
        for length in [UInt16(0), 7, 17, 65_535] {
            let broken = NetlinkBytes.hop(2, length: length) + NetlinkBytes.hop(2)
            let route = NetlinkBytes.route(2, more: NetlinkBytes.attribute(RouteAttribute.multipath, broken))
            #expect(table(routes: [route]).path == nil)
        }
    }

    @Test func aMalformedMessageIsIgnored() {  // Q3
        let broken = [
            Array(NetlinkBytes.link(2).prefix(15)), NetlinkBytes.link(2) + NetlinkBytes.attribute(9, [1], length: 3),
            Array(NetlinkBytes.link(2).prefix(16)), NetlinkBytes.link(2, family: 7),
            NetlinkBytes.link(2)
                + NetlinkBytes.attribute(LinkAttribute.information, NetlinkBytes.attribute(1, [0], length: 99)),
        ]
        for link in broken { #expect(table(links: [link]).path == nil) }
        #expect(table(links: broken + [NetlinkBytes.link(2)]).path != nil)
        #expect(table(addresses: [Array(NetlinkBytes.address(2, [10, 0, 0, 1]).prefix(7))]).path == nil)
        #expect(table(routes: [Array(NetlinkBytes.route(2).prefix(11))]).path == nil)
    }

    @Test func theKindOfAnInterfaceIsThatOfItsDevice() {  // Q2
        func interface(
            _ kind: String? = nil,
            type: UInt16 = LinkType.ethernet,
            _ traits: DeviceTraits = DeviceTraits()
        ) -> Reachability.Interface {
            let link = NetworkLink(index: 1, flags: 0, type: type, name: "a", kind: kind)
            return Reachability.Interface(link, traits)
        }
        #expect(interface() == .wired)
        #expect(interface(nil, DeviceTraits(isWireless: true, type: "wlan")) == .wifi)
        for kind in ["wwan", "ppp"] {
            #expect(interface(kind, type: 65_534) == .cellular)
            #expect(interface(nil, DeviceTraits(type: kind)) == .cellular)
        }
        #expect(interface(type: LinkType.ppp) == .cellular)
        for kind in ["bridge", "tun", "wireguard", "sit", "gre", "vxlan"] { #expect(interface(kind) == .other) }
        for kind in ["vlan", "bond", "veth", "macvlan"] { #expect(interface(kind) == .wired) }
        #expect(interface(type: 65_534) == .other)
    }

    @Test func theNameOfALinkDoesNotLeadOutOfItsFolder() {  // Q3
        #if !canImport(Network)
            for name in ["", ".", "..", "../../../../etc", "a/b", "no-such-device"] {
                #expect(DeviceTraits(ofDevice: name) == DeviceTraits())
            }
        #endif
    }
}
