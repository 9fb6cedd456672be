extension Address {
    /// The rules for hosts, for written and for received addresses.
    enum Host {
        /// Returns the one spelling of a host: a name in lower case and in its ASCII form, an IPv4 address as four
        /// decimal numbers, an IPv6 address in its shortest form. Other spellings must not bypass pins, checks of the
        /// origin, or exceptions of proxies.
        static func normalized(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> String {
            guard bytes.first != UInt8(ascii: "[") else {
                guard bytes.last == UInt8(ascii: "]") else { throw .invalidIPv6 }
                return try "[" + shortest(ipv6(bytes.dropFirst().dropLast())) + "]"
            }
            let name = try ascii(Address.unescaped(bytes)[...]).lowercased()
            if endsInNumber(name) {
                guard let address = ipv4(name) else { throw .invalidHost }
                return address
            }
            guard isName(name) else { throw .invalidHost }
            return name
        }

        /// Returns a name with its `xn--` form in place of other characters than ASCII, by the platform's UTS #46
        /// mapping. The caller validates the result like any name, since the mapping may turn a lookalike into a
        /// delimiter.
        static func ascii(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> String {
            let name = String(decoding: bytes, as: UTF8.self)
            guard bytes.contains(where: { $0 >= 0x80 }) else { return name }
            guard bytes.allSatisfy({ $0 >= 0x80 || isOfName($0) || $0 == UInt8(ascii: ".") }),
                let mapped = InternationalName.ascii(name)
            else { throw .invalidHost }
            return mapped
        }

        /// Returns whether a text consists of labels of 1 to 63 bytes between dots, with or without a dot at the end.
        static func isName(_ name: String) -> Bool {
            guard name.utf8.count <= 254 else { return false }
            var length = 0
            for byte in name.utf8.dropLast(name.hasSuffix(".") ? 1 : 0) {
                if byte == UInt8(ascii: ".") {
                    guard length > 0 else { return false }
                    length = 0
                } else {
                    guard length < 63, isOfName(byte) else { return false }
                    length += 1
                }
            }
            return length > 0
        }

        private static func isOfName(_ byte: UInt8) -> Bool {
            isLetter(byte) || isDigit(byte) || "-_~".utf8.contains(byte)
        }

        /// Returns an IPv6 address from its text without brackets.
        static func ipv6(_ text: ArraySlice<UInt8>) throws(Flaw) -> in6_addr {
            guard !text.contains(UInt8(ascii: "%")) else { throw .zoneIdentifier }
            var address = in6_addr()
            guard !text.contains(0), inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1 else {
                throw .invalidIPv6
            }
            return address
        }

        /// Returns the pieces of an address in hexadecimal, with `::` for the first of the longest runs of zeros.
        private static func shortest(_ address: in6_addr) -> String {
            let bytes = withUnsafeBytes(of: address) { Array($0) }
            let pieces = (0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
            var longest = 0..<0
            var start = 0
            for (index, piece) in pieces.enumerated() {
                if piece != 0 {
                    start = index + 1
                } else if index + 1 - start > max(longest.count, 1) {
                    longest = start..<(index + 1)
                }
            }
            func text(_ pieces: ArraySlice<UInt16>) -> String {
                pieces.map { String($0, radix: 16) }.joined(separator: ":")
            }
            guard !longest.isEmpty else { return text(pieces[...]) }
            return text(pieces[..<longest.lowerBound]) + "::" + text(pieces[longest.upperBound...])
        }
    }
}

extension Address.Host {
    /// Returns whether a name must be an IPv4 address: its last label is a number.
    private static func endsInNumber(_ name: String) -> Bool {
        guard let last = labels(of: name).last, !last.isEmpty else { return false }
        let isHexadecimal = last.hasPrefix("0x") && last.utf8.dropFirst(2).allSatisfy { $0.hexValue != nil }
        return isHexadecimal || last.utf8.allSatisfy(Address.isDigit)
    }

    /// Returns the address that a text of one to four numbers means, of which the last one fills the remaining bytes.
    private static func ipv4(_ name: String) -> String? {
        let labels = labels(of: name)
        let numbers = labels.compactMap(number)
        guard (1...4).contains(labels.count), numbers.count == labels.count, let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 <= 255 }), last < 1 << (8 * UInt64(5 - numbers.count))
        else { return nil }
        let value = numbers.dropLast().enumerated().reduce(last) { $0 | $1.element << (8 * UInt64(3 - $1.offset)) }
        return (0..<4).map { String(value >> (24 - 8 * UInt64($0)) & 255) }.joined(separator: ".")
    }

    /// Returns the labels of a name, without an empty one at the end.
    private static func labels(of name: String) -> [Substring] {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.last?.isEmpty ?? false ? labels.dropLast() : labels
    }

    /// Returns a number in decimal, octal (`0…`), or hexadecimal (`0x…`).
    private static func number(_ label: Substring) -> UInt64? {
        let isHexadecimal = label.hasPrefix("0x")
        let isOctal = !isHexadecimal && label.hasPrefix("0") && label.utf8.count > 1
        let digits = label.dropFirst(isHexadecimal ? 2 : 0)
        guard digits.utf8.allSatisfy({ $0.hexValue != nil }) else { return nil }
        guard !digits.isEmpty else { return isHexadecimal ? 0 : nil }
        return UInt64(digits, radix: isHexadecimal ? 16 : isOctal ? 8 : 10)
    }
}
