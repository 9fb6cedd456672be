import ReactiveNetworking

/// The fields of a response that a cache keeps (RFC 9111 §3.1).
enum StoredFields {
    /// Returns the fields without those that belong to the connection or that `no-cache` names, in order and unjoined
    /// (H13).
    static func kept(of headers: HTTP.Headers, _ control: CacheControl) -> HTTP.Headers {
        // Without `Connection`, which is one of them, no other fields are named.
        guard !control.noCacheFields.isEmpty || headers.contains(where: { isOmitted($0.name, []) }) else {
            return headers
        }
        let omitted = connectionFields(headers).union(control.noCacheFields)
        return filtered(headers) { !isOmitted($0, omitted) }
    }

    /// Returns stored fields after a 304 (RFC 9111 §3.2): its fields replace those of the same names (H23).
    static func refreshed(_ stored: HTTP.Headers, by update: HTTP.Headers) -> HTTP.Headers {
        let omitted = connectionFields(update)
        let new = filtered(update) { !isOmitted($0, omitted) && !isAboutContent($0) }
        var result = stored.merging(new)
        if !new.contains(HTTP.Headers.Name.age) { result.remove(HTTP.Headers.Name.age) }
        // The directives may be those stored, and name a field of the update, or the other way around.
        return kept(of: result, CacheControl(result))
    }

    private static func filtered(_ headers: HTTP.Headers, _ isKept: (String) -> Bool) -> HTTP.Headers {
        var result = headers.emptied()
        result.reserveCapacity(headers.count)
        for (name, value) in headers where isKept(name) { result.add(name, value) }
        return result
    }

    /// The names in `Connection`, in lower case.
    private static func connectionFields(_ headers: HTTP.Headers) -> Set<String> {
        var names: Set<String> = []
        for value in headers.values(for: HTTP.Headers.Name.connection) {
            for member in FieldMembers(value) { names.insert(member.lowercasedText) }
        }
        return names
    }

    private static func isOmitted(_ name: String, _ named: Set<String>) -> Bool {
        switch name.utf8.count {
        case 2, 7, 10, 16, 17, 18, 19, 25:
            if connectionNames.contains(where: { HTTP.isSameIgnoringCase($0, name) }) { return true }
        default: break
        }
        return !named.isEmpty && named.contains(name.lowercased())
    }

    private static let connectionNames = [
        "te", "trailer", "upgrade", "connection", "keep-alive", "proxy-connection", "transfer-encoding",
        "proxy-authenticate", "proxy-authorization", "proxy-authentication-info",
    ]

    /// Returns whether a field describes the content of its own message, which a 304 does not have.
    private static func isAboutContent(_ name: String) -> Bool {
        ["content-length", "content-encoding", "content-range"].contains { HTTP.isSameIgnoringCase($0, name) }
    }
}
