extension HTTP {
    /// The status code of a response.
    ///
    /// The set is open: an unregistered number (599, 799) is kept as received. The registered codes have names, such as
    /// ``ok`` and ``tooManyRequests``.
    public struct StatusCode: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number as sent.
        public let rawValue: Int

        /// Creates a status code from any number.
        ///
        /// - Parameter rawValue: The number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }
}

extension HTTP.StatusCode {
    /// The codes from 200 to 299, in ascending order: the default set of accepted codes.
    public static let allSuccess = (200...299).map(Self.init(rawValue:))

    /// Compares the numbers of two status codes.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// A Boolean value that indicates whether the response is informational (100 to 199).
    public var isInformational: Bool { (100...199).contains(rawValue) }
    /// A Boolean value that indicates whether the request succeeded (200 to 299).
    public var isSuccess: Bool { (200...299).contains(rawValue) }
    /// A Boolean value that indicates whether the client has to use another URL or its cache (300 to 399).
    public var isRedirection: Bool { (300...399).contains(rawValue) }
    /// A Boolean value that indicates whether the request is at fault (400 to 499).
    public var isClientError: Bool { (400...499).contains(rawValue) }
    /// A Boolean value that indicates whether the server is at fault (500 to 599).
    public var isServerError: Bool { (500...599).contains(rawValue) }

    /// The registered reason phrase, such as `Not Found`, or `nil` for an unregistered code.
    public var reasonPhrase: String? { Self.reasonPhrases[rawValue] }
}

extension HTTP.StatusCode: ExpressibleByIntegerLiteral {
    /// Creates a status code from a literal: `let codes: [HTTP.StatusCode] = [200, 404]`.
    public init(integerLiteral value: Int) {
        self.init(rawValue: value)
    }
}

extension HTTP.StatusCode: CustomStringConvertible {
    /// The number with its reason phrase, such as `404 Not Found`, or the number alone.
    public var description: String {
        reasonPhrase.map { "\(rawValue) \($0)" } ?? "\(rawValue)"
    }
}
