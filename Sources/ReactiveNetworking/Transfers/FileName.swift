import Foundation

/// Names for files that a server or a URL suggests: made safe, or refused (T18, B54).
enum FileName {
    static let maxByteCount = 255
    private static let fallback = "download"
    private static let maxExtensionByteCount = 32

    /// The name for what a response brings: that of its `Content-Disposition`, unless it has several that differ, else the last
    /// part of the URL's path.
    static func suggested(by head: ResponseHead, url: URL?) -> String {
        let disposed = head.headers.unambiguous(HTTP.Headers.Name.contentDisposition)
            .flatMap(ContentDisposition.fileName).flatMap(safe)
        return disposed ?? (head.url ?? url).map(\.lastPathComponent).flatMap(safe) ?? fallback
    }

    /// What of a suggestion may be the name of a file: its last component, without what is invisible, hides the file, or has a
    /// meaning to some system. `nil` if nothing is left.
    static func safe(_ suggestion: String) -> String? {
        // By scalars: a slash with an accent on it is one character, and still a slash to the system.
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

    /// The name with a number before its extension: `report (2).pdf`.
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

    /// Stem and extension; one that is longer than extensions are belongs to the stem.
    private static func parts(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            name[dot...].utf8.count <= maxExtensionByteCount
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// As many whole characters as fit; of a first one that is too long on its own, as many of its scalars.
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

    /// Controls, and what turns the direction of the text round: `exe.gpj` would pass for a picture.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    /// What separates, redirects or matches on other systems.
    private static let reserved = Set("<>:\"|?*".unicodeScalars)

    /// Names that mean a device on Windows, whatever their extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = (name.split(separator: ".").first ?? "").uppercased().trimmingCharacters(in: .whitespaces)
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT"), let last = stem.last else {
            return false
        }
        return "0123456789¹²³".contains(last)
    }
}
