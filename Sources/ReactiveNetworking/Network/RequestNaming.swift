/// The method and URL of a request in an error. They appear in its description but not in comparisons, so an error
/// equals one that a test has created.
struct RequestLine: Hashable, Sendable {
    /// A separate object, which adds only a pointer to the size of an error.
    private final class Box: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private var box: Box?

    /// The text, with secrets redacted; `nil` if the error does not come from a network.
    var text: String? {
        get { box?.text }
        set { box = newValue.map(Box.init) }
    }

    /// Always returns `true`.
    static func == (left: Self, right: Self) -> Bool { true }

    /// Does nothing.
    func hash(into hasher: inout Hasher) {}
}

/// An error that can name the request that it belongs to.
protocol RequestNaming: Error {
    /// The method and URL of the request, with secrets redacted.
    var request: String? { get set }
    /// The description without the request.
    var ownText: String { get }
}

extension RequestNaming {
    /// The description, preceded by the request if it is known.
    var namingText: String { (request.map { "\($0): " } ?? "") + ownText }
}

extension Error {
    /// The description, without the request that an error of the library may name.
    var textWithoutRequest: String {
        switch self as any Error {
        case let error as any RequestNaming: error.ownText
        case let error as Network.OperationError: error.ownText()
        default: "\(self)"
        }
    }
}

extension Network.OperationError {
    /// Returns the error with the request added, if the underlying error can carry one and has none yet.
    func naming(_ request: Request) -> Self {
        switch self {
        case .requestFailure(let error): .requestFailure(error: error.naming(request))
        case .parseFailure(let cause): .parseFailure(cause: cause.naming(request))
        case .missingData, .invalidResponseType, .unexpectedResponseCode, .timedOut: self
        }
    }

    /// The request that the error names.
    var requestLine: String? {
        switch self {
        case .requestFailure(let error), .parseFailure(let error): (error as? any RequestNaming)?.request
        case .timedOut(_, _, _, let lastFailure): lastFailure?.requestLine
        case .missingData, .invalidResponseType, .unexpectedResponseCode: nil
        }
    }
}

extension Error {
    fileprivate func naming(_ request: Request) -> any Error {
        guard var error = self as? any RequestNaming, error.request == nil else { return self }
        error.request = "\(request)"
        return error
    }
}
