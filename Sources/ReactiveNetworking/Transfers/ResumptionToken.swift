/// The information needed to resume an unfinished download in another process.
///
/// The token is stored in a file beside the unfinished file, readable by its owner only. It contains a digest of the
/// URL instead of the URL, so that it does not identify the user.
public struct ResumptionToken: Codable, Hashable, Sendable {
    /// The strong validator of the version that the bytes belong to, as sent in `If-Range`.
    public let validator: String
    /// The size of the complete resource in bytes, if known.
    public let totalByteCount: Int64?
    /// The SHA-256 digest of the request's method and URL, in hexadecimal digits.
    public let source: String

    init(validator: Validator, totalByteCount: Int64?, source: String) {
        self.validator = validator.text
        self.totalByteCount = totalByteCount
        self.source = source
    }

    /// Creates a token from its stored form, or returns `nil` if the data is invalid.
    ///
    /// - Parameter data: The stored form; see ``data``.
    public init?(data: Data) {
        guard let token = try? JSONDecoder().decode(ResumptionToken.self, from: data) else { return nil }
        self = token
    }

    /// The stored form of the token.
    public var data: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}

extension ResumptionToken {
    /// Returns the digest that identifies requests for the same resource: their method and URL, including the
    /// parameters.
    ///
    /// - Parameter request: A resolved request.
    static func source(of request: Request) -> String {
        let text = "\(request.method) \((try? request.encodedParts().url) ?? request.url)"
        return SHA256.digest(of: Data(text.utf8)).hexadecimalDigits
    }
}
