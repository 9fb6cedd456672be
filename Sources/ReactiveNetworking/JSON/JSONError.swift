import Foundation

/// Why a text is not JSON, or a value cannot be written as JSON.
///
/// It says what is wrong and where, and shows nothing of the content but the names on the way to it.
public struct JSONError: Error, Hashable, Sendable {
    /// What is wrong.
    public var reason: String
    /// The way to the place, such as `todos[3].title`; empty at the outermost value.
    public var path: String { steps.description }
    /// The place in the text, in bytes from its beginning; `nil` for a value.
    public var offset: Int?

    var steps: JSONPath

    init(_ reason: String, at offset: Int? = nil, in steps: JSONPath = JSONPath()) {
        self.reason = reason
        self.offset = offset
        self.steps = steps
    }

    /// The same seen from one level further out.
    func inside(_ step: JSONPath.Step) -> JSONError {
        var error = self
        error.steps.steps.insert(step, at: 0)
        return error
    }
}

extension JSONError: LocalizedError, CustomStringConvertible {
    /// Where, and what.
    public var description: String {
        (path.isEmpty ? "" : "\(path): ") + reason + (offset.map { " (at byte \($0))" } ?? "")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

/// The way to a value: `user.scores[1]`.
struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    var steps: [Step] = []

    private static let maxShownCount = 32

    var description: String {
        let shown = steps.prefix(Self.maxShownCount).reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + Redaction.printable(key)
            case .index(let index): text += "[\(index)]"
            }
        }
        return steps.count > Self.maxShownCount ? shown + "…" : shown
    }
}
