extension HTTP.Headers {
    /// The value of a field that may appear only once in a message.
    package enum Single: Hashable {
        case absent
        case value(String)
        /// Several fields differ, so the intended value is unknown.
        case conflicting
    }

    /// Reads a field that is not a list. Fields that differ only in surrounding whitespace count as one. Joining the
    /// values, as the subscript does, would produce a value that was never sent.
    package func single(_ name: String) -> Single {
        var found: String?
        for field in self where HTTP.isSameIgnoringCase(field.name, name) {
            let value = Self.trimmed(field.value)
            guard found ?? value == value else { return .conflicting }
            found = value
        }
        return found.map { .value($0) } ?? .absent
    }

    /// Returns the value of a field, or `nil` if it is absent or its values conflict.
    package func unambiguous(_ name: String) -> String? {
        if case .value(let value) = single(name) { value } else { nil }
    }
}
