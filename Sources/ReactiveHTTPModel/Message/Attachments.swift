/// A value that a capability above the client adds to a request. Its type is its name.
package protocol Attachment: Hashable, Sendable {
    /// Returns the value of two layers of a configuration; by default, that of the later layer.
    func overridden(by other: Self) -> Self
}

extension Attachment {
    package func overridden(by other: Self) -> Self { other }
}

/// The values that capabilities add to a request, at most one of each type. The client carries them from the
/// configuration to the transport, and knows none of them.
package struct Attachments: Sendable {
    private var values: [ObjectIdentifier: any Attachment] = [:]

    package init() {}

    package subscript<Value: Attachment>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    /// Returns these values and those of a later layer.
    package func overridden(by other: Attachments) -> Attachments {
        guard !other.values.isEmpty else { return self }
        var result = self
        result.values.merge(other.values) { $0.overridden(byValue: $1) }
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
    fileprivate func overridden(byValue other: any Attachment) -> any Attachment {
        (other as? Self).map { overridden(by: $0) } ?? other
    }

    fileprivate func isEqual(to other: (any Attachment)?) -> Bool { (other as? Self) == self }
}
