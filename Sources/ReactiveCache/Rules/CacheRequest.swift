import ReactiveNetworking

/// The pass of an operation that reads a stored response before it asks the network.
enum CachePass: Attachment {
    /// Takes the stored response, however old, and nothing else. The witness knows whether a cache was asked.
    case stored(CacheWitness)
    /// Takes the response of the network, or its confirmation of the stored one.
    case network
}

/// Knows whether a cache has received a request.
final class CacheWitness: Sendable, Hashable {
    private let hasCache = Locked(false)

    var hasSeenCache: Bool { hasCache.withLock { $0 } }

    func see() { hasCache.withLock { $0 = true } }

    static func == (left: CacheWitness, right: CacheWitness) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A request as a cache sees it, out of line, because several objects of one exchange hold it.
final class CacheRequest: Sendable {
    let request: PreparedRequest
    let key: CacheKey
    let control: CacheControl
    /// The user's policy, unless the request has a `Cache-Control` of its own (H32).
    let policy: Network.CachePolicy
    let override: Network.CacheLifetime?
    let pass: CachePass?
    let hasPragmaNoCache: Bool
    let ifNoneMatch: [String]
    let ifModifiedSince: String?
    let ifRange: String?
    /// A Boolean value that indicates whether the request has `If-Match` or `If-Unmodified-Since`, which only the
    /// server can evaluate.
    let hasPreconditions: Bool
    let rangeField: String?
    let hasCookie: Bool
    let authorization: String?
    /// The other fields that tell who asks, except cookies: by their names or by marks, they are secrets (N18).
    let credentials: [String]
    let acceptEncoding: String?

    init(_ request: PreparedRequest, _ key: CacheKey) {
        self.request = request
        self.key = key
        var control = CacheControl()
        var controlField: String?
        var hasPragmaNoCache = false
        var ifNoneMatch: [String] = []
        var ifModifiedSince: String?
        var ifRange: String?
        var hasPreconditions = false
        var rangeField: String?
        var hasCookie = false
        var authorization: String?
        var credentials: [String] = []
        var acceptEncoding: String?
        for (name, value) in request.headers {
            switch name.utf8.count {
            case 5 where HTTP.isSameIgnoringCase(name, "range"): rangeField = value
            case 6 where HTTP.isSameIgnoringCase(name, "pragma"):
                if FieldMembers(value).contains(where: { $0.lowercasedText == "no-cache" }) { hasPragmaNoCache = true }
            case 6 where HTTP.isSameIgnoringCase(name, "cookie"): hasCookie = true
            case 8 where HTTP.isSameIgnoringCase(name, "if-range"): ifRange = HTTP.Headers.trimmed(value)
            case 8 where HTTP.isSameIgnoringCase(name, "if-match"): hasPreconditions = true
            case 13 where HTTP.isSameIgnoringCase(name, "cache-control"):
                controlField = value
                control.add(line: value)
            case 13 where HTTP.isSameIgnoringCase(name, "authorization"): authorization = value
            case 13 where HTTP.isSameIgnoringCase(name, "if-none-match"): ifNoneMatch.append(value)
            case 15 where HTTP.isSameIgnoringCase(name, "accept-encoding"):
                acceptEncoding = acceptEncoding.map { "\($0), \(value)" } ?? value
            case 17 where HTTP.isSameIgnoringCase(name, "if-modified-since"): ifModifiedSince = value
            case 19 where HTTP.isSameIgnoringCase(name, "if-unmodified-since"): hasPreconditions = true
            default:
                guard request.headers.isMarkedSecret(name) || Redaction.standard.isSecret(headerName: name)
                else { break }
                credentials.append("\(name.lowercased()):\(value)")
            }
        }
        self.control = control
        self.hasPragmaNoCache = hasPragmaNoCache
        self.ifNoneMatch = ifNoneMatch
        self.ifModifiedSince = ifModifiedSince
        self.ifRange = ifRange
        self.hasPreconditions = hasPreconditions
        self.rangeField = rangeField
        self.hasCookie = hasCookie
        self.authorization = authorization
        self.credentials = credentials
        self.acceptEncoding = acceptEncoding
        let policy = request.cachePolicy ?? .useProtocol
        self.policy = controlField == nil || controlField == policy.cacheControl ? policy : .useProtocol
        override = request.cacheLifetime
        pass = request.attachments[CachePass.self]
        if case .stored(let witness) = pass { witness.see() }
    }

