extension Network.OperationError: RequestDescribing, RedactedError {
    package var ownText: String { text(quotingBody: true) }

    /// The description, without the words of a server, which may answer a request for credentials.
    package var redactedText: String? {
        guard isRedacted else { return nil }
        return (requestLine.map { "\($0): " } ?? "") + text(quotingBody: false)
    }

    /// A Boolean value that indicates whether the text quotes errors of this package only.
    private var isRedacted: Bool {
        switch self {
        case .requestFailure(let error): (error as? any RedactedError)?.redactedText != nil
        case .timedOut(_, _, _, let lastFailure): lastFailure?.isRedacted ?? true
        case .parseFailure: false
        case .missingData, .invalidResponseType, .unexpectedResponseCode: true
        }
    }

    /// Returns the error with the request added, if the underlying error can carry one and has none yet.
    func naming(_ request: @autoclosure () -> String) -> Self {
        switch self {
        case .requestFailure(let error): .requestFailure(error: error.naming(request()))
        case .parseFailure(let cause): .parseFailure(cause: cause.naming(request()))
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
    fileprivate func naming(_ request: @autoclosure () -> String) -> any Error {
        guard var error = self as? any RequestNaming, error.request == nil else { return self }
        error.request = request()
        return error
    }
}
