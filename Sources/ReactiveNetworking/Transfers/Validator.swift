/// The strong validator of a version of a resource, as sent in `If-Range`.
struct Validator: Hashable, Sendable {
    let text: String

    /// Creates a stored validator, or returns `nil` if the text is not a valid header field value.
    init?(text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        self.text = text
    }

    /// Creates the validator of a response, or returns `nil` if the response has no strong validator.
    ///
    /// Only parts with equal strong validators may be combined (RFC 9110 §13.1.5). Strong validators are entity tags
    /// that are not weak and, without an entity tag, a modification date at least one second before the date of the
    /// response (§8.8.2.2).
    init?(strongOf headers: HTTP.Headers) {
        switch headers.single(HTTP.Headers.Name.eTag) {
        case .absent: break
        case .conflicting: return nil
        case .value(let tag):
            guard tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
                !tag.dropFirst().dropLast().contains("\"")
            else { return nil }
            self.init(text: tag)
            return
        }
        guard let modified = headers.unambiguous(HTTP.Headers.Name.lastModified), let then = HTTP.date(modified),
            let date = headers.unambiguous(HTTP.Headers.Name.date).flatMap(HTTP.date), date.timeIntervalSince(then) >= 1
        else { return nil }
        self.init(text: modified)
    }

    /// Returns a Boolean value that indicates whether a response is known to be of another version. A response without
    /// validators is not.
    func isContradicted(by headers: HTTP.Headers) -> Bool {
        let tag = headers.single(HTTP.Headers.Name.eTag)
        if text.hasPrefix("\"") { return tag != .absent && tag != .value(text) }
        let date = headers.single(HTTP.Headers.Name.lastModified)
        return tag != .absent || date != .absent && date != .value(text)
    }
}
