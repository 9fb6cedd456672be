/// The decision on a response before it is decoded.
enum Acceptance {
    case accepted
    case refused(Network.OperationError)
    case swallowed
}

extension Request {
    /// Performs all checks in their order, the validator last.
    func acceptance(of response: RawResponse) -> Acceptance {
        let failure = standardFailure(of: response)
        let standard = failure.map(Acceptance.refused) ?? .accepted
        guard let validator = validation?.validator?.value else { return standard }
        do {
            let subject = ResponseValidation.Subject(
                request: self,
                head: response.head,
                data: response.data,
                failure: failure
            )
            switch try validator(subject) {
            case .standard: return standard
            case .accepted: return .accepted
            case .swallowed: return .swallowed
            }
        } catch let error as Network.OperationError {
            return .refused(error)
        } catch {
            return .refused(response.refused(.validator, because: error))
        }
    }

    /// Returns the error of the checks that need no user code.
    package func standardFailure(of response: RawResponse) -> Network.OperationError? {
        if let failure = standardFailure(of: response, hasContent: !response.data.isEmpty) { return failure }
        guard let checksums = validation?.checksums, !response.isBodiless(for: method) else { return nil }
        return checksums.rejection(of: response.data).map { response.refused($0, because: nil) }
    }

    /// Returns whether a response for a file or a stream is rejected by its head. The user's validator, which requires
    /// the body, does not run.
    package func refuses(_ head: ResponseHead) -> Bool {
        let response = RawResponse(head: head, data: Data())
        return standardFailure(of: response, hasContent: true) != nil
    }

    private func standardFailure(of response: RawResponse, hasContent: Bool) -> Network.OperationError? {
        let status = response.head.status
        if let validation, let problem = validation.problems[status] {
            return response.refused(.problem, because: problem)
        }
        guard acceptedCodes.contains(status) else {
            return .unexpectedResponseCode(httpCode: status, data: response.data.isEmpty ? nil : response.data)
        }
        guard let contentTypes = validation?.contentTypes, hasContent, !response.isBodiless(for: method) else {
            return nil
        }
        let found = response.contentTypes
        let acceptable = contentTypes.acceptable(to: self)
        let isAcceptable =
            found.isEmpty
            ? acceptable.contains { $0.type == "*" && $0.subtype == "*" }
            : found.allSatisfy { contentTypes.contains($0, among: acceptable) }
        return isAcceptable
            ? nil : response.refused(.contentType(found: found.first, acceptable: acceptable), because: nil)
    }
}

extension RawResponse {
    /// The content types of the body. There are several if a server or an intermediary has sent several.
    fileprivate var contentTypes: [HTTP.ContentType] {
        head.headers.values(for: "Content-Type").flatMap(HTTP.ContentType.list)
    }

    fileprivate func isBodiless(for method: HTTP.Method) -> Bool {
        method == .head || [204, 205, 304].contains(head.status)
    }

    fileprivate func refused(
        _ reason: ResponseValidationError.Reason,
        because cause: (any Error)?
    ) -> Network.OperationError {
        .requestFailure(
            error: ResponseValidationError(reason: reason, head: head, data: data.isEmpty ? nil : data, cause: cause)
        )
    }
}

extension ResponseValidation.ContentTypes {
    fileprivate func acceptable(to request: Request) -> [HTTP.ContentType] {
        switch self {
        case .any: return ["*/*"]
        case .json: return ["application/json", "text/json", "*/*+json"]
        case .oneOf(let types): return types
        case .acceptHeader:
            let types = request.headers.values(for: "Accept").flatMap(HTTP.ContentType.list)
            return types.isEmpty ? ["*/*"] : types.filter { Double($0.parameters["q"] ?? "1") != 0 }
        }
    }

    fileprivate func contains(_ type: HTTP.ContentType, among acceptable: [HTTP.ContentType]) -> Bool {
        if case .json = self { return type.isJSON }
        return acceptable.contains { type.matches($0) }
    }
}

extension HTTP.ContentType {
    /// Returns the types of a list as in `Accept`. A comma inside quotes is not a separator.
    fileprivate static func list(_ text: String) -> [HTTP.ContentType] {
        var isQuoted = false
        return text.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        .map { HTTP.ContentType(rawValue: HTTP.Headers.trimmed($0)) }
        .filter { !$0.type.isEmpty && !$0.subtype.isEmpty }
    }
}
