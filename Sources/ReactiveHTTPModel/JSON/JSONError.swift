/// An error in a text that is not JSON, or in a value that cannot be written as JSON.
///
/// It names the problem and its place, and reveals nothing of the content except the names in the path.
public struct JSONError: Error, Hashable, Sendable {
    /// The problem, as text.
    public var reason: String
    /// The path of the value, such as `todos[3].title`; empty for the outermost value.
    public var path: String { steps.description }
    /// The position in the text as a byte offset, or `nil` for a value.
    public var offset: Int?

    package var steps: JSONPath

    package init(_ reason: String, at offset: Int? = nil, in steps: JSONPath = JSONPath()) {
        self.reason = reason
        self.offset = offset
        self.steps = steps
    }

    /// Returns the error as seen from the enclosing value.
    package func inside(_ step: JSONPath.Step) -> JSONError {
        var error = self
        error.steps.steps.insert(step, at: 0)
        return error
    }
}

extension JSONError: LocalizedError, CustomStringConvertible {
    /// The path, the problem, and the position.
    public var description: String {
        (path.isEmpty ? "" : "\(path): ") + reason + (offset.map { " (at byte \($0))" } ?? "")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

/// The path of a value, such as `user.scores[1]`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    package var steps: [Step]

    package init(steps: [Step] = []) {
        self.steps = steps
    }

    private static let maxShownCount = 32

    package var description: String {
        let shown = steps.prefix(Self.maxShownCount).reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + Redaction.printable(key)
            case .index(let index): text += "[\(index)]"
            }
        }
        return steps.count > Self.maxShownCount ? shown + "…" : shown
    }
}
