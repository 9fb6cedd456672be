extension RandomResponse {
    private static let fragments = [
        "Content-Length: 3\r\n", "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", "Content-Encoding: gzip\r\n", "Content-Encoding: x\r\n",
        "Connection: close\r\n", "Location: /\r\n", " folded\r\n", "\tTransfer-Encoding: chunked\r\n", "\r\n",
        "\r\n\r\n", "0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n", "7fffffffffffffff\r\n", "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong", "HTTP/1.1 101\r\n\r\n", "HTTP/1.1 100\r\n\r\n", "X", "\0",
        "\r",
    ]

    /// Changes the bytes at a few places, in ways that servers and attackers do.
    mutating func mutate() {
        for _ in 0..<number(1...4) {
            let start = number(0...min(bytes.count, 2_000))
            let end = min(bytes.count, start + number(0...12))
            switch number(0...9) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.replaceSubrange(start..<end, with: bytes[start..<end].shuffled(using: &random))
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: number(0...bytes.count))
            case 3: bytes.insert(contentsOf: Array(one(of: Self.fragments).utf8), at: start)
            case 4, 5: insertAtLine(Array(one(of: Self.fragments).utf8))
            case 6: bytes.insert(one(of: Self.alphabet), at: start)
            case 7 where start < end: bytes[start] = one(of: Self.alphabet)
            case 8 where chance(1, of: 2): bytes.removeSubrange(start...)
            case 9: bytes += Array(one(of: Self.fragments).utf8)
            default: if start < end { bytes[start] ^= 1 << UInt8(number(0...7)) }
            }
        }
    }

    private mutating func insertAtLine(_ fragment: [UInt8]) {
        var starts: [Int] = []
        var index = 0
        while index < min(bytes.count, 2_000) {
            if bytes[index] == 0x0A { starts.append(index + 1) }
            index += 1
        }
        guard !starts.isEmpty else { return }
        bytes.insert(contentsOf: fragment, at: one(of: starts))
    }
}
