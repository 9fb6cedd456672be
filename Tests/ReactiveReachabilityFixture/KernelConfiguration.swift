#if os(Linux)
    import Foundation

    /// The links, addresses and routes of a network namespace, which are changed over a netlink socket (rtnetlink(7)).
    struct KernelConfiguration {
        private static let (up, create) = (UInt32(1), UInt16(0x400))
        private let socket: Int32

        init?() {
            socket = Glibc.socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 0)
            guard socket >= 0 else { return nil }
        }

        func addPair(_ name: String, _ peer: String) -> Bool {
            let data = attribute(2, attribute(1, link(0) + text(3, peer)))
            return change(16, link(0) + text(3, name) + attribute(18, text(1, "veth") + data), Self.create)
        }

        func addBridge(_ name: String) {
            _ = change(16, link(0) + text(3, name) + attribute(18, text(1, "bridge")), Self.create)
        }

        func setUp(_ name: String, _ isUp: Bool) {
            _ = change(16, link(if_nametoindex(name), flags: isUp ? Self.up : 0, change: Self.up))
        }

        func setMaster(_ bridge: String, of name: String) {
            _ = change(16, link(if_nametoindex(name)) + attribute(10, bytes(if_nametoindex(bridge))))
        }

        func addAddress(_ address: [UInt8], to name: String) {
            let head = [UInt8(AF_INET), 24, 0, 0] + bytes(if_nametoindex(name))
            _ = change(20, head + attribute(2, address) + attribute(1, address), Self.create)
        }

        func addDefaultRoute(by gateway: [UInt8], over name: String) {
            _ = change(24, route + attribute(5, gateway) + attribute(4, bytes(if_nametoindex(name))), Self.create)
        }

        func removeDefaultRoute(over name: String) {
            _ = change(25, route + attribute(4, bytes(if_nametoindex(name))))
        }

        // A unicast route of the main table, by an administrator.
        private var route: [UInt8] { [UInt8(AF_INET), 0, 0, 0, 254, 4, 0, 1] + bytes(UInt32(0)) }

        private func link(_ index: UInt32, flags: UInt32 = 0, change: UInt32 = 0) -> [UInt8] {
            bytes(UInt32(0)) + bytes(index) + bytes(flags) + bytes(change)
        }

        /// Sends a request, and waits for the answer; returns whether the kernel has carried it out.
        private func change(_ type: UInt16, _ payload: [UInt8], _ flags: UInt16 = 0) -> Bool {
            // With an acknowledgement.
            let head = bytes(UInt32(payload.count + 16)) + bytes(type) + bytes(flags | 0x5)
            let request = head + bytes(UInt32(1)) + bytes(UInt32(0)) + payload
            guard send(socket, request, request.count, 0) == request.count else { return false }
            var reply = [UInt8](repeating: 0, count: 4_096)
            guard recv(socket, &reply, reply.count, 0) >= 20 else { return false }
            return reply[16..<20].allSatisfy { $0 == 0 }
        }

        private func attribute(_ type: UInt16, _ content: [UInt8]) -> [UInt8] {
            let padding = [UInt8](repeating: 0, count: -content.count & 3)
            return bytes(UInt16(content.count + 4)) + bytes(type) + content + padding
        }

        private func text(_ type: UInt16, _ text: String) -> [UInt8] { attribute(type, Array(text.utf8) + [0]) }

        private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            let number = number.littleEndian
            return (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }
#endif
