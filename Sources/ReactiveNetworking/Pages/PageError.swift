/// The reason why the page after the last one that was received is not requested.
///
/// It is the error inside ``Network/OperationError/requestFailure(error:)``.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum PageError: Error, Hashable, Sendable {
    /// The next page is one that was requested before. The associated value is its URL, with secrets redacted.
    case loop(url: String)
    /// The target of the link to the next page cannot be read.
    case invalidLink(HTTP.LinkError)
    /// Several links with the relation have different targets.
    case ambiguousLink(relation: String)
    /// The address of the next page is not the text of a URL.
    case invalidTarget
    /// The next page of an https page has an http address, which the ``RedirectPolicy`` does not allow.
    case refusedDowngrade
}

extension PageError: LocalizedError, CustomStringConvertible {
    /// A description of the problem, with secrets redacted.
    public var description: String {
        switch self {
        case .loop(let url): "The next page was requested before: \(url)"
        case .invalidLink(let error): "The next page is unknown: \(error)"
        case .ambiguousLink(let relation): "The next page is unknown: several links are \"\(relation)\""
        case .invalidTarget: "The address of the next page is not a URL"
        case .refusedDowngrade: "The address of the next page leads from https to http"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
