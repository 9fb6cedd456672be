import ReactiveCore

/// The rules for hiding secrets wherever a request or a response is shown: in descriptions, errors, and logs.
///
/// ```swift
/// var redaction = Redaction.standard
/// redaction.headerNames.insert("x-team")
/// redaction.url("https://ape:group@example.com/?token=1&page=2")
/// // https://<redacted>@example.com/?token=<redacted>&page=2
/// ```
///
/// A name is judged by its words, wherever it stands: header fields, parameters of queries and forms, members of JSON,
/// and cookies. The value is a secret if the name contains a word such as `token`, `secret`, `password`, `credential`,
/// `auth`, `authorization`, `session`, `signature`, `cookie`, `jwt`, `otp`, or `csrf`, or if `key` follows a word such
/// as `api`, `access`, or `private`. `X-Vault-Token`, `apiKey`, and `user[new_password]` are secrets;
/// `Idempotency-Key`, `max_tokens`, `token_type`, `hasPassword`, and the place in a list (`next_page_token`) are not.
///
/// The names in ``headerNames`` and ``queryNames`` are secrets too, and those in ``openNames`` are not.
public struct Redaction: Hashable, Sendable {
    /// The text that replaces a secret.
    public static let placeholder = "<redacted>"

    /// The names of header fields with secret values, in lower case, in addition to those whose words tell so.
    public var headerNames: Set<String>

    /// The names of parameters with secret values, in lower case, in addition to those whose words tell so. They apply
    /// to queries, forms, and multipart fields, and, in any spelling, to the members of JSON objects.
    ///
    /// In JSON, `code` is a secret only beside a `grant_type`, as in a request for tokens (RFC 6749 §4.1.3); elsewhere
    /// it is the code of an error.
    public var queryNames: Set<String>

    /// The names whose values are no secrets, whatever their words, in lower case: of header fields, parameters, and
    /// members. They outrank the other names, but not a field that was marked with ``HTTP/Headers/markSecret(_:)``.
    public var openNames: Set<String>

    /// Creates rules that hide the values of the given names.
    ///
    /// - Parameters:
    ///   - headerNames: The names of header fields, in lower case.
    ///   - queryNames: The names of parameters, in lower case.
    ///   - openNames: The names whose values are shown, in lower case.
    public init(headerNames: Set<String>, queryNames: Set<String>, openNames: Set<String> = []) {
        self.headerNames = headerNames
        self.queryNames = queryNames
        self.openNames = openNames
    }

    /// The rules of the process. Every description, error, log, command, and archive uses them, and so do redirects
    /// and pages of another origin, identities in a cache, and journals.
    ///
    /// They can be set, because a description knows no network. Set them once, where the program begins:
    ///
    /// ```swift
    /// Redaction.standard.headerNames.insert("x-honeycomb-team")
    /// Redaction.standard.openNames.insert("session")
    /// ```
    public static var standard: Redaction {
        get { process.withLock { $0.redaction } }
        set { process.withLock { $0 = Process(newValue) } }
    }

    /// The rules of the process, with what follows from them.
    struct Process: Sendable {
        let redaction: Redaction
        let memberNames: SecretNames

        init(_ redaction: Redaction) {
            self.redaction = redaction
            memberNames = SecretNames(redaction)
        }
    }

    static let process = Locked(Process(initial))

    /// The names that are secret nearly everywhere.
    private static let initial = Redaction(
        headerNames: [
            "authorization", "proxy-authorization", "authentication-info", "cookie", "set-cookie", "api-key",
            "x-api-key", "x-auth-token", "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token",
        ],
        queryNames: [
            "token", "access_token", "refresh_token", "id_token", "auth_token", "api_key", "apikey", "api-key", "key",
            "password", "passwd", "pwd", "secret", "client_secret", "client_assertion", authorizationCode,
            "code_verifier", "signature", "sig", "auth", "authorization", "session", "sessionid", "session_id", "jwt",
            "x-amz-signature", "x-amz-credential", "x-amz-security-token", "x-goog-signature", "x-goog-credential",
        ]
    )

