/// File names that a server or a URL suggests, sanitized or rejected.
enum FileName {
    static let maxByteCount = 255
    private static let fallback = "download"
    private static let maxExtensionByteCount = 32

    /// Returns the name for a response: from its `Content-Disposition`, unless it has several different ones, or
    /// otherwise from the last component of the URL's path.
    static func suggested(by head: ResponseHead, url: URL?) -> String {
        let disposed = head.headers.unambiguous(HTTP.Headers.Name.contentDisposition)
            .map(ContentDisposition.fileNames)?.lazy.compactMap(safe).first
        return disposed ?? (head.url ?? url).map(\.lastPathComponent).flatMap(safe) ?? fallback
    }

    /// Returns the part of a suggestion that is safe as a file name: its last component, without characters that are
    /// invisible, hide the file, or have a special meaning on any system. Returns `nil` if nothing is left.
    static func safe(_ suggestion: String) -> String? {
        // Split by scalars: a slash with a combining accent is one character, but the system still sees a slash.
        let scalars = Array(suggestion.replacing(/%(2[fF]|5[cC]|00)/, with: "/").unicodeScalars)
        let component = scalars.split(whereSeparator: isSeparator).last ?? []
        var name = component.filter { !isHidden($0) }.map { reserved.contains($0) ? "_" : $0 }[...].drop(while: isEdge)
        while let last = name.last, isEdge(last) { name.removeLast() }
        guard !name.isEmpty else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: name)
        let whole = String(text)
        return shortened(isDevice(whole) ? "_" + whole : whole, to: maxByteCount)
    }

    /// Returns the name with a number before its extension: `report (2).pdf`.
    static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, suffix) = parts(of: name)
        let tail = " (\(number))" + suffix
        return prefix(of: stem, maxByteCount - tail.utf8.count) + tail
    }

    private static func shortened(_ name: String, to byteCount: Int) -> String {
        guard name.utf8.count > byteCount else { return name }
        let (stem, suffix) = parts(of: name)
        let prefix = prefix(of: stem, byteCount - suffix.utf8.count).unicodeScalars
        let end = prefix.lastIndex { !isEdge($0) }.map(prefix.index(after:)) ?? prefix.startIndex
        return String(prefix[..<end]) + suffix
    }

    /// Returns the stem and the extension. An overlong extension counts as part of the stem.
    private static func parts(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            name[dot...].utf8.count <= maxExtensionByteCount
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// Returns as many whole characters as fit. If the first one is too long, returns as many of its scalars as fit.
    private static func prefix(of text: String, _ byteCount: Int) -> String {
        let isPlain = text.first.map { $0.utf8.count <= byteCount } ?? true
        let pieces = isPlain ? text.map(String.init) : text.unicodeScalars.map(String.init)
        var count = 0
        return pieces.prefix { piece in
            count += piece.utf8.count
            return count <= byteCount
        }
        .joined()
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "/" || scalar == "\\" || scalar == "\0"
    }

    private static func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar.properties.isWhitespace }

    /// Returns whether a scalar is a control or reverses the direction of the text, which makes `exe.gpj` look like a
    /// picture.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    /// Characters that other systems use as separators, redirections, or wildcards.
    private static let reserved = Set("<>:\"|?*".unicodeScalars)

    /// Returns whether a name means a device on Windows, regardless of its extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = HTTP.Headers.trimmed((name.split(separator: ".").first ?? "").uppercased())
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT"), let last = stem.last else {
            return false
        }
        return "0123456789¹²³".contains(last)
    }
}
