extension DecodingFailure {
    /// A body that is no JSON.
    init(
        _ error: JSONError,
        decoding target: Any.Type = JSONValue.self,
        in response: RawResponse,
        cause: (any Error)? = nil
    ) {
        self.init(
            .malformed(error.reason),
            decoding: target,
            of: response,
            at: (error.steps, error.offset),
            excerpt: error.steps.isSecret
                ? Redaction.placeholder : RedactedSnippet.text(of: response.data, upTo: error.offset ?? 0),
            cause: cause ?? error
        )
    }

    /// JSON with something else at its root.
    init(expected: String, found value: JSONValue, in response: RawResponse) {
        self.init(
            .mismatch(expected: expected, found: value.kind),
            decoding: JSONValue.self,
            of: response,
            excerpt: RedactedSnippet.text(of: value)
        )
    }

    /// Creates the failure for a key path that leads to no value.
    init(_ error: MissingStep, decoding target: Any.Type, of response: RawResponse) {
        let place = Place(error.codingPath, in: try? JSONValue(parsing: response.data))
        let key = error.step.stringValue
        self.init(.missingKey(key), decoding: target, of: response, at: (place.path, nil), excerpt: place.excerpt)
    }

    /// Creates the failure for a decoder's error. The body is parsed again to show the value at its path.
    init(_ error: DecodingError, decoding target: Any.Type, of response: RawResponse) {
        let value: JSONValue?
        do throws(JSONError) {
            value = try JSONValue(parsing: response.data)
        } catch let failure {
            if case .dataCorrupted = error {
                self.init(failure, decoding: target, in: response, cause: error)
                return
            }
            // The decoder is more lenient, and has found something else.
            value = nil
        }
        let place = Place(error.context.codingPath, in: value)
        self.init(
            Reason(error, at: place),
            decoding: target,
            of: response,
            at: (place.path, nil),
            excerpt: place.excerpt,
            cause: error
        )
    }
}

/// Where decoding failed.
private struct Place {
    let path: JSONPath
    let value: JSONValue?
    private let isSecret: Bool

    init(_ codingPath: [any CodingKey], in root: JSONValue?) {
        path = JSONPath(steps: codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
        isSecret = path.isSecret
        value = path.steps.reduce(root) { value, step in value?.value(after: step) }
    }

    var kind: String { value?.kind ?? "something else" }

    var excerpt: String? { isSecret ? Redaction.placeholder : value.map(RedactedSnippet.text) }

    /// `text`, unless it may quote a secret.
    func showing(_ text: String) -> String {
        isSecret ? "the value cannot be used" : RedactedSnippet.bounded(Redaction.printable(text))
    }
}

extension DecodingFailure.Reason {
    fileprivate init(_ error: DecodingError, at place: Place) {
        switch error {
        case .keyNotFound(let key, _): self = .missingKey(key.stringValue)
        case .typeMismatch(let type, _): self = .mismatch(expected: "\(type)", found: place.kind)
        case .valueNotFound(let type, _): self = .mismatch(expected: "\(type)", found: place.kind)
        case .dataCorrupted(let context) where context.codingPath.isEmpty && place.value?.isContainer == true:
            // The decoder on Linux does not report which number. All other errors of the text have been excluded.
            self = .unusable("a number does not fit its type")
        case .dataCorrupted(let context): self = .unusable(place.showing(context.debugDescription))
        @unknown default: self = .unusable("the decoder rejected the value")
        }
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }
}

extension JSONPath {
    fileprivate var isSecret: Bool {
        let secretNames = Redaction.standard.memberNames
        return steps.contains { if case .key(let key) = $0 { secretNames.contains(key) } else { false } }
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Bool"
        case .integer, .number, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A coding path has keys as a strategy has made them, the body as they were sent.
    fileprivate func value(after step: JSONPath.Step) -> JSONValue? {
        switch step {
        // A number can also be the name of a member.
        case .index(let index): self[index] ?? self["\(index)"]
        case .key(let key): self[key] ?? object?.first { $0.key.comparableName == key.comparableName }?.value
        }
    }
}
