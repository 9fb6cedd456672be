/// The value of `Content-Range` (RFC 9110 §14.4): `bytes 5-9/10`, or `bytes */10` in a response without a part.
package struct ContentRange: Hashable {
    /// The offsets of the part, or `nil` if there is none.
    package var bytes: ClosedRange<Int64>?
    /// The size of the complete resource, or `nil` if the server does not know it.
    package var total: Int64?

    /// Parses the value, or returns `nil` if it is invalid.
    package init?(_ field: String) {
        guard let match = field.wholeMatch(of: /[ \t]*[bB][yY][tT][eE][sS] +(?:(\d+)-(\d+)|\*)\/(?:(\d+)|\*)[ \t]*/)
        else {
            return nil
        }
        if let text = match.1, let otherText = match.2 {
            guard let first = Int64(text), let last = Int64(otherText), first <= last else { return nil }
            bytes = first...last
        }
        if let text = match.3 {
            guard let total = Int64(text), total > bytes?.upperBound ?? -1 else { return nil }
            self.total = total
        }
        if bytes == nil, total == nil { return nil }
    }
}

extension ResponseHead {
    /// A Boolean value that indicates whether the body is a part of the resource, although the status is not 206.
    ///
    /// RFC 9110 §14.4 gives `Content-Range` no meaning there, but servers send it beside a part. One that names all
    /// bytes, and one of another unit, such as the pages of an API, are harmless.
    package var isDisguisedPart: Bool {
        guard status != .partialContent, status != .rangeNotSatisfiable else { return false }
        let type = headers[HTTP.Headers.Name.contentType] ?? ""
        if type.hasPrefix("m") || type.hasPrefix("M"), HTTP.ContentType(rawValue: type).matches("multipart/byteranges")
        {
            return true
        }
        return headers.values(for: HTTP.Headers.Name.contentRange).contains { field in
            guard field.trimmingPrefix(while: \.isWhitespace).lowercased().hasPrefix("bytes") else { return false }
            guard let range = ContentRange(field) else { return true }
            guard let bytes = range.bytes else { return false }
            return bytes.lowerBound != 0 || range.total.map { $0 - 1 } != bytes.upperBound
        }
    }
}
