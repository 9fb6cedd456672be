import ReactiveCore

// Numbers of the kernel's interface, from <linux/netlink.h>, <linux/rtnetlink.h>, <linux/if_link.h>,
// <linux/if_addr.h>, <linux/if.h> and <linux/if_arp.h>. They never change, and Swift's modules of the C libraries lack
// most of them.

enum NetlinkType {
    static let error: UInt16 = 2
    static let done: UInt16 = 3
    static let overrun: UInt16 = 4
    static let newLink: UInt16 = 16
    static let deletedLink: UInt16 = 17
    static let getLink: UInt16 = 18
    static let newAddress: UInt16 = 20
    static let deletedAddress: UInt16 = 21
    static let getAddress: UInt16 = 22
    static let newRoute: UInt16 = 24
    static let deletedRoute: UInt16 = 25
    static let getRoute: UInt16 = 26
}

enum NetlinkFlag {
    static let request: UInt16 = 0x1
    /// The message is one of several that answer a request.
    static let multipart: UInt16 = 0x2
    /// The dump is inconsistent, because its subject has changed meanwhile.
    static let dumpInterrupted: UInt16 = 0x10
    static let dump: UInt16 = 0x300
}

/// The groups of messages that a socket can subscribe to.
enum NetlinkGroup {
    static let links: UInt32 = 0x1
    static let ipv4Addresses: UInt32 = 0x10
    static let ipv4Routes: UInt32 = 0x40
    static let ipv6Addresses: UInt32 = 0x100
    static let ipv6Routes: UInt32 = 0x400
    static let all = links | ipv4Addresses | ipv4Routes | ipv6Addresses | ipv6Routes
}

enum NetlinkFamily {
    static let unspecified: UInt8 = 0
    static let ipv4: UInt8 = 2
    static let ipv6: UInt8 = 10
}

enum LinkAttribute {
    static let name: UInt16 = 3
    static let information: UInt16 = 18
    /// Inside ``information``.
    static let kind: UInt16 = 1
}

enum LinkFlag {
    static let up: UInt32 = 0x1
    static let loopback: UInt32 = 0x8
    static let running: UInt32 = 0x40
}

/// The hardware type of a link.
enum LinkType {
    static let ethernet: UInt16 = 1
    static let infiniband: UInt16 = 32
    static let ppp: UInt16 = 512
}

enum AddressAttribute {
    static let address: UInt16 = 1
    static let local: UInt16 = 2
}

enum RouteAttribute {
    static let interface: UInt16 = 4
    static let metric: UInt16 = 6
    static let multipath: UInt16 = 9
    static let table: UInt16 = 15
}

enum RouteNumber {
    static let unicast: UInt8 = 1
    static let localTable: UInt32 = 255
    /// The flag of a cached route.
    static let cloned: UInt32 = 0x200
}
