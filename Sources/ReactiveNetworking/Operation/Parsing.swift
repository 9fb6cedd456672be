import Foundation

extension Operation {
    /// Creates the value of an accepted response, which `make` returns with its delivery.
    func parse(
        _ response: RawResponse,
        _ handling: ResponseHandling,
        _ make: (RawResponse, borrowing OperationContext) throws -> @Sendable () -> Void
    ) -> Conclusion {
        if response.data.isEmpty,
            handling.emptyBody.isMissing(response.head.status, context.withRequest { $0.method })
        {
            return .failed(AttemptFailure(error: .missingData, response: response.head))
        }
        do {
            return .accepted(try make(response, context))
        } catch {
            return .failed(AttemptFailure(error: .parseFailure(cause: error), response: response.head))
        }
    }
}

extension EmptyBodyPolicy {
    /// Returns whether an empty body of a response is an error.
    fileprivate func isMissing(_ status: HTTP.StatusCode, _ method: HTTP.Method) -> Bool {
        switch self {
        case .allowed: false
        case .missing: true
        case .allowedForNoContent: method != .head && ![204, 205, 304].contains(status)
        }
    }
}
