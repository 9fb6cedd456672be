/// The method and URL of a request as an error carries them: told in its text, and no part of what is compared, so that an error equals
/// one that was made by hand.
struct RequestLine: Hashable, Sendable {
    /// Apart, so that an error is hardly larger for it.
    private final class Box: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private var box: Box?

    /// Secrets hidden; `nil` where the error has not come from a network.
    var text: String? {
        get { box?.text }
        set { box = newValue.map(Box.init) }
    }

    /// Always true.
    static func == (left: Self, right: Self) -> Bool { true }

    /// Adds nothing.
    func hash(into hasher: inout Hasher) {}
}

/// An error that can say which request failed with it.
protocol RequestNaming: Error {
    /// The method and URL of the request, secrets hidden.
    var request: String? { get set }
    /// The text without the request.
    var ownText: String { get }
}

extension RequestNaming {
    /// The request, if it is known, and what happened.
    var namingText: String { (request.map { "\($0): " } ?? "") + ownText }
}

extension Error {
    /// The text, but for the request that an error of the library may name.
    var textWithoutRequest: String {
        switch self as any Error {
        case let error as any RequestNaming: error.ownText
        case let error as Network.OperationError: error.ownText()
        default: "\(self)"
        }
    }
}

extension Network.OperationError {
    /// The same, naming the request where what is inside has a place for it and names none yet.
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
