import ReactiveNetworking

/// One range of bytes that a request asks for (RFC 9110 §14.1.2).
enum ByteRange: Sendable, Hashable {
    /// `a-b` or `a-`.
    case from(Int64, through: Int64?)
    /// `-n`.
    case last(Int64)

    /// Parses the value of `Range`; `nil` for several ranges, for other units, and for anything malformed.
    init?(_ field: String) {
        let bytes = Substring(field).utf8.trimmingSpace
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), bytes[..<equals].lowercasedText == "bytes" else {
            return nil
        }
        let range = bytes[bytes.index(after: equals)...].trimmingSpace
        guard let dash = range.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let first = range[..<dash]
        let last = range[range.index(after: dash)...]
        switch (Self.offset(first), Self.offset(last)) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where last.isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where first.isEmpty && count > 0: self = .last(count)
        default: return nil
        }
    }

    /// Returns the offsets within a representation, or `nil` if there is none of them (RFC 9110 §15.5.17).
    func offsets(in total: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last): first < total ? first..<min((last ?? total - 1) + 1, total) : nil
        case .last(let count): total > 0 ? max(0, total - count)..<total : nil
        }
    }

    private static func offset(_ text: Substring.UTF8View) -> Int64? {
        guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // No representation has as many bytes, and the arithmetic stays within bounds.
        return text.reduce(Int64(0)) { min($0 * 10 + Int64($1 - 0x30), 1 << 59) }
    }
}
