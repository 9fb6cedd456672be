/// The value of `Content-Range` (RFC 9110 §14.4): `bytes 5-9/10`, or `bytes */10` in a response without a part.
struct ContentRange: Hashable {
    /// The offsets of the part, or `nil` if there is none.
    var bytes: ClosedRange<Int64>?
    /// The size of the complete resource, or `nil` if the server does not know it.
    var total: Int64?

    /// Parses the value, or returns `nil` if it is invalid.
    init?(_ field: String) {
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
