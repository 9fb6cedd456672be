import ReactiveCore

extension HTTPURL {
    /// Returns the checked form of a URL, from a small memory of recent ones: most programs send to few addresses, and
    /// the checks cost more than all other preparation of a request.
    package static func checked(_ text: String) throws(RequestError) -> HTTPURL {
        guard text.utf8.count <= Memo.maxByteCount else { return try HTTPURL(text) }
        let slot = Int(UInt(bitPattern: text.hashValue) % UInt(Memo.count))
        // Texts that are equal by Unicode's rules may consist of different bytes, which are what is sent.
        if let known = memo.withLock({ $0.entries[slot] }), known.text.utf8.elementsEqual(text.utf8) {
            return known.url
        }
        let url = try HTTPURL(text)
        let new = Memo.Entry(text: text, url: url)
        // The replaced entry is released outside the lock.
        _ = memo.withLock { memo in
            defer { memo.entries[slot] = new }
            return memo.entries[slot]
        }
        return url
    }

    /// Returns whether two texts are URLs of one origin.
    package static func haveSameOrigin(_ first: String, _ second: String) -> Bool {
        guard let first = try? checked(first), let second = try? checked(second) else { return false }
        return first.url.hasSameOrigin(as: second.url)
    }

    private struct Memo: Sendable {
        struct Entry: Sendable {
            let text: String
            let url: HTTPURL
        }

        /// Longer texts are not remembered, so the memory never holds more than 64 KiB of text.
        static let maxByteCount = 1_024
        static let count = 64

        var entries = [Entry?](repeating: nil, count: count)
    }

    private static let memo = Locked(Memo())
}
