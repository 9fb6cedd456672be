/// The fields of a response that a cache keeps (RFC 9111 §3.1).
enum StoredFields {
    /// Returns the fields without those that belong to the connection or that `no-cache` names, in order and unjoined
    /// (H13).
    static func kept(of headers: HTTP.Headers, _ control: CacheControl) -> HTTP.Headers {
        let omitted = namedFields(headers, control)
        guard headers.contains(where: { isOmitted($0.name, omitted) }) else { return headers }
        var result = headers.emptied()
        result.reserveCapacity(headers.count)
        for (name, value) in headers where !isOmitted(name, omitted) { result.add(name, value) }
        return result
    }

    /// Returns stored fields after a 304 (RFC 9111 §3.2): its fields replace those of the same names (H23).
    static func refreshed(_ stored: HTTP.Headers, by update: HTTP.Headers, _ control: CacheControl) -> HTTP.Headers {
        let omitted = namedFields(update, control)
        var new = update.emptied()
        for (name, value) in update where !isOmitted(name, omitted) && !isAboutContent(name) { new.add(name, value) }
        var result = stored.merging(new)
        if !new.contains(HTTP.Headers.Name.age) { result.remove(HTTP.Headers.Name.age) }
        return result
    }

    /// The names in `Connection` and in `no-cache`, in lower case.
    private static func namedFields(_ headers: HTTP.Headers, _ control: CacheControl) -> Set<String> {
        var names = Set(control.noCacheFields)
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
