/// Escapes characters that control a terminal or reorder text, as `\u{…}`.
enum Escaping {
    /// Escapes text that must stay on one line and look like what it is, such as a header field or an error.
    static func line(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    /// Escapes the text of a body, except for line feeds and tabs. Joiners are kept, because scripts and emoji need
    /// them.
    static func text(_ text: String) -> String {
        escaped(text) { $0 != "\n" && $0 != "\t" && isUnsafe($0) }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        // Bidirectional controls: marks, embeddings, overrides, isolates.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escaped(_ text: String, if isUnsafe: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