    /// A Boolean value that indicates whether the request tells who asks, other than by cookies.
    var hasCredentials: Bool { authorization != nil || !credentials.isEmpty }

    var isHead: Bool { request.method == .head }

    /// A Boolean value that indicates whether the request has conditions of its own.
    var isConditional: Bool {
        !ifNoneMatch.isEmpty || ifModifiedSince != nil || ifRange != nil || hasPreconditions
    }

    /// A Boolean value that indicates whether nothing may answer without the server's confirmation.
    var demandsValidation: Bool {
        control.hasNoCache || !control.noCacheFields.isEmpty || hasPragmaNoCache && !control.isPresent
    }

    /// A Boolean value that indicates whether a stored response must not be read.
    var ignoresStored: Bool { policy == .reloadIgnoringLocal || policy == .reloadIgnoringLocalAndRemote }

    /// A Boolean value that indicates whether the network must not be asked.
    var isStoredOnly: Bool { control.hasOnlyIfCached || policy == .returnCachedOnly || isStoredPass }

    private var isStoredPass: Bool { if case .stored = pass { true } else { false } }

    /// A Boolean value that indicates whether any stored response will do, however old and whatever its directives.
    var takesAnyStored: Bool {
        policy == .returnCachedElseLoad || policy == .returnCachedOnly || isStoredPass
    }

    /// The lines of a field, by which `Vary` selects.
    func lines(_ name: String) -> [String] { request.headers.values(for: name) }

    /// The fields that `Vary` names in a response to this request.
    func selectingFields(_ terms: CacheTerms) -> [CacheMetadata.SelectingField] {
        terms.varyNames.map { CacheMetadata.SelectingField(name: $0, values: lines($0)) }
    }
}

extension CacheKey {
    /// Creates the key of an absolute URL. Its user and its fragment do not count (H16).
    init(_ url: URL) {
        let text = url.absoluteString
        self.init(normalized: Self.isNormalized(text) ? text : Self.normalized(text))
    }

    /// Returns whether a text needs no change: the host is in lower case and has no port but one that is not the
    /// scheme's, the path is not empty, and there is no fragment.
    private static func isNormalized(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { isNormalized($0) } ?? false
    }

    private static func isNormalized(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var slashCount = 0
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): break
            case UInt8(ascii: "/"):
                slashCount += 1
                if slashCount == 3 { return !text[index...].contains(UInt8(ascii: "#")) }
            case UInt8(ascii: ":") where slashCount == 2:
                let port = text[(index + 1)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                let isStandard = port.elementsEqual((text.starts(with: "https:".utf8) ? "443" : "80").utf8)
                guard !port.isEmpty, !isStandard else { return false }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["),
                UInt8(ascii: "#"):
                return false
            default: break
            }
        }
        return false
    }

    private static func normalized(_ text: String) -> String {
        let text = text.prefix { $0 != "#" }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return String(text) }
        let scheme = text[..<colon].lowercased()
        let rest = text[colon...].utf8.dropFirst(3)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        var target = String(Substring(rest[authority.endIndex...]))
        let host =
            authority.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.index(after: $0)...] } ?? authority
        var server = host.lowercasedText
        let standardPort = scheme == "https" ? ":443" : ":80"
        if server.hasSuffix(standardPort) {
            server.removeLast(standardPort.count)
        } else if server.hasSuffix(":") {
            server.removeLast()
        }
        if !target.hasPrefix("/") { target = "/" + target }
        return "\(scheme)://\(server)\(target)"
    }
}
