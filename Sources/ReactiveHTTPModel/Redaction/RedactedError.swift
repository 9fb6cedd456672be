/// An error of this package, whose text has no secret, so that texts of other errors may quote it.
package protocol RedactedError: Error {
    /// The text, or `nil` if it may quote an error of other code.
    var redactedText: String? { get }
}

extension RedactedError {
    /// The default value: the description.
    package var redactedText: String? { "\(self)" }
}