    /// The name of an authorization code, which is a common name of other things too.
    static let authorizationCode = "code"

    /// Returns a Boolean value that indicates whether values of a header field are secret.
    ///
    /// - Parameter name: The name of the field, in any case.
    /// - Returns: Whether the values are hidden, and stay with their origin.
    public func isSecret(headerName name: String) -> Bool {
        let name = name.lowercased()
        guard headerNames.contains(name) || SecretWords.tell(name) else { return false }
        return !isOpen(name)
    }

    /// Returns a Boolean value that indicates whether values of a parameter or a member are secret.
    ///
    /// - Parameter name: The name, in any spelling.
    /// - Returns: Whether the values are hidden.
    public func isSecret(parameterName name: String) -> Bool {
        isSecret(parameterName: Array(name.utf8)[...]) || memberNames.contains(name)
    }

    func isOpen(_ name: String) -> Bool {
        !openNames.isEmpty
            && (openNames.contains(name.lowercased())
                || openNames.contains { $0.comparableName == name.comparableName })
    }

    /// Returns a header value as it may be shown.
    ///
    /// A secret value is hidden. The value of a header that holds a URL, such as `Location`, is shown as by ``url(_:)``
    /// but not cut. Any other value is shown with its control characters escaped.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the header, in any case.
    /// - Returns: The value as it may be shown.
    public func value(_ value: String, ofHeader name: String) -> String {
        if isSecret(headerName: name) { return Self.placeholder }
        return Self.headerNamesOfURLs.contains(name.lowercased()) ? wholeURL(value) : Self.printable(value)
    }

    private static let headerNamesOfURLs: Set = ["location", "content-location", "referer", "link", "refresh"]

    /// Returns a URL as it may be shown: on one line, without user, password, and the values of secret parameters, cut
    /// after 512 characters.
    ///
    /// Accepts any text, since malformed URLs are shown too. In ambiguous cases it hides more rather than less.
    ///
    /// - Parameter text: The URL.
    /// - Returns: The URL as it may be shown.
    public func url(_ text: String) -> String {
        let shown = wholeURL(text)
        return shown.count > Self.maxShownCount ? shown.prefix(Self.maxShownCount) + "…" : shown
    }

    /// Returns the text like ``url(_:)``, without a limit on its length.
    ///
    /// - Parameter text: A URL, or any text.
    /// - Returns: The text on one line, without user, password, and the values of secret parameters.
    public func wholeURL(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let (start, end) = Self.userInfo(in: bytes)
        let head = bytes[end...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return Self.printable(
            String(decoding: bytes[..<start], as: UTF8.self) + (start < end ? Self.placeholder : "")
                + String(decoding: head, as: UTF8.self) + withoutSecretParameters(bytes[head.endIndex...])
        )
    }

    /// Returns `text` with control characters and line separators written as `\u{…}`, so that it stays on one line.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnprintable(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static let maxShownCount = 512

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Returns the range of user and password, up to the `@`; an empty range if there are none.
    private static func userInfo(in bytes: [UInt8]) -> (start: Int, end: Int) {
        let head = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let start = startOfAuthority(in: head)
        let authority = head[start...].prefix { $0 != UInt8(ascii: "/") }
        var at = authority.lastIndex(of: UInt8(ascii: "@"))
        if at == nil, hasOddPort(authority) {
            // A password with a raw "/", "?" or "#" ends the authority early; the following text may be the rest of it.
            at = bytes.lastIndex(of: UInt8(ascii: "@"))
        }
        return (start, at ?? start)
    }

    /// Returns where the authority begins: behind two slashes, or, as browsers read it, behind the scheme of the web
    /// and any number of slashes of either kind. Tabs and line ends count for nothing.
    private static func startOfAuthority(in head: ArraySlice<UInt8>) -> Int {
        var text = head.drop { $0 <= 0x20 }
        var isOfTheWeb = false
        if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let scheme = text[..<colon].lazy.filter { !isIgnored($0) }.map(HTTP.lowercased)
            if webSchemes.contains(where: { scheme.elementsEqual($0.utf8) }) {
                (text, isOfTheWeb) = (text[(colon + 1)...], true)
            }
        }
        let rest = text.drop { isSlash($0) || isIgnored($0) }
        let slashCount = text[..<rest.startIndex].count(where: isSlash)
        if isOfTheWeb || slashCount >= 2 { return rest.startIndex }
        return head.indices.dropLast().first { isSlash(head[$0]) && isSlash(head[$0 + 1]) }.map { $0 + 2 } ?? 0
    }

