extension HTTP.Headers {
    /// Validates that all fields can be sent.
    ///
    /// A name must be a token (RFC 9110 §5.1). A value must not contain control characters (0 to 31 and 127) except the
    /// horizontal tab; bytes from 128 are allowed, as UTF-8. Whitespace around a value does not belong to it (§5.5) and
    /// is removed when the request is prepared.
    ///
    /// - Throws: ``RequestError/invalidHeaderName(_:)`` or ``RequestError/invalidHeaderValue(name:)`` for the first
    ///   invalid field. The error does not contain the value.
    public func validate() throws(RequestError) {
        for (name, value) in self {
            guard HTTP.isToken(name) else { throw .invalidHeaderName(HTTP.tokenPrefix(of: name)) }
            guard Self.isValidValue(value) else { throw .invalidHeaderValue(name: name) }
        }
    }

    package static func isValidValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }

    /// Returns the validated fields as sent: without whitespace around values, without duplicates of single fields (the
    /// last one wins), with all cookies in one field, and without the fields that the transport writes.
    func onWire(authority: String, bodyByteCount: Int64?) throws(RequestError) -> HTTP.Headers {
        try validate()
        var result = emptied()
        for (name, untrimmed) in self {
            let value = Self.trimmed(untrimmed)
            switch name.lowercased() {
            case "host":
                guard HTTP.isSameIgnoringCase(value, authority) else {
                    throw .refusedHeader(name: name, reason: .differsFromURL)
                }
            case "content-length":
                guard let bodyByteCount, value == String(bodyByteCount) else {
                    throw .refusedHeader(name: name, reason: .differsFromBody)
                }
            case "transfer-encoding", "keep-alive", "proxy-connection", "upgrade":
                throw .refusedHeader(name: name, reason: .belongsToTransport)
            case "connection":
                guard ["close", "keep-alive"].contains(value.lowercased()) else {
                    throw .refusedHeader(name: name, reason: .belongsToTransport)
                }
                result.set(name, value)
            case "cookie":
                result.set(name, result[name].map { "\($0); \(value)" } ?? value)
            case let lowercased where Self.singleNames.contains(lowercased):
                result.set(name, value)
            default:
                result.add(name, value)
            }
        }
        return result
    }

    /// Returns whether a message may have at most one field of this name.
    package static func isSingle(_ name: String) -> Bool { singleNames.contains(name.lowercased()) }

    private static let singleNames: Set<String> = [
        "authorization", "content-location", "content-type", "date", "from", "idempotency-key", "if-modified-since",
        "if-range", "if-unmodified-since", "max-forwards", "origin", "proxy-authorization", "range", "referer",
        "user-agent",
    ]

    package static func trimmed<Text: StringProtocol>(_ value: Text) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let bytes = Substring(value).utf8
        guard let first = bytes.first, let last = bytes.last, isSpace(first) || isSpace(last) else {
            return String(value)
        }
        let head = bytes.drop(while: isSpace)
        let end = head.lastIndex { !isSpace($0) }.map(head.index(after:)) ?? head.startIndex
        return String(decoding: head[..<end], as: UTF8.self)
    }
}
