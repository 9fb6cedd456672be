/// An identity for values that cannot be compared, such as closures. It equals only its copies.
package struct Identity: Sendable, Hashable {
    private final class Token: Sendable {}

    private let token = Token()

    package init() {}

    package static func == (left: Self, right: Self) -> Bool { left.token === right.token }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(token))
    }
}

/// A value that cannot be compared, such as a closure, with an identity: it equals only its copies.
struct Unique<Value: Sendable>: Sendable, Hashable {
    let value: Value
    let identity = Identity()

    init(_ value: Value) {
        self.value = value
    }

    static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

    func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

/// The value behind JSON that another encoder may write otherwise: values are alike if their types are and the standard
/// encoder writes equal JSON. A value that it cannot encode equals only its own copies.
enum EncodedSource: Hashable, Sendable {
    case value(ObjectIdentifier)
    case unencodable(Identity)

    init<Value>(_ value: Value, isEncodable: Bool) {
        self = isEncodable ? .value(ObjectIdentifier(Value.self)) : .unencodable(Identity())
    }
}
