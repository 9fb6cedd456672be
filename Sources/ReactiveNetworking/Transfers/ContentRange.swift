/// Reads `Content-Range` (RFC 9110 §14.4): `bytes 5-9/10`, or `bytes */10` where no part was to be had.
struct ContentRange: Hashable {
    /// The part; `nil` where there is none.
    var bytes: ClosedRange<Int64>?
    /// The length of the whole; `nil` where the server does not know it.
    var total: Int64?

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
