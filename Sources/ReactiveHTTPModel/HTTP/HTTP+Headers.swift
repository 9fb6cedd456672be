extension HTTP {
    /// An ordered collection of header fields, with case-insensitive names and any number of values for each name.
    ///
    /// The spelling of names and the order are preserved. Two collections are equal if they contain the same fields
    /// with the same spelling in the same order, and mark the same names as secret.
    ///
    /// ```swift
    /// var headers: HTTP.Headers = ["Accept": "text/html", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
    /// headers["accept"] = "application/json"      // replaces every Accept
    /// headers.values(for: "set-cookie")           // ["a=1", "b=2"]
    /// ```
    ///
    /// Lookups are linear, which is faster than a table for the few fields of a message. Fields are not validated when
    /// they are added, so that responses are kept as received; ``validate()`` is called when a request is prepared. The
    /// ``description`` hides the values of secret fields.
    public struct Headers: Hashable, Sendable {
        private struct Field: Hashable, Sendable {
            var name: String
            var value: String
        }

        /// The number of fields up to which a search is faster than a table of their names.
        private static let shortCount = 8

        private var fields: [Field] = []
        private var secretNames: Set<String> = []

        /// Creates an empty collection.
        public init() {}

        /// Creates fields from a dictionary, ordered by name so that the result is deterministic.
        ///
        /// - Parameter dictionary: The values by name.
        public init(_ dictionary: [String: String]) {
            fields = dictionary.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
        }
    }
}

extension HTTP.Headers {
    /// The value of a field, or `nil` if it is absent.
    ///
    /// Getting joins several values with `", "` (RFC 9110 §5.3), and those of `Cookie` with `"; "`. The values of
    /// `Set-Cookie` cannot be joined: use ``values(for:)``; this subscript returns the first. Setting replaces all
    /// values, at the position of the first; setting `nil` removes them.
    ///
    /// - Parameter name: The name of the field, compared case-insensitively.
    public subscript(name: String) -> String? {
        get {
            let values = values(for: name)
            guard values.count > 1 else { return values.first }
            if HTTP.isSameIgnoringCase(name, Name.setCookie) { return values[0] }
            return values.joined(separator: HTTP.isSameIgnoringCase(name, Name.cookie) ? "; " : ", ")
        }
        set {
            guard let newValue else { return remove(name) }
            set(name, newValue)
        }
    }

    /// Returns all values of a field, in order.
    ///
    /// - Parameter name: The name of the field, compared case-insensitively.
    /// - Returns: The values, which are empty if the field is absent.
    public func values(for name: String) -> [String] {
        fields.compactMap { HTTP.isSameIgnoringCase($0.name, name) ? $0.value : nil }
    }

    /// Returns whether the collection contains a field.
    ///
    /// - Parameter name: The name of the field, compared case-insensitively.
    /// - Returns: Whether there is such a field.
    public func contains(_ name: String) -> Bool {
        fields.contains { HTTP.isSameIgnoringCase($0.name, name) }
    }

    /// Appends a field, keeping those of the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Replaces all values of a field, at the position of the first, or appends the field.
    ///
    /// - Parameters:
    ///   - name: The name of the field, compared case-insensitively.
    ///   - value: The new value.
    public mutating func set(_ name: String, _ value: String) {
        guard let first = fields.firstIndex(where: { HTTP.isSameIgnoringCase($0.name, name) }) else {
            return add(name, value)
        }
        fields[first] = Field(name: name, value: value)
        guard let second = fields[(first + 1)...].firstIndex(where: { HTTP.isSameIgnoringCase($0.name, name) })
        else { return }
        fields[second...].removeAll { HTTP.isSameIgnoringCase($0.name, name) }
    }

    /// Removes all fields of a name.
    ///
    /// - Parameter name: The name, compared case-insensitively.
    public mutating func remove(_ name: String) {
        fields.removeAll { HTTP.isSameIgnoringCase($0.name, name) }
    }

    /// Returns these fields merged with others.
    ///
    /// - Parameter other: The fields that replace those of the same names.
    /// - Returns: The merged fields.
    public func merging(_ other: HTTP.Headers) -> HTTP.Headers {
        var result = self
        if other.count <= Self.shortCount {
            result.fields.removeAll { other.contains($0.name) }
        } else {
            // A hostile message may have thousands of fields.
            let names = Set(other.fields.map { Substring($0.name).utf8.lowercasedText })
            result.fields.removeAll { names.contains(Substring($0.name).utf8.lowercasedText) }
        }
        result.fields += other.fields
        result.secretNames.formUnion(other.secretNames)
        return result
    }

    /// Marks a field as secret, so that descriptions hide its values like those of `Authorization`, and redirects
    /// keep them at their origin. Fields whose names tell so by their words need no mark; see ``Redaction``.
    ///
    /// - Parameter name: The name of the field.
    public mutating func markSecret(_ name: String) {
        secretNames.insert(name.lowercased())
    }

    /// The names marked with ``markSecret(_:)``, in lower case.
    public var markedSecretNames: Set<String> { secretNames }

    package func isMarkedSecret(_ name: String) -> Bool {
        !secretNames.isEmpty && secretNames.contains(name.lowercased())
    }

    /// Prepares for adding fields, so that the storage need not grow.
    package mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }

    /// Returns a collection without fields, with the same secret marks.
    package func emptied() -> HTTP.Headers {
        var result = self
        result.fields = []
        return result
    }
}

extension HTTP.Headers: RandomAccessCollection {
    /// A field, with its name as spelled and its value.
    public typealias Element = (name: String, value: String)

    /// The position of the first field, 0.
    public var startIndex: Int { 0 }
    /// The position after the last field.
    public var endIndex: Int { fields.count }

    /// The field at a position.
    ///
    /// - Parameter position: The position of the field.
    public subscript(position: Int) -> Element {
        (name: fields[position].name, value: fields[position].value)
    }
}

extension HTTP.Headers: ExpressibleByDictionaryLiteral {
    /// Creates fields from a dictionary literal, in order. Names can be repeated.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}

extension HTTP.Headers: CustomStringConvertible, CustomReflectable {
    /// The fields on one line, with secret values replaced by ``Redaction/placeholder``.
    public var description: String { description(redactedBy: .standard) }

    /// Returns the fields on one line, with the values of secret and marked fields hidden.
    ///
    /// - Parameter redaction: The rules for secret names.
    /// - Returns: The description.
    public func description(redactedBy redaction: Redaction) -> String {
        "[" + redacted(by: redaction).map { "\($0): \($1)" }.joined(separator: ", ") + "]"
    }

    /// A mirror of the redacted fields, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: redacted(by: .standard), displayStyle: .collection)
    }

    /// Returns the fields for display, with secret values hidden and control characters escaped.
    ///
    /// - Parameter redaction: The names whose values are hidden, in addition to those marked with ``markSecret(_:)``.
    /// - Returns: The names and values, in order.
    public func redacted(by redaction: Redaction) -> [(name: String, value: String)] {
        map { name, value in
            let shown = isMarkedSecret(name) ? Redaction.placeholder : redaction.value(value, ofHeader: name)
            return (Redaction.printable(name), shown)
        }
    }
}
