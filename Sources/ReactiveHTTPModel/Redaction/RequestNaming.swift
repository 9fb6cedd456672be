/// The method and URL of a request in an error. They appear in its description but not in comparisons, so an error
/// equals one that a test has created.
package struct RequestLine: Hashable, Sendable {
    /// A separate object, which adds only a pointer to the size of an error.
    private final class Box: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private var box: Box?

    package init() {}

    /// The text, with secrets redacted; `nil` if the error does not come from a network.
    package var text: String? {
        get { box?.text }
        set { box = newValue.map(Box.init) }
    }

    /// Always returns `true`.
    package static func == (left: Self, right: Self) -> Bool { true }

    /// Does nothing.
    package func hash(into hasher: inout Hasher) {}
}

/// An error whose description may begin with the request that it belongs to.
package protocol RequestDescribing: Error {
    /// The description without the request.
    var ownText: String { get }
}

/// An error that can name the request that it belongs to.
package protocol RequestNaming: RequestDescribing {
    /// The method and URL of the request, with secrets redacted.
    var request: String? { get set }
}

extension RequestNaming {
    /// The description, preceded by the request if it is known.
    package var namingText: String { (request.map { "\($0): " } ?? "") + ownText }
}

extension Error {
    /// The description, without the request that an error of the library may name.
    package var textWithoutRequest: String {
        (self as? any RequestDescribing)?.ownText ?? "\(self)"
    }
}
