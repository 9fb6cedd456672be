import ReactiveNetworking

extension HTTPArchive {
    /// Returns the cookies that a request sends (RFC 6265 §4.2).
    static func cookies(sentIn headers: HTTP.Headers, _ redaction: Redaction?) -> [Cookie] {
        let isHidden = redaction.map { $0.hides(HTTP.Headers.Name.cookie, in: headers) } ?? false
        return headers.values(for: HTTP.Headers.Name.cookie)
            .flatMap { $0.split(separator: ";") }
            .map { Cookie($0, isHidden: isHidden) }
    }

    /// Returns the cookies that a response sets (RFC 6265 §4.1).
    static func cookies(setIn headers: HTTP.Headers, _ redaction: Redaction?) -> [Cookie] {
        let isHidden = redaction.map { $0.hides(HTTP.Headers.Name.setCookie, in: headers) } ?? false
        return headers.values(for: HTTP.Headers.Name.setCookie).compactMap { field in
            let parts = field.split(separator: ";")
            guard let pair = parts.first else { return nil }
            var cookie = Cookie(pair, isHidden: isHidden)
            for attribute in parts.dropFirst() { cookie.note(attribute) }
            return cookie
        }
    }
}

extension HTTPArchive.Cookie {
    /// Creates a cookie. Text without `=` is a value without a name, as in browsers.
    fileprivate init(_ pair: Substring, isHidden: Bool) {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.map(\.trimmed)
        name = text.count > 1 ? text[0] : ""
        value = isHidden ? Redaction.placeholder : text[text.count - 1]
    }

    fileprivate mutating func note(_ attribute: Substring) {
        let parts = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].trimmed : ""
        switch parts[0].trimmed.lowercased() {
        case "path": path = value
        case "domain": domain = value
        case "expires": expires = HTTP.date(value).map { $0.formatted(.iso8601) }
        case "httponly": httpOnly = true
        case "secure": secure = true
        default: break
        }
    }
}

extension Redaction {
    /// Returns a Boolean value that indicates whether the values of `name` are hidden.
    fileprivate func hides(_ name: String, in headers: HTTP.Headers) -> Bool {
        isSecret(headerName: name) || headers.markedSecretNames.contains(name.lowercased())
    }
}
