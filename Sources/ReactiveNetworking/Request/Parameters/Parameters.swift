/// The named parameters of a request. Its ``Parameters/Encoding`` places them in the query or the body.
///
/// ```swift
/// let parameters: Parameters = ["page": 2, "flag": true, "tags": ["a", "b"], "until": until]   // left out if nil
/// try parameters.query()      // flag=1&page=2&tags%5B%5D=a&tags%5B%5D=b
/// ```
///
/// Values are `Bool`, numbers, strings, `JSONValue`, and arrays and dictionaries of these, nested at most 128 levels
/// deep. Members that are `nil` are left out. Other values cannot be encoded: the error is kept with the path to the
/// value, and fails the request when it is prepared, as `unencodableParameter(path:reason:cause:)`.
public struct Parameters: Sendable {
    private var members: [String: JSONValue]
    private var failure: RequestError?
    /// A closure that encodes the values again, with the encoder of a network; `nil` if no value was encoded.
    private var encode: (@Sendable (JSONEncoder) -> Parameters)?
    /// The values that ``encode`` encodes.
    private var sources: [EncodedSource] = []

    /// The values by name.
    ///
    /// - Throws: `unencodableParameter(path:reason:cause:)` for the first value, by name, that cannot be
    ///   encoded.
    public var values: [String: JSONValue] {
        get throws(RequestError) {
            if let failure { throw failure }
            return members
        }
    }

    /// Creates an empty collection of parameters.
    public init() {
        members = [:]
    }

    /// Creates parameters from untyped values.
    ///
    /// - Parameter values: The values by name. Members that are `nil` are left out.
    public init(_ values: [String: Any?]) {
        let present: [String: Any] = values.compactMapValues(\.self)
        self.init { () throws(JSONError) in try JSONValue(loose: present, absence: .isLeftOut) }
    }

    /// Creates parameters from the members of an `Encodable` value, encoded with the encoder of the network
    /// (``Network/Configuration/encoder``).
    ///
    /// ```swift
    /// Route(.get, "/todos", parameters: Parameters(encoding: filter))
    /// ```
    ///
    /// - Parameter value: A value with named members. Any other value fails the request when it is prepared.
    public init(encoding value: some Encodable & Sendable) {
        self.init(encoding: value, with: JSONEncoder())
        encode = { Parameters(encoding: value, with: $0) }
        sources = [EncodedSource(value, isEncodable: failure == nil)]
    }

    /// Creates parameters from the members of an `Encodable` value, encoded at once with an encoder of your own.
    ///
    /// - Parameters:
    ///   - value: A value with named members. Any other value fails the request when it is prepared.
    ///   - encoder: The encoder, which decides on dates, data and keys.
    public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) {
        do {
            let value = try JSONValue(encoding: value, with: encoder)
            self.init { () throws(JSONError) in value }
        } catch {
            self.init()
            let encodingFailure = EncodingFailure(error)
            failure = .unencodableParameter(
                path: encodingFailure.path,
                reason: encodingFailure.reason,
                cause: encodingFailure.cause
            )
        }
    }

    private init(_ make: () throws(JSONError) -> JSONValue) {
        self.init()
        do throws(JSONError) {
            guard case .object(let members) = try make() else { throw JSONError("the parameters have no names") }
            self.members = members
        } catch {
            failure = RequestError(error)
        }
    }

    /// A Boolean value that indicates whether there is neither a parameter nor an encoding error.
    public var isEmpty: Bool { members.isEmpty && failure == nil }

    /// The value for a name. Setting `nil` removes it.
    ///
    /// - Parameter name: The name of the parameter.
    public subscript(name: String) -> JSONValue? {
        get { members[name] }
        set {
            members[name] = newValue
            guard let encode else { return }
            self.encode = { encoder in
                var parameters = encode(encoder)
                parameters[name] = newValue
                return parameters
            }
        }
    }

    /// Returns these parameters merged with others.
    ///
    /// - Parameter other: The parameters whose values replace those of the same name.
    /// - Returns: The merged parameters.
    public func merging(_ other: Parameters) -> Parameters {
        if other.isEmpty { return self }
        if isEmpty { return other }
        var result = self
        result.members.merge(other.members) { _, new in new }
        result.failure = failure ?? other.failure
        result.sources += other.sources
        guard encode != nil || other.encode != nil else { return result }
        result.encode = { [self] encoder in
            (encode?(encoder) ?? self).merging(other.encode?(encoder) ?? other)
        }
        return result
    }

    /// Returns the parameters as the encoder of a network encodes them.
    func encoded(with makeEncoder: (@Sendable () -> JSONEncoder)?) -> Parameters {
        guard let encode, let makeEncoder else { return self }
        return encode(makeEncoder())
    }
}

extension Parameters: Hashable {
    /// Returns a Boolean value that indicates whether both have the same values. Values of ``init(encoding:)`` are the
    /// same if their types are, and the standard encoder encodes them equally.
    public static func == (left: Parameters, right: Parameters) -> Bool {
        left.members == right.members && left.failure == right.failure && left.sources == right.sources
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members)
        hasher.combine(failure)
    }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from a dictionary literal of untyped values. The last value of a repeated name wins.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}

extension Parameters: CustomStringConvertible, CustomReflectable {
    /// The parameters as JSON on one line, with secret values hidden (`Redaction.queryNames`).
    public var description: String {
        failure.map { "\($0)" } ?? Redaction.standard.value(.object(members)).description
    }

    /// A mirror of the description, so that `dump` and debuggers show no secret.
    public var customMirror: Mirror { Mirror(self, children: ["values": description]) }
}

extension Redaction {
    /// Returns `value` with the values of secret names hidden at every level.
    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.reduce(into: [:]) { shown, member in
                    let isSecret = isSecret(parameterName: member.key)
                    shown[member.key] = isSecret ? .string(Self.placeholder) : self.value(member.value)
                }
            )
        case .array(let elements): .array(elements.map(self.value))
        default: value
        }
    }
}

extension RequestError {
    /// Creates an error for parameters that cannot be encoded.
    init(_ error: JSONError) {
        self = .unencodableParameter(path: error.path, reason: error.reason)
    }
}
