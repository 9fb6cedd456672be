/// The links of `Link` fields, and what is left over.
///
/// A field is read by the lenient algorithm of RFC 8288 §B.2 and §B.3. Where that one would take the next link for a
/// part of a broken one, the broken one ends there.
package struct LinkReader {
    package private(set) var links: [HTTP.Link] = []
    package private(set) var flaws: [Flaw] = []

    /// A piece of a field that is no link.
    package struct Flaw {
        package let error: HTTP.LinkError
        /// The relations that it would have as a link.
        let relations: [String]

        /// Returns whether the piece may have been a link with `relation`, or with any.
        package func concerns(_ relation: String?) -> Bool {
            guard !relations.isEmpty else { return error.reason == .unclosedTarget }
            return relation.map(relations.contains) ?? true
        }
    }

    package init(_ fields: [String]) {
        for field in fields { read(field) }
    }

    private mutating func read(_ field: String) {
        var text = LinkText(field)
        while true {
            text.skip { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }
            guard let byte = text.next else { return }
            let start = text.position
            let isLink = byte == UInt8(ascii: "<")
            if isLink, let target = text.target() {
                links.append(HTTP.Link(target: target, parameters: text.parameters()))
                continue
            }
            if isLink { text.skip { $0 == UInt8(ascii: "<") } }
            let link = HTTP.Link(target: "", parameters: text.parameters())
            let error = HTTP.LinkError(
                reason: isLink ? .unclosedTarget : .missingTarget,
                position: isLink ? text.endOfTarget : start
            )
            flaws.append(Flaw(error: error, relations: link.relations))
        }
    }
}

/// The text of one `Link` field, read from left to right.
private struct LinkText {
    private let bytes: [UInt8]
    private(set) var position = 0
    /// Where the last target that was looked for ends, or is cut off.
    private(set) var endOfTarget = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while let byte = next, isSkipped(byte) { position += 1 }
    }

    /// Takes a target, unless another one begins before its end.
    mutating func target() -> String? {
        let rest = bytes[(position + 1)...]
        endOfTarget = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") } ?? bytes.count
        guard endOfTarget < bytes.count, bytes[endOfTarget] == UInt8(ascii: ">") else { return nil }
        position = endOfTarget + 1
        return String(decoding: rest[..<endOfTarget], as: UTF8.self)
    }

    /// Takes everything up to the next link. What stands before a semicolon is no parameter.
    mutating func parameters() -> [String: String] {
        var parameters: [String: String] = [:]
        skip(while: Self.isBlank)
        if !startsRelation { skip { !Self.endsParameter($0) } }
        while next == UInt8(ascii: ";") || startsRelation {
            skip { $0 == UInt8(ascii: ";") || Self.isBlank($0) }
            let name = plain { $0 == UInt8(ascii: "=") }.lowercased()
            var value = ""
            if next == UInt8(ascii: "=") {
                position += 1
                skip(while: Self.isBlank)
                value = quoted(isRelation: name == "rel") ?? plain()
            }
            if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
            skip { !Self.endsParameter($0) }
        }
        return parameters
    }

    /// A Boolean value that indicates whether a relation follows whose semicolon is missing.
    private var startsRelation: Bool {
        bytes[position...].starts(with: "rel".utf8)
            && bytes[(position + 3)...].first { !Self.isBlank($0) } == UInt8(ascii: "=")
    }

    /// Takes text up to the end of a parameter, without blanks around it, and without a quotation mark that is alone.
    private mutating func plain(orTo isEnd: (UInt8) -> Bool = { _ in false }) -> String {
        if next == UInt8(ascii: "\"") { position += 1 }
        let start = position
        skip { !Self.endsParameter($0) && !isEnd($0) }
        var text = bytes[start..<position]
        while let last = text.last, Self.isBlank(last) || last == UInt8(ascii: "\"") { text.removeLast() }
        // Some servers quote in the way of a shell.
        if text.count > 1, text.first == UInt8(ascii: "'"), text.last == UInt8(ascii: "'") {
            text = text.dropFirst().dropLast()
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Takes a quoted text. One without an end, and relations that contain a link, are none.
    private mutating func quoted(isRelation: Bool) -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        var value: [UInt8] = []
        var index = position + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            if isRelation, bytes[index] == UInt8(ascii: "<") { return nil }
            value.append(bytes[index])
            index += 1
        }
        guard index < bytes.count else { return nil }
        position = index + 1
        return String(decoding: value, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func endsParameter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "<")
    }
}
