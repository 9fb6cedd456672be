extension HTTP {
    /// Header fields in the order they came: names without regard to case, and as many values of one name as there
    /// are.
    ///
    /// The spelling of names and the order are kept. Two collections are equal when they hold the same fields,
    /// spelled the same, in the same order, and mark the same names as secret.
    ///
    /// ```swift
    /// var headers: HTTP.Headers = ["Accept": "text/html", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
    /// headers["accept"] = "application/json"      // replaces every Accept
    /// headers.values(for: "set-cookie")           // ["a=1", "b=2"]
    /// ```
    ///
    /// Lookups are linear, which for the few fields of a message is faster than a table. Nothing is checked when a
    /// field is added (a response is taken as it comes); ``validate()`` does, and preparing a request calls it.
    /// The ``description`` hides the values of secret fields.
    public struct Headers: Hashable, Sendable {
        private struct Field: Hashable, Sendable {
            var name: String
            var value: String
        }

        private var fields: [Field] = []
        private var secretNames: Set<String> = []

        /// Makes an empty collection.
        public init() {}

        /// Makes fields of a dictionary, ordered by name so that the result does not depend on hashing.
        public init(_ dictionary: [String: String]) {
            fields = dictionary.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
        }
    }
}

extension HTTP.Headers {
    /// The value of `name`, whose case does not matter.
    ///
    /// Reading joins several values with `", "` (RFC 9110 §5.3), those of `Cookie` with `"; "`; of `Set-Cookie`,
    /// which cannot be joined, it gives the first (see ``values(for:)``). `nil` where there is none. Writing
    /// replaces all values, at the place of the first; writing `nil` removes them.
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

    /// All values of `name`, in order; empty where there is none.
    public func values(for name: String) -> [String] {
        fields.compactMap { HTTP.isSameIgnoringCase($0.name, name) ? $0.value : nil }
    }

    /// Whether there is a field called `name`.
    public func contains(_ name: String) -> Bool {
        fields.contains { HTTP.isSameIgnoringCase($0.name, name) }
    }

    /// Adds a field at the end and keeps the ones of the same name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Replaces every value of `name` with `value`, at the place of the first, or at the end.
    public mutating func set(_ name: String, _ value: String) {
        guard let first = fields.firstIndex(where: { HTTP.isSameIgnoringCase($0.name, name) }) else {
            return add(name, value)
        }
        fields[first] = Field(name: name, value: value)
        guard let second = fields[(first + 1)...].firstIndex(where: { HTTP.isSameIgnoringCase($0.name, name) })
        else { return }
        fields[second...].removeAll { HTTP.isSameIgnoringCase($0.name, name) }
    }

    /// Removes every field called `name`.
    public mutating func remove(_ name: String) {
        fields.removeAll { HTTP.isSameIgnoringCase($0.name, name) }
    }

    /// These fields with those of `other`: a name that `other` has takes all its values from there, every other
    /// name keeps its own.
    public func merging(_ other: HTTP.Headers) -> HTTP.Headers {
        var result = self
        result.fields.removeAll { other.contains($0.name) }
        result.fields += other.fields
        result.secretNames.formUnion(other.secretNames)
        return result
    }

    /// Hides the values of `name` in every description, like those of `Authorization`.
    public mutating func markSecret(_ name: String) {
        secretNames.insert(name.lowercased())
    }

    /// The names that ``markSecret(_:)`` was called with, in lower case.
    public var markedSecretNames: Set<String> { secretNames }

    /// No fields, the same marks.
    func emptied() -> HTTP.Headers {
        var result = self
        result.fields = []
        return result
    }
}

extension HTTP.Headers: RandomAccessCollection {
    /// A field: its name as spelled, and its value.
    public typealias Element = (name: String, value: String)

    /// The position of the first field, 0.
    public var startIndex: Int { 0 }
    /// The position after the last field.
    public var endIndex: Int { fields.count }

    /// The field at `position`.
    public subscript(position: Int) -> Element {
        (name: fields[position].name, value: fields[position].value)
    }
}

extension HTTP.Headers: ExpressibleByDictionaryLiteral {
    /// Makes fields of a literal, in its order; a name may stand in it several times.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}

extension HTTP.Headers: CustomStringConvertible, CustomReflectable {
    /// The fields on one line, the values of secret ones as ``Redaction/placeholder``.
    public var description: String { description(redactedBy: .standard) }

    /// The fields on one line, with the secrets of `redaction` and the marked ones hidden.
    public func description(redactedBy redaction: Redaction) -> String {
        "[" + redacted(by: redaction).map { "\($0): \($1)" }.joined(separator: ", ") + "]"
    }

    /// The same redacted fields for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: redacted(by: .standard), displayStyle: .collection)
    }

    /// The fields as they may be shown, with the secrets of `redaction` and the marked ones hidden.
    func redacted(by redaction: Redaction) -> [(name: String, value: String)] {
        map { name, value in
            let isMarked = !secretNames.isEmpty && secretNames.contains(name.lowercased())
            let shown = isMarked ? Redaction.placeholder : redaction.value(value, ofHeader: name)
            return (Redaction.printable(name), shown)
        }
    }
}
