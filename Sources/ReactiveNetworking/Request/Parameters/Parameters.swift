import Foundation

/// The parameters of a request, by name; where they go, the query or the body, is the request's ``ParameterEncoding``.
///
/// ```swift
/// let parameters: Parameters = ["page": 2, "flag": true, "tags": ["a", "b"], "until": until]   // left out if nil
/// try parameters.query()      // flag=1&page=2&tags%5B%5D=a&tags%5B%5D=b
/// ```
///
/// Values are `Bool`, numbers, strings, ``JSONValue``, arrays and dictionaries of these, nested at most 128 levels deep.
/// Members that are `nil` are left out. What else there is cannot be encoded: the failure is kept, names the way to it, and
/// surfaces when the request is prepared, as ``RequestError/unencodableParameter(path:reason:cause:)``.
public struct Parameters: Hashable, Sendable {
    private var members: [String: JSONValue]
    private var failure: RequestError?

    /// The values by name.
    ///
    /// - Throws: ``RequestError/unencodableParameter(path:reason:cause:)`` for the first, by name, that has no form.
    public var values: [String: JSONValue] {
        get throws(RequestError) {
            if let failure { throw failure }
            return members
        }
    }

    /// No parameters.
    public init() {
        members = [:]
    }

    /// Takes loose values.
    public init(_ values: [String: Any?]) {
        let present: [String: Any] = values.compactMapValues(\.self)
        self.init { () throws(JSONError) in try JSONValue(loose: present, absence: .isLeftOut) }
    }

    /// Takes the members of a value that encodes itself as an object.
    ///
    /// - Parameters:
    ///   - value: a value with named members; anything else is a failure that surfaces later.
    ///   - encoder: decides on dates, data and keys.
    public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) {
        do {
            let value = try JSONValue(encoding: value, with: encoder)
            self.init { () throws(JSONError) in value }
        } catch {
            self.init()
            let encodingFailure = EncodingFailure(error)
            failure = .unencodableParameter(path: encodingFailure.path, reason: encodingFailure.reason, cause: encodingFailure.cause)
        }
    }

    private init(_ make: () throws(JSONError) -> JSONValue) {
        self.init()
        do throws(JSONError) {
            guard case .object(let members) = try make() else { throw JSONError("parameters need names") }
            self.members = members
        } catch {
            failure = RequestError(error)
        }
    }

    /// Whether there is nothing to send, and nothing that failed.
    public var isEmpty: Bool { members.isEmpty && failure == nil }

    /// The value called `name`. Writing `nil` removes it.
    public subscript(name: String) -> JSONValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// These parameters with those of `other`, whose value counts for a name that both have.
    public func merging(_ other: Parameters) -> Parameters {
        if other.isEmpty { return self }
        if isEmpty { return other }
        var result = self
        result.members.merge(other.members) { _, new in new }
        result.failure = failure ?? other.failure
        return result
    }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Takes the loose values of a literal; of a name that stands in it several times the last counts.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}

extension Parameters: CustomStringConvertible, CustomReflectable {
    /// The parameters as JSON on one line, the values of secret names hidden (``Redaction/queryNames``).
    public var description: String {
        failure.map { "\($0)" } ?? Redaction.standard.value(.object(members)).description
    }

    /// The description, so that `dump` and debuggers show no secret.
    public var customMirror: Mirror { Mirror(self, children: ["values": description]) }
}

extension Redaction {
    /// `value` as it may be shown: with the values of secret names hidden, however deep they are.
    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.reduce(into: [:]) { shown, member in
                    let isSecret = queryNames.contains(member.key.lowercased())
                    shown[member.key] = isSecret ? .string(Self.placeholder) : self.value(member.value)
                }
            )
        case .array(let elements): .array(elements.map(self.value))
        default: value
        }
    }
}

extension RequestError {
    /// What is wrong with parameters.
    init(_ error: JSONError) {
        self = .unencodableParameter(path: error.path, reason: error.reason)
    }
}
