/// The members of a comma-separated list (RFC 9110 §5.6.1), without the whitespace around them. Commas inside quoted
/// strings belong to their member. Empty members are left out.
///
/// One pass over the text: a hostile field of 256 KiB costs no more than its bytes.
package struct FieldMembers: Sequence, IteratorProtocol {
    private let text: Substring.UTF8View
    private let keepsEmpty: Bool
    private let hasEscapes: Bool
    private var position: Substring.UTF8View.Index
    private var isOver = false
    /// A Boolean value that indicates whether the last member has a quotation mark without its counterpart.
    package private(set) var isUnclosed = false

    /// Creates the members of a list.
    ///
    /// - Parameters:
    ///   - line: The value of a field.
    ///   - keepsEmpty: Whether empty members count.
    ///   - hasEscapes: Whether a backslash in quotation marks escapes the next character. In entity tags it is a
    ///     character like others.
    package init(_ line: String, keepingEmpty keepsEmpty: Bool = false, hasEscapes: Bool = true) {
        text = Substring(line).utf8
        position = text.startIndex
        self.keepsEmpty = keepsEmpty
        self.hasEscapes = hasEscapes
    }

    package mutating func next() -> Substring.UTF8View? {
        while !isOver {
            let start = position
            skipMember()
            let member = text[start..<position].trimmingSpace
            if position < text.endIndex { position = text.index(after: position) } else { isOver = true }
            if keepsEmpty || !member.isEmpty { return member }
        }
        return nil
    }

    private mutating func skipMember() {
        var isQuoted = false
        var isEscaped = false
        while position < text.endIndex {
            let byte = text[position]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, hasEscapes, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                break
            }
            position = text.index(after: position)
        }
        isUnclosed = isQuoted
    }
}

extension Substring.UTF8View {
    /// The text without spaces and tabs around it.
    package var trimmingSpace: Substring.UTF8View {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var result = drop(while: isSpace)
        while let last = result.last, isSpace(last) { result = result.dropLast() }
        return result
    }

    /// The text in lower case (ASCII letters only).
    package var lowercasedText: String {
        allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            ? String(Substring(self)) : String(decoding: map(HTTP.lowercased), as: UTF8.self)
    }
}
