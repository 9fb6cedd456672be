/// A URL whose path has placeholders: `/users/:id/todos`.
enum PathTemplate {
    /// Returns `url` with each placeholder replaced by its value, which becomes exactly one path segment.
    ///
    /// - Throws: ``RequestError/invalidPathValue(name:reason:)``, for the first placeholder without a usable value, or
    ///   for the first value, by name, without a placeholder.
    static func expand(
        _ url: String,
        with values: [String: any CustomStringConvertible & Sendable]
    ) throws(RequestError) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        var segments: [String] = []
        var unused = Set(values.keys)
        for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard segment.first == ":" else {
                segments.append(String(segment))
                continue
            }
            let name = String(segment.dropFirst())
            guard let value = values[name] else { throw .invalidPathValue(name: name, reason: .missing) }
            segments.append(try self.segment(value.description, for: name))
            unused.remove(name)
        }
        if let name = unused.min() { throw .invalidPathValue(name: name, reason: .noPlaceholder) }
        return segments.joined(separator: "/") + url[path.endIndex...]
    }

    private static func segment(_ value: String, for name: String) throws(RequestError) -> String {
        guard !value.isEmpty else { throw .invalidPathValue(name: name, reason: .empty) }
        // Escaped dots are the same segments (RFC 3986 §6.2.2.2), which clients, proxies and servers resolve.
        guard value != ".", value != ".." else { throw .invalidPathValue(name: name, reason: .dotSegment) }
        var segment: [UInt8] = []
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                segment.append(byte)
            default: segment.appendEscaped(byte)
            }
        }
        return String(decoding: segment, as: UTF8.self)
    }
}
