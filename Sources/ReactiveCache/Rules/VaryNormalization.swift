import ReactiveNetworking

/// The treatment of request fields before a stored response is selected by them (RFC 9111 §4.1).
public enum VaryNormalization: Sendable, Hashable {
    /// Fields are compared byte by byte.
    case none
    /// Lines are joined, and white space at commas and ends does not count. In `Accept`, `Accept-Charset`,
    /// `Accept-Encoding`, and `Accept-Language`, case and `q=1` do not count either.
    case standard
    /// In addition to ``standard``, the order of members with equal weights does not count in these four fields, and a
    /// stored response matches if its `Content-Language` is the language that the request wants most.
    case extended
}

extension VaryNormalization {
    /// Returns whether a field of a request equals that of a stored request.
    ///
    /// - Parameters:
    ///   - name: The name of the field, in lower case.
    ///   - lines: The lines of the request; empty if the field is absent.
    ///   - stored: The lines of the stored request.
    func isSame(_ name: String, _ lines: [String], _ stored: [String]) -> Bool {
        // Absent equals absent only.
        guard lines.isEmpty == stored.isEmpty else { return false }
        return Self.isSame(lines, stored)
            || self != .none && Self.isSame(normalized(name, lines), normalized(name, stored))
    }

    /// Returns a form of a field that is equal for fields that are the same; `nil` for one that is absent.
    func form(_ name: String, _ lines: [String]) -> [String]? {
        lines.isEmpty ? nil : self == .none ? lines : normalized(name, lines)
    }

    /// Returns the form of an `Accept-Encoding` by which requests are kept apart (H14).
    func codings(_ value: String) -> String {
        self == .none ? HTTP.Headers.trimmed(value) : normalized("accept-encoding", [value]).joined(separator: ", ")
    }

    /// Returns whether texts have the same bytes. `==` of texts also accepts others that only look equal.
    private static func isSame(_ left: [String], _ right: [String]) -> Bool {
        left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    }

    private func normalized(_ name: String, _ lines: [String]) -> [String] {
        // An empty member of a field that is no list may mean something.
        let isList = Self.preferenceNames.contains(name)
        let members = lines.flatMap { FieldMembers($0, keepingEmpty: !isList).map { String(Substring($0)) } }
        guard isList else { return members }
        let preferences = members.map { Preference($0) }
        guard self == .extended else { return preferences.map(\.text) }
        return preferences.sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }.map(\.text)
    }

    /// Returns whether the request wants the language of a stored response more than any other.
    func prefersLanguage(of response: HTTP.Headers, _ lines: [String]) -> Bool {
        guard self == .extended,
            let language = response.unambiguous(HTTP.Headers.Name.contentLanguage)?.lowercased(), !language.isEmpty
        else { return false }
        let preferences = lines.flatMap { FieldMembers($0).map { Preference(String(Substring($0))) } }
        let first = preferences.max { $0.weight < $1.weight }
        guard let first, first.weight > 0 else { return false }
        return preferences.filter { $0.weight == first.weight }.map(\.range) == [language]
    }

    private static let preferenceNames: Set = ["accept", "accept-charset", "accept-encoding", "accept-language"]

    /// A member of a field of preferences, such as `de;q=0.5` (RFC 9110 §12.4.2).
    private struct Preference {
        /// The member in lower case, without `q=1` and without white space.
        let text: String
        /// The preferred thing, without parameters.
        let range: String
        let weight: Double

        init(_ member: String) {
            var parts = member.lowercased().split(separator: ";", omittingEmptySubsequences: false)
                .map { String($0.utf8.trimmingSpace) ?? "" }
            range = parts[0]
            let index = parts.dropFirst().firstIndex { $0.hasPrefix("q=") }
            weight = index.map { Self.weight(parts[$0].dropFirst(2)) ?? 0 } ?? 1
            if let index, weight == 1 { parts.remove(at: index) }
            text = parts.joined(separator: ";")
        }

        /// Returns a weight of at most three decimal places, or `nil` if the text is none.
        private static func weight(_ text: Substring) -> Double? {
            guard text.wholeMatch(of: /0(\.[0-9]{0,3})?|1(\.0{0,3})?/) != nil else { return nil }
            return Double(text.hasSuffix(".") ? text.dropLast() : text)
        }
    }
}

extension HTTP.Headers.Name {
    static let contentLanguage = "Content-Language"
    static let contentLocation = "Content-Location"
    static let pragma = "Pragma"
    static let ifUnmodifiedSince = "If-Unmodified-Since"
}
