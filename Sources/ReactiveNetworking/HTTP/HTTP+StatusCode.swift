extension HTTP {
    /// The status of a response.
    ///
    /// An open set: a number nobody registered (599, 799) is kept as it came. The registered codes have names, such
    /// as ``ok`` and ``tooManyRequests``.
    public struct StatusCode: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number on the wire.
        public let rawValue: Int

        /// Makes a status out of any number; never fails.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }
}

extension HTTP.StatusCode {
    /// Every code from 200 to 299, ascending: what an endpoint accepts unless it says otherwise.
    public static let allSuccess = (200...299).map(Self.init(rawValue:))

    /// Orders by number.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Whether the response is an interim one (100 to 199).
    public var isInformational: Bool { (100...199).contains(rawValue) }
    /// Whether the request succeeded (200 to 299).
    public var isSuccess: Bool { (200...299).contains(rawValue) }
    /// Whether the client is sent elsewhere or to its own cache (300 to 399).
    public var isRedirection: Bool { (300...399).contains(rawValue) }
    /// Whether the request is at fault (400 to 499).
    public var isClientError: Bool { (400...499).contains(rawValue) }
    /// Whether the server is at fault (500 to 599).
    public var isServerError: Bool { (500...599).contains(rawValue) }

    /// The phrase registered for the code, such as `Not Found`; `nil` for a code nobody registered.
    public var reasonPhrase: String? { Self.reasonPhrases[rawValue] }
}

extension HTTP.StatusCode: ExpressibleByIntegerLiteral {
    /// Makes a status out of a literal: `let codes: [HTTP.StatusCode] = [200, 404]`.
    public init(integerLiteral value: Int) {
        self.init(rawValue: value)
    }
}

extension HTTP.StatusCode: CustomStringConvertible {
    /// The number with its phrase, `404 Not Found`, or the number alone.
    public var description: String {
        reasonPhrase.map { "\(rawValue) \($0)" } ?? "\(rawValue)"
    }
}
