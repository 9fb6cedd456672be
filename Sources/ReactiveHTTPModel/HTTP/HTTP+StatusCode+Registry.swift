import ReactiveCore

/// The named codes of the IANA registry, without 306 and 418, which are registered as unused.
extension HTTP.StatusCode {
    /// 100 Continue (RFC 9110 §15.2.1).
    public static let `continue` = Self(rawValue: 100)
    /// 101 Switching Protocols (RFC 9110 §15.2.2).
    public static let switchingProtocols = Self(rawValue: 101)
    /// 102 Processing (RFC 2518).
    public static let processing = Self(rawValue: 102)
    /// 103 Early Hints (RFC 8297).
    public static let earlyHints = Self(rawValue: 103)
    /// 104 Upload Resumption Supported (temporary registration).
    public static let uploadResumptionSupported = Self(rawValue: 104)
    /// 200 OK (RFC 9110 §15.3.1).
    public static let ok = Self(rawValue: 200)
    /// 201 Created (RFC 9110 §15.3.2).
    public static let created = Self(rawValue: 201)
    /// 202 Accepted (RFC 9110 §15.3.3).
    public static let accepted = Self(rawValue: 202)
    /// 203 Non-Authoritative Information (RFC 9110 §15.3.4).
    public static let nonAuthoritativeInformation = Self(rawValue: 203)
    /// 204 No Content (RFC 9110 §15.3.5).
    public static let noContent = Self(rawValue: 204)
    /// 205 Reset Content (RFC 9110 §15.3.6).
    public static let resetContent = Self(rawValue: 205)
    /// 206 Partial Content (RFC 9110 §15.3.7).
    public static let partialContent = Self(rawValue: 206)
    /// 207 Multi-Status (RFC 4918).
    public static let multiStatus = Self(rawValue: 207)
    /// 208 Already Reported (RFC 5842).
    public static let alreadyReported = Self(rawValue: 208)
    /// 226 IM Used (RFC 3229).
    public static let imUsed = Self(rawValue: 226)
    /// 300 Multiple Choices (RFC 9110 §15.4.1).
    public static let multipleChoices = Self(rawValue: 300)
    /// 301 Moved Permanently (RFC 9110 §15.4.2).
    public static let movedPermanently = Self(rawValue: 301)
    /// 302 Found (RFC 9110 §15.4.3).
    public static let found = Self(rawValue: 302)
    /// 303 See Other (RFC 9110 §15.4.4).
    public static let seeOther = Self(rawValue: 303)
    /// 304 Not Modified (RFC 9110 §15.4.5).
    public static let notModified = Self(rawValue: 304)
    /// 305 Use Proxy (RFC 9110 §15.4.6).
    public static let useProxy = Self(rawValue: 305)
    /// 307 Temporary Redirect (RFC 9110 §15.4.8).
    public static let temporaryRedirect = Self(rawValue: 307)
    /// 308 Permanent Redirect (RFC 9110 §15.4.9).
    public static let permanentRedirect = Self(rawValue: 308)
    /// 400 Bad Request (RFC 9110 §15.5.1).
    public static let badRequest = Self(rawValue: 400)
    /// 401 Unauthorized (RFC 9110 §15.5.2).
    public static let unauthorized = Self(rawValue: 401)
    /// 402 Payment Required (RFC 9110 §15.5.3).
    public static let paymentRequired = Self(rawValue: 402)
    /// 403 Forbidden (RFC 9110 §15.5.4).
    public static let forbidden = Self(rawValue: 403)
    /// 404 Not Found (RFC 9110 §15.5.5).
    public static let notFound = Self(rawValue: 404)
    /// 405 Method Not Allowed (RFC 9110 §15.5.6).
    public static let methodNotAllowed = Self(rawValue: 405)
    /// 406 Not Acceptable (RFC 9110 §15.5.7).
    public static let notAcceptable = Self(rawValue: 406)
    /// 407 Proxy Authentication Required (RFC 9110 §15.5.8).
    public static let proxyAuthenticationRequired = Self(rawValue: 407)
    /// 408 Request Timeout (RFC 9110 §15.5.9).
    public static let requestTimeout = Self(rawValue: 408)
    /// 409 Conflict (RFC 9110 §15.5.10).
    public static let conflict = Self(rawValue: 409)
    /// 410 Gone (RFC 9110 §15.5.11).
    public static let gone = Self(rawValue: 410)
    /// 411 Length Required (RFC 9110 §15.5.12).
    public static let lengthRequired = Self(rawValue: 411)
    /// 412 Precondition Failed (RFC 9110 §15.5.13).
    public static let preconditionFailed = Self(rawValue: 412)
    /// 413 Content Too Large (RFC 9110 §15.5.14).
    public static let contentTooLarge = Self(rawValue: 413)
    /// 414 URI Too Long (RFC 9110 §15.5.15).
    public static let uriTooLong = Self(rawValue: 414)
    /// 415 Unsupported Media Type (RFC 9110 §15.5.16).
    public static let unsupportedMediaType = Self(rawValue: 415)
    /// 416 Range Not Satisfiable (RFC 9110 §15.5.17).
    public static let rangeNotSatisfiable = Self(rawValue: 416)
    /// 417 Expectation Failed (RFC 9110 §15.5.18).
    public static let expectationFailed = Self(rawValue: 417)
    /// 421 Misdirected Request (RFC 9110 §15.5.20).
    public static let misdirectedRequest = Self(rawValue: 421)
    /// 422 Unprocessable Content (RFC 9110 §15.5.21).
    public static let unprocessableContent = Self(rawValue: 422)
    /// 422, by the name that it had before RFC 9110 (RFC 4918 §11.2); equal to ``unprocessableContent``.
    public static let unprocessableEntity = unprocessableContent
    /// 423 Locked (RFC 4918).
    public static let locked = Self(rawValue: 423)
    /// 424 Failed Dependency (RFC 4918).
    public static let failedDependency = Self(rawValue: 424)
    /// 425 Too Early (RFC 8470).
    public static let tooEarly = Self(rawValue: 425)
    /// 426 Upgrade Required (RFC 9110 §15.5.22).
    public static let upgradeRequired = Self(rawValue: 426)
    /// 428 Precondition Required (RFC 6585).
    public static let preconditionRequired = Self(rawValue: 428)
    /// 429 Too Many Requests (RFC 6585).
    public static let tooManyRequests = Self(rawValue: 429)
    /// 431 Request Header Fields Too Large (RFC 6585).
    public static let requestHeaderFieldsTooLarge = Self(rawValue: 431)
    /// 451 Unavailable For Legal Reasons (RFC 7725).
    public static let unavailableForLegalReasons = Self(rawValue: 451)
    /// 500 Internal Server Error (RFC 9110 §15.6.1).
    public static let internalServerError = Self(rawValue: 500)
    /// 501 Not Implemented (RFC 9110 §15.6.2).
    public static let notImplemented = Self(rawValue: 501)
    /// 502 Bad Gateway (RFC 9110 §15.6.3).
    public static let badGateway = Self(rawValue: 502)
    /// 503 Service Unavailable (RFC 9110 §15.6.4).
    public static let serviceUnavailable = Self(rawValue: 503)
    /// 504 Gateway Timeout (RFC 9110 §15.6.5).
    public static let gatewayTimeout = Self(rawValue: 504)
    /// 505 HTTP Version Not Supported (RFC 9110 §15.6.6).
    public static let httpVersionNotSupported = Self(rawValue: 505)
    /// 506 Variant Also Negotiates (RFC 2295).
    public static let variantAlsoNegotiates = Self(rawValue: 506)
    /// 507 Insufficient Storage (RFC 4918).
    public static let insufficientStorage = Self(rawValue: 507)
    /// 508 Loop Detected (RFC 5842).
    public static let loopDetected = Self(rawValue: 508)
    /// 510 Not Extended (RFC 2774, obsolete).
    public static let notExtended = Self(rawValue: 510)
    /// 511 Network Authentication Required (RFC 6585).
    public static let networkAuthenticationRequired = Self(rawValue: 511)

    static let reasonPhrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        104: "Upload Resumption Supported", 200: "OK", 201: "Created", 202: "Accepted",
        203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content", 206: "Partial Content",
        207: "Multi-Status", 208: "Already Reported", 226: "IM Used", 300: "Multiple Choices",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 305: "Use Proxy",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 506: "Variant Also Negotiates", 507: "Insufficient Storage",
        508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
    ]
}