    private static let webSchemes = ["http", "https", "ws", "wss"]

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func isIgnored(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func hasOddPort(_ authority: ArraySlice<UInt8>) -> Bool {
        guard authority.first != UInt8(ascii: "["), let colon = authority.firstIndex(of: UInt8(ascii: ":")) else {
            return false
        }
        return !authority[(colon + 1)...].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private func withoutSecretParameters(_ tail: ArraySlice<UInt8>) -> String {
        var result = ""
        var rest = tail
        while let separator = rest.first {
            let parameter = rest.dropFirst().prefix { !Self.parameterSeparators.contains($0) }
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            let isHidden = name.count < parameter.count && isSecret(parameterName: name)
            result.unicodeScalars.append(Unicode.Scalar(separator))
            result += String(decoding: isHidden ? name : parameter, as: UTF8.self)
            if isHidden { result += "=" + Self.placeholder }
            rest = rest[parameter.endIndex...]
            if isHidden { rest = Self.withoutRestOfValue(rest) }
        }
        return result
    }

    /// Skips the rest of a secret value: a value may contain an unescaped "?", and text without "=" after another
    /// separator may still belong to it.
    private static func withoutRestOfValue(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = tail
        while let separator = rest.first, separator != UInt8(ascii: "&") {
            let parameter = rest.dropFirst().prefix { !parameterSeparators.contains($0) }
            guard separator == UInt8(ascii: "?") || !parameter.contains(UInt8(ascii: "=")) else { break }
            rest = rest[parameter.endIndex...]
        }
        return rest
    }

    /// Returns the text of a form with the values of secret fields hidden.
    func form(_ text: String) -> String {
        String(withoutSecretParameters(Array("&\(text)".utf8)[...]).dropFirst())
    }

    private static let parameterSeparators = Array("?#&;".utf8)

    /// Returns whether a parameter is secret. `user[password]` is as secret as `password`.
    func isSecret(parameterName: ArraySlice<UInt8>) -> Bool {
        let raw = String(decoding: parameterName, as: UTF8.self)
        let decoded = raw.withoutPercentEncoding ?? raw
        let name = decoded.lowercased()
        let last = name.split { "[].".contains($0) }.last.map(String.init) ?? name
        guard queryNames.contains(name) || queryNames.contains(last) || SecretWords.tell(decoded) else { return false }
        return !isOpen(name) && !isOpen(last)
    }
}

extension Redaction {
    /// Returns the name of a secret in a URL: that of a parameter with a value, or `password` or `user` for what stands
    /// before the host; `nil` if there is none.
    package func secret(inURL text: String) -> String? {
        let bytes = Array(text.utf8)
        let (start, end) = Self.userInfo(in: bytes)
        if start < end { return bytes[start..<end].contains(UInt8(ascii: ":")) ? "password" : "user" }
        var rest = bytes[...].drop { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        while !rest.isEmpty {
            let parameter = rest.dropFirst().prefix { !Self.parameterSeparators.contains($0) }
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            // A request sends an authorization code in its body, so a code in its URL is another one.
            if name.count < parameter.count, isSecret(parameterName: name),
                !name.elementsEqual(Self.authorizationCode.utf8)
            {
                return String(decoding: name, as: UTF8.self)
            }
            rest = rest[parameter.endIndex...]
        }
        return nil
    }

    /// Returns the name of the first secret header field, by these rules or marked by the user; `nil` if there is none.
    package func secret(in headers: HTTP.Headers) -> String? {
        headers.first { name, _ in
            isSecret(headerName: name) || headers.isMarkedSecret(name)
        }?.name
    }
}
