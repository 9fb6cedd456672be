import Foundation

/// What a response has to be, beyond a status that is accepted, to count as a success.
///
/// ```swift
/// RequestBuilder(.get, url)
///     .header("Accept", "application/json")
///     .validating(.acceptHeader)                                  // a captive portal's page is no success
///     .validating(.problems([.paymentRequired: ShopError.unpaid]))
///     .validating { $0.data.isEmpty ? .swallowed : .standard }
/// ```
///
/// Looked at in this order: codes with an error of their own, the accepted codes, the content type, and last the validator,
/// which sees what the others have come to and has the last word. A response that is refused is an
/// ``Network/OperationError/unexpectedResponseCode(httpCode:data:)`` where the accepted codes say so, else a
/// ``ResponseValidationError`` inside ``Network/OperationError/requestFailure(error:)``.
///
/// A response that goes to a file or a stream is judged by its head alone, before anything of its body is taken: the validator,
/// which wants to see the body, is not asked.
public struct ResponseValidation: Sendable {
    /// What a validator says about a response. To refuse it, it throws.
    public enum Verdict: Sendable, Hashable {
        /// What the other checks say.
        case standard
        /// A success, whatever the other checks say.
        case accepted
        /// Neither: the operation ends `interrupted`, without a value and without a failure.
        case swallowed
    }

    /// What a validator sees.
    public struct Subject: Sendable {
        /// The request.
        public let request: Request
        /// Status and headers.
        public let head: ResponseHead
        /// The body.
        public let data: Data
        /// Why the other checks refuse the response; `nil` if they accept it.
        public let failure: Network.OperationError?
    }

    /// A check of one's own.
    public typealias Validator = @Sendable (Subject) throws -> Verdict

    enum ContentTypes: Hashable, Sendable {
        case any, acceptHeader, json
        case oneOf([HTTP.ContentType])
    }

    var problems: [HTTP.StatusCode: any Error] = [:]
    var contentTypes: ContentTypes?
    private(set) var validator: Validator?
    private(set) var validatorIdentity: Identity?
    private(set) var failureCheck: FailureCheck?
    private(set) var failureCheckIdentity: Identity?

    /// No demands beyond the status.
    public init() {}

    mutating func setFailureCheck(_ check: @escaping FailureCheck) {
        failureCheck = check
        failureCheckIdentity = Identity()
    }

    /// This and `other`: where both say something about the same, `other` counts.
    public func merging(_ other: ResponseValidation) -> ResponseValidation {
        var result = self
        result.problems.merge(other.problems) { $1 }
        result.contentTypes = other.contentTypes ?? contentTypes
        result.validator = other.validator ?? validator
        result.validatorIdentity = other.validatorIdentity ?? validatorIdentity
        result.failureCheck = other.failureCheck ?? failureCheck
        result.failureCheckIdentity = other.failureCheckIdentity ?? failureCheckIdentity
        return result
    }
}

extension ResponseValidation? {
    /// Both, as far as there are any.
    func merging(_ other: ResponseValidation?) -> ResponseValidation? {
        guard let self, let other else { return self ?? other }
        return self.merging(other)
    }
}

extension ResponseValidation {
    /// The content type has to be one that the request's `Accept` names. Without an `Accept`, or with `*/*` in it, any will do,
    /// and none as well.
    ///
    /// Wildcards count, parameters do not, nor does case. What has no body is exempt: 204, 205, 304, the answer to a HEAD, and
    /// any other empty one.
    public static var acceptHeader: ResponseValidation { demanding(.acceptHeader) }

    /// The content type has to be JSON (``HTTP/ContentType/isJSON``); exempt is what has no body.
    public static var json: ResponseValidation { demanding(.json) }

    /// Any content type will do, and none as well: takes back what was demanded before.
    public static var anyContentType: ResponseValidation { demanding(.any) }

    /// The content type has to be one of `types`, which may have wildcards (`image/*`); otherwise as ``acceptHeader``.
    public static func contentTypes(_ types: HTTP.ContentType...) -> ResponseValidation { demanding(.oneOf(types)) }

    /// Each of these codes fails with an error of your own, whether it is accepted or not: as the
    /// ``ResponseValidationError/cause`` of a ``ResponseValidationError``.
    public static func problems(_ errors: [HTTP.StatusCode: any Error]) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.problems = errors
        return validation
    }

    /// A check of your own, made off the main thread, once for each response. What it throws is the
    /// ``ResponseValidationError/cause`` of a ``ResponseValidationError``; an ``Network/OperationError`` passes as it is.
    public static func custom(_ validator: @escaping Validator) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.validator = validator
        validation.validatorIdentity = Identity()
        return validation
    }

    private static func demanding(_ contentTypes: ContentTypes) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.contentTypes = contentTypes
        return validation
    }
}

extension RequestBuilder {
    /// Demands `validation` of the response, besides what was demanded before.
    public func validating(_ validation: ResponseValidation) -> RequestBuilder {
        with { $0.validation = ($0.validation ?? ResponseValidation()).merging(validation) }
    }

    /// Puts the response to a check of your own; see ``ResponseValidation/custom(_:)``.
    public func validating(_ validator: @escaping ResponseValidation.Validator) -> RequestBuilder {
        validating(.custom(validator))
    }
}

extension AcceptedCodes {
    /// Every status there can be: none fails by its number.
    public static let any = AcceptedCodes(0...999)
}
