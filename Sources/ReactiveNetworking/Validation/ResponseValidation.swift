/// The requirements for a successful response, in addition to its status.
///
/// ```swift
/// RequestBuilder(.get, url)
///     .header("Accept", "application/json")
///     .validating(.acceptHeader)                                  // a captive portal's page is no success
///     .validating(.problems([.paymentRequired: ShopError.unpaid]))
///     .validating { $0.data.isEmpty ? .swallowed : .standard }
/// ```
///
/// Checks run in this order: statuses with a custom error, the accepted statuses, the content type, the checksum, and
/// the validator, which receives the result of the other checks and makes the final decision. A response with a status
/// that is not accepted fails with ``Network/OperationError/unexpectedResponseCode(httpCode:data:)``; any other
/// rejected response fails with a ``ResponseValidationError`` inside ``Network/OperationError/requestFailure(error:)``.
///
/// A response for a file or a stream is checked by its head, before its body is processed; a file by its checksum too.
/// The validator, which requires the body, does not run.
public struct ResponseValidation: Sendable {
    /// The decision of a validator. To reject a response, the validator throws an error.
    public enum Verdict: Sendable, Hashable {
        /// The result of the other checks applies.
        case standard
        /// The response is a success, regardless of the other checks.
        case accepted
        /// The operation ends as `interrupted`, without a value or an error.
        case swallowed
    }

    /// The response that a validator checks.
    public struct Subject: Sendable {
        /// The request.
        public let request: Request
        /// The status and header fields.
        public let head: ResponseHead
        /// The body.
        public let data: Data
        /// The error of the other checks; `nil` if they accept the response.
        public let failure: Network.OperationError?
    }

    /// A custom check of a response.
    public typealias Validator = @Sendable (Subject) throws -> Verdict

    enum ContentTypes: Hashable, Sendable {
        case any, acceptHeader, json
        case oneOf([HTTP.ContentType])
    }

    var problems: [HTTP.StatusCode: any Error] = [:]
    var contentTypes: ContentTypes?
    var checksums: ExpectedChecksums?
    var validator: Unique<Validator>?
    var failureCheck: Unique<FailureCheck>?

    /// Creates a validation without requirements.
    public init() {}

    /// Returns the requirements of both validations. If both have the same kind of check, the check of `other` replaces
    /// this one.
    func merging(_ other: ResponseValidation) -> ResponseValidation {
        var result = self
        result.problems.merge(other.problems) { $1 }
        result.contentTypes = other.contentTypes ?? contentTypes
        if let more = other.checksums { result.checksums = checksums?.merging(more) ?? more }
        result.validator = other.validator ?? validator
        result.failureCheck = other.failureCheck ?? failureCheck
        return result
    }
}

extension ResponseValidation? {
    /// Returns the requirements of both validations, if there are any.
    func merging(_ other: ResponseValidation?) -> ResponseValidation? {
        guard let self, let other else { return self ?? other }
        return self.merging(other)
    }
}

extension ResponseValidation {
    /// A validation that requires a content type from the request's `Accept` field. Without that field, or with `*/*`
    /// in it, any content type is accepted, and also none.
    ///
    /// Wildcards match; parameters and case are ignored. If a response has several content types, all of them must
    /// match. Responses without a body are exempt: 204, 205, 304, the response to a HEAD request, and any other empty
    /// response.
    public static var acceptHeader: ResponseValidation { demanding(.acceptHeader) }

    /// A validation that requires a JSON content type (`HTTP.ContentType.isJSON`). Responses without a body are
    /// exempt.
    public static var json: ResponseValidation { demanding(.json) }

    /// A validation that accepts any content type and also none, which removes an inherited requirement.
    public static var anyContentType: ResponseValidation { demanding(.any) }

    /// Returns a validation that requires one of several content types.
    ///
    /// Apart from the list of types, the rules are those of ``acceptHeader``.
    ///
    /// - Parameter types: The accepted types, which may contain wildcards (`image/*`).
    /// - Returns: The validation.
    public static func contentTypes(_ types: HTTP.ContentType...) -> ResponseValidation { demanding(.oneOf(types)) }

