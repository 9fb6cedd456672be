extension HTTP.Headers {
    /// What the fields of a name say that may stand in a message only once.
    enum Single: Hashable {
        case absent
        case value(String)
        /// There are several, and they differ: nobody can tell which one is meant.
        case conflicting
    }

    /// Reads `name`, which is no list. Fields that are equal but for the whitespace around them count as one; to join them, as
    /// the subscript does, would make a value that nobody has sent.
    func single(_ name: String) -> Single {
        var found: String?
        for field in self where HTTP.isSameIgnoringCase(field.name, name) {
            let value = Self.trimmed(field.value)
            guard found ?? value == value else { return .conflicting }
            found = value
        }
        return found.map { .value($0) } ?? .absent
    }

    /// The one value of `name`, for fields where a message that contradicts itself is as good as one without the field.
    func unambiguous(_ name: String) -> String? {
        if case .value(let value) = single(name) { value } else { nil }
    }
}
