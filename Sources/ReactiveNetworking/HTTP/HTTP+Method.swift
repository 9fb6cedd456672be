extension HTTP {
    /// A request method.
    ///
    /// An open set: any text is accepted and kept in upper case (ASCII letters only), so `"get"`, `"Get"` and
    /// ``get`` are the same method and reach the wire as `GET`. Text that is not a token is found when the request
    /// is prepared, as ``RequestError/invalidMethod(_:)``; ask ``isToken`` to know earlier.
    ///
    /// ```swift
    /// let purge: HTTP.Method = "purge"      // PURGE
    /// ```
    public struct Method: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The method as it stands on the wire, in upper case.
        public let rawValue: String

        /// Makes a method out of any text; never fails.
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

        /// Makes a method out of a literal: `let method: HTTP.Method = "PURGE"`.
        public init(stringLiteral value: String) {
            self.init(rawValue: value)
        }

        /// The method in upper case, control characters escaped.
        public var description: String { Redaction.printable(rawValue) }
    }
}

extension HTTP.Method {
    /// `GET`: fetch a representation.
    public static let get = Self(rawValue: "GET")
    /// `HEAD`: the header fields of `GET`, without its body.
    public static let head = Self(rawValue: "HEAD")
    /// `POST`: hand content over to be processed; not repeatable by itself.
    public static let post = Self(rawValue: "POST")
    /// `PUT`: replace the target with the content.
    public static let put = Self(rawValue: "PUT")
    /// `DELETE`: remove the target.
    public static let delete = Self(rawValue: "DELETE")
    /// `CONNECT`: open a tunnel.
    public static let connect = Self(rawValue: "CONNECT")
    /// `OPTIONS`: ask what the target can do.
    public static let options = Self(rawValue: "OPTIONS")
    /// `TRACE`: have the request echoed.
    public static let trace = Self(rawValue: "TRACE")
    /// `PATCH`: change a part of the target; not repeatable by itself.
    public static let patch = Self(rawValue: "PATCH")

    /// Whether the method is a token (RFC 9110 §9.1): no other can be sent.
    public var isToken: Bool { HTTP.isToken(rawValue) }

    /// Whether the method only reads (RFC 9110 §9.2.1): GET, HEAD, OPTIONS and TRACE. Unknown methods do not.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }

    /// Whether sending the request several times intends the effect of sending it once (RFC 9110 §9.2.2): the safe
    /// methods, PUT and DELETE. Unknown methods are not.
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether the method cannot carry content: for GET, HEAD and CONNECT it has no meaning and is a way to smuggle
    /// requests (RFC 9110 §9.3.1, §9.3.2, §9.3.6), for TRACE it is forbidden (§9.3.8).
    var forbidsBody: Bool {
        switch self {
        case .get, .head, .trace, .connect: true
        default: false
        }
    }

    /// Whether a request without content still announces `Content-Length: 0` (RFC 9110 §8.6).
    var expectsBody: Bool { self == .post || self == .put || self == .patch }
}