    /// Returns a validation that requires a body with a checksum.
    ///
    /// The checksum is that of the bytes that the operation delivers: the body after the decoding of a content coding
    /// and after the hooks (``Network/DataResponse/rawData``), or the whole downloaded file, the resumed part included.
    /// A file is checked while it is written. After a mismatch it is removed, and nothing is left to be resumed. The
    /// bodies of streams are not checked, and neither are responses without a body: 204, 205, 304, and the response to
    /// a HEAD request.
    ///
    /// A mismatch is a ``ResponseValidationError`` with ``ResponseValidationError/Reason/checksum(expected:actual:)``.
    ///
    /// - Parameter checksum: The checksum. One of each algorithm can be required.
    /// - Returns: The validation.
    public static func checksum(_ checksum: Checksum) -> ResponseValidation {
        demanding(checksum.algorithm, checksum)
    }

    /// Returns a validation that requires a body with a SHA-256 digest; see ``checksum(_:)``.
    ///
    /// ```swift
    /// let image = RequestBuilder(.get, url).validating(.sha256(digest)).build()
    /// network.download(image, to: .directory(downloads))
    /// ```
    ///
    /// - Parameter text: The digest in hexadecimal digits or base64. With any other text, the operation fails as
    ///   `invalidChecksum(_:)` before anything is sent.
    /// - Returns: The validation.
    public static func sha256(_ text: String) -> ResponseValidation { demanding(.sha256, Checksum(.sha256, text)) }

    /// Returns a validation that requires a body with an MD5 digest, for servers that publish no other; see
    /// ``checksum(_:)``.
    ///
    /// - Parameter text: The digest in hexadecimal digits or base64. With any other text, the operation fails as
    ///   `invalidChecksum(_:)` before anything is sent.
    /// - Returns: The validation.
    public static func md5(_ text: String) -> ResponseValidation { demanding(.md5, Checksum(.md5, text)) }

    private static func demanding(_ algorithm: Checksum.Algorithm, _ checksum: Checksum?) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.checksums = ExpectedChecksums(algorithm, checksum)
        return validation
    }

    /// Returns a validation that maps statuses to errors of your own, whether or not the statuses are accepted.
    ///
    /// The error is the ``ResponseValidationError/cause`` of a ``ResponseValidationError``.
    ///
    /// - Parameter errors: The error for each status.
    /// - Returns: The validation.
    public static func problems(_ errors: [HTTP.StatusCode: any Error]) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.problems = errors
        return validation
    }

    /// Returns a validation with a check of your own.
    ///
    /// The check runs once for each response, off the main thread. An error that it throws is the
    /// ``ResponseValidationError/cause`` of a ``ResponseValidationError``; a thrown ``Network/OperationError`` is
    /// passed on unchanged.
    ///
    /// - Parameter validator: Checks the response.
    /// - Returns: The validation.
    public static func custom(_ validator: @escaping Validator) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.validator = Unique(validator)
        return validation
    }

    private static func demanding(_ contentTypes: ContentTypes) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.contentTypes = contentTypes
        return validation
    }
}

extension RequestBuilder {
    /// Returns the builder with requirements for the response, merged with those that it already has.
    ///
    /// - Parameter validation: The requirements to add.
    /// - Returns: The builder with the requirements.
    public func validating(_ validation: ResponseValidation) -> RequestBuilder {
        with { $0.validation = ($0.validation ?? ResponseValidation()).merging(validation) }
    }

    /// Returns the builder with a check of your own for the response, as ``ResponseValidation/custom(_:)`` creates it.
    ///
    /// - Parameter validator: Checks the response.
    /// - Returns: The builder with the check.
    public func validating(_ validator: @escaping ResponseValidation.Validator) -> RequestBuilder {
        validating(.custom(validator))
    }
}
