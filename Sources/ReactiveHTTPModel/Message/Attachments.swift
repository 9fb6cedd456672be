/// A value that a capability above the client adds to a request. Its type is its name.
package protocol Attachment: Hashable, Sendable {}

/// The values that capabilities add to a request, at most one of each type. The client carries them from the
/// configuration to the transport, and knows none of them.
package struct Attachments: Sendable {
    private var values: [ObjectIdentifier: any Attachment] = [:]

    package init() {}

    package subscript<Value: Attachment>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    /// Returns these values, with those of `other` in place of those of the same type.
    package func overridden(by other: Attachments) -> Attachments {
        guard !other.values.isEmpty else { return self }
        var result = self
        result.values.merge(other.values) { $1 }
        return result
    }
}

extension Attachments: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.values.count == right.values.count
            && left.values.allSatisfy { type, value in value.isEqual(to: right.values[type]) }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(Set(values.keys)) }
}

extension Attachment {
    fileprivate func isEqual(to other: (any Attachment)?) -> Bool { (other as? Self) == self }
}
