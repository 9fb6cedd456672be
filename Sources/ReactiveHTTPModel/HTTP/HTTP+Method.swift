extension HTTP {
    /// A request method.
    ///
    /// The set is open: any text is accepted and converted to upper case (ASCII letters only), so `"get"`, `"Get"`, and
    /// ``get`` are the same method and are sent as `GET`. Text that is not a token fails the request when it is
    /// prepared, with ``RequestError/invalidMethod(_:)``; use ``isToken`` to check earlier.
    ///
    /// ```swift
    /// let purge: HTTP.Method = "purge"      // PURGE
    /// ```
    public struct Method: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The method as sent, in upper case.
        public let rawValue: String

        /// Creates a method from any text.
        ///
        /// - Parameter rawValue: The name of the method.
        public init(rawValue: String) {
            let isLowercase = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
            guard rawValue.utf8.contains(where: isLowercase) else {
                self.rawValue = rawValue
                return
            }
            self.rawValue = String(
                decoding: rawValue.utf8.map { isLowercase($0) ? $0 & ~0x20 : $0 },
                as: UTF8.self
            )
        }

        /// Creates a method from a literal: `let method: HTTP.Method = "PURGE"`.
        public init(stringLiteral value: String) {
            self.init(rawValue: value)
        }

        /// The method in upper case, with control characters escaped.
        public var description: String { Redaction.printable(rawValue) }
    }
}

extension HTTP.Method {
    /// The GET method, which fetches a representation.
    public static let get = Self(rawValue: "GET")
    /// The HEAD method, which fetches the header fields of GET without its body.
    public static let head = Self(rawValue: "HEAD")
    /// The POST method, which submits content for processing. It is not idempotent.
    public static let post = Self(rawValue: "POST")
    /// The PUT method, which replaces the target with the content.
    public static let put = Self(rawValue: "PUT")
    /// The DELETE method, which removes the target.
    public static let delete = Self(rawValue: "DELETE")
    /// The CONNECT method, which opens a tunnel.
    public static let connect = Self(rawValue: "CONNECT")
    /// The OPTIONS method, which requests the capabilities of the target.
    public static let options = Self(rawValue: "OPTIONS")
    /// The TRACE method, which has the request echoed.
    public static let trace = Self(rawValue: "TRACE")
    /// The PATCH method, which modifies a part of the target. It is not idempotent.
    public static let patch = Self(rawValue: "PATCH")
    /// The QUERY method, which reads what its content asks the target for. It is safe, unlike POST.
    public static let query = Self(rawValue: "QUERY")

    /// A Boolean value that indicates whether the method is a token (RFC 9110 §9.1). Other methods cannot be sent.
    public var isToken: Bool { HTTP.isToken(rawValue) }

    /// A Boolean value that indicates whether the method only reads (RFC 9110 §9.2.1): GET, HEAD, OPTIONS, TRACE,
    /// and QUERY (AD18). Unknown methods are not safe.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }

    /// A Boolean value that indicates whether sending a request repeatedly has the same intended effect as sending it
    /// once (RFC 9110 §9.2.2): the safe methods, PUT, and DELETE. Unknown methods are not idempotent.
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// A Boolean value that indicates whether the method cannot carry content: for GET, HEAD, and CONNECT it has no
    /// meaning and allows request smuggling (RFC 9110 §9.3.1, §9.3.2, §9.3.6); for TRACE it is forbidden (§9.3.8).
    package var forbidsBody: Bool {
        switch self {
        case .get, .head, .trace, .connect: true
        default: false
        }
    }

    /// A Boolean value that indicates whether a request without content sends `Content-Length: 0` (RFC 9110 §8.6).
    package var expectsBody: Bool {
        switch self {
        case .post, .put, .patch, .query: true
        default: false
        }
    }
}
