import ReactiveTestSupport

@testable import ReactiveReachability

/// Messages as the kernel sends them, for tests.
enum NetlinkBytes {
    static func attribute(_ type: UInt16, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
        let header = UInt16(length ?? content.count + 4).nativeBytes + type.nativeBytes
        return header + content + padding(content.count)
    }

    static func text(_ type: UInt16, _ text: String) -> [UInt8] { attribute(type, Array(text.utf8) + [0]) }

    static func number(_ type: UInt16, _ number: UInt32) -> [UInt8] { attribute(type, number.nativeBytes) }

    static func message(
        _ type: UInt16,
        _ payload: [UInt8],
        sequence: UInt32 = 0,
        flags: UInt16 = NetlinkFlag.multipart
    ) -> [UInt8] {
        let bytes = NetlinkMessage.bytes(type: type, flags: flags, sequence: sequence, payload)
        return bytes + padding(bytes.count)
    }

    /// A link that is up and running.
    static func link(
        _ index: UInt32,
        _ name: String = "eth0",
        kind: String? = nil,
        type: UInt16 = LinkType.ethernet,
        flags: UInt32 = LinkFlag.up | LinkFlag.running,
        family: UInt8 = 0
    ) -> [UInt8] {
        let head = [family, 0] + type.nativeBytes + index.nativeBytes + flags.nativeBytes + UInt32.max.nativeBytes
        let information = kind.map {
            attribute(LinkAttribute.information | 0x8000, text(LinkAttribute.kind, $0) + text(2, "more"))
        }
        return head + text(LinkAttribute.name, name) + (information ?? [])
    }

    static func address(_ index: UInt32, _ address: [UInt8], peer: [UInt8]? = nil) -> [UInt8] {
        let family = address.count == 4 ? NetlinkFamily.ipv4 : NetlinkFamily.ipv6
        let own = attribute(peer == nil ? AddressAttribute.address : AddressAttribute.local, address)
        return [family, 24, 0, 0] + index.nativeBytes + own
            + (peer.map { attribute(AddressAttribute.address, $0) } ?? [])
    }

    static func route(
        _ index: UInt32?,
        metric: UInt32? = nil,
        family: UInt8 = NetlinkFamily.ipv4,
        destinationLength: UInt8 = 0,
        type: UInt8 = RouteNumber.unicast,
        table: UInt8 = 254,
        flags: UInt32 = 0,
        more: [UInt8] = []
    ) -> [UInt8] {
        [family, destinationLength, 0, 0, table, 0, 0, type] + flags.nativeBytes
            + (index.map { number(RouteAttribute.interface, $0) } ?? [])
            + (metric.map { number(RouteAttribute.metric, $0) } ?? []) + more
    }

    static func hop(_ index: UInt32, length: UInt16 = 8) -> [UInt8] {
        length.nativeBytes + [0, 0] + index.nativeBytes
    }

    private static func padding(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: -count & 3) }
}
