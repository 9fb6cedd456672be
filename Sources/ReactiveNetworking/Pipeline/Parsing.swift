import Foundation

extension Operation {
    /// Creates the value of an accepted response.
    func parse<Value>(
        _ response: RawResponse,
        _ processing: BufferedResponse<Value>
    ) -> Result<Value, AttemptFailure> {
        if response.data.isEmpty,
            processing.emptyBody.isMissing(response.head.status, context.withRequest { $0.method })
        {
            return .failure(AttemptFailure(error: .missingData, response: response.head))
        }
        do {
            return .success(try processing.make(response, context.decoder))
        } catch {
            return .failure(AttemptFailure(error: .parseFailure(cause: error), response: response.head))
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
