import ReactiveCore

/// A message of the kernel, in the framing of netlink(7).
struct NetlinkMessage: Sendable, Equatable {
    static let headerByteCount = 16

    let type: UInt16
    let flags: UInt16
    let sequence: UInt32
    /// The bytes that follow the header.
    let payload: ArraySlice<UInt8>

    /// Returns the messages of a datagram.
    ///
    /// A message with an impossible length ends the datagram, because the next one cannot be found (Q3).
    static func messages(in datagram: [UInt8]) -> [NetlinkMessage] {
        var messages: [NetlinkMessage] = []
        var rest = datagram[...]
        while let (message, byteCount) = first(in: rest) {
            messages.append(message)
            rest = rest.dropFirst(byteCount.paddedForNetlink)
        }
        return messages
    }

    private static func first(in bytes: ArraySlice<UInt8>) -> (NetlinkMessage, byteCount: Int)? {
        guard let length = bytes.number(UInt32.self, at: 0).map({ Int(clamping: $0) }),
            (headerByteCount...max(headerByteCount, bytes.count)).contains(length), length <= bytes.count,
            let type = bytes.number(UInt16.self, at: 4), let flags = bytes.number(UInt16.self, at: 6),
            let sequence = bytes.number(UInt32.self, at: 8)
        else { return nil }
        let payload = bytes.prefix(length).dropFirst(headerByteCount)
        return (NetlinkMessage(type: type, flags: flags, sequence: sequence, payload: payload), length)
    }

    /// The number of the error in a reply of ``NetlinkType/error``; zero for an acknowledgement.
    var errorNumber: Int32? { payload.number(Int32.self, at: 0).map { $0 == .min ? .max : -$0 } }

    /// The bytes of a message for the kernel.
    static func bytes(type: UInt16, flags: UInt16, sequence: UInt32, _ payload: [UInt8]) -> [UInt8] {
        [
            UInt32(headerByteCount + payload.count).nativeBytes, type.nativeBytes, flags.nativeBytes,
            sequence.nativeBytes, UInt32(0).nativeBytes, payload,
        ].flatMap { $0 }
    }
}

/// The attributes at the end of a message, or inside another attribute (rtnetlink(7)).
struct NetlinkAttributes: Sendable {
    private static let headerByteCount = 4
    /// The bits of a type that tell about the content.
    private static let flags: UInt16 = 0xC000

    private var values: [UInt16: ArraySlice<UInt8>] = [:]

    /// Returns `nil` if the length of an attribute is impossible.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        // Fewer bytes than a header are padding.
        while rest.count >= Self.headerByteCount {
            guard let length = rest.number(UInt16.self, at: 0).map(Int.init), length >= Self.headerByteCount,
                length <= rest.count, let type = rest.number(UInt16.self, at: 2)
            else { return nil }
            values[type & ~Self.flags] = rest.prefix(length).dropFirst(Self.headerByteCount)
            rest = rest.dropFirst(length.paddedForNetlink)
        }
    }

    /// The content of the attribute of a type; the last one counts.
    subscript(type: UInt16) -> ArraySlice<UInt8>? { values[type] }

    /// Returns the text of an attribute, up to its NUL.
    func text(_ type: UInt16) -> String? {
        self[type].map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    func number(_ type: UInt16) -> UInt32? { self[type]?.number(UInt32.self, at: 0) }
}

extension ArraySlice<UInt8> {
    /// Returns the number in the machine's byte order at an offset from the beginning, or `nil` if it is not whole.
    func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
        let byteCount = Number.bitWidth / 8
        guard offset >= 0, count >= byteCount, offset <= count - byteCount else { return nil }
        var number: Number = 0
        for byte in dropFirst(offset).prefix(byteCount).reversed() {
            number = number << 8 | Number(truncatingIfNeeded: byte)
        }
        return Number(littleEndian: number)
    }
}

extension FixedWidthInteger {
    /// The bytes in the machine's order.
    var nativeBytes: [UInt8] {
        let number = littleEndian
        return (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension Int {
    /// The distance from the beginning of a message or attribute of this length to the next one.
    fileprivate var paddedForNetlink: Int { (self + 3) & ~3 }
}
