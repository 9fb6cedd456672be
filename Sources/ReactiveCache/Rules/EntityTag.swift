import ReactiveNetworking

/// Entity tags (RFC 9110 §8.8.3).
enum EntityTag {
    /// Returns whether a tag is well formed and not weak.
    static func isStrong(_ tag: String) -> Bool {
        tag.utf8.count >= 2 && tag.utf8.first == UInt8(ascii: "\"") && tag.utf8.last == UInt8(ascii: "\"")
    }

    /// Returns whether two tags have the same bytes. `==` of texts also accepts others that only look equal.
    static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }

    /// Returns whether two tags are equal without regard to weakness (§8.8.3.2).
    static func matchesWeakly(_ left: String, _ right: String) -> Bool {
        opaque(left).utf8.elementsEqual(opaque(right).utf8)
    }

    /// Returns the tags in the lines of `If-None-Match`.
    static func list(_ lines: [String]) -> [String] {
        lines.flatMap { FieldMembers($0, hasEscapes: false).map { String(Substring($0)) } }
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : Substring(tag) }
}
