import Foundation

/// What tells two versions of a resource apart, as it is sent in `If-Range`.
struct Validator: Hashable, Sendable {
    let text: String

    /// A validator that was stored; `nil` if it cannot be sent, whoever has changed it.
    init?(text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        self.text = text
    }

    /// The validator of a response if it is a strong one, by which alone parts may be put together (RFC 9110 §13.1.5): an
    /// entity tag that is not weak, or, where there is no entity tag, a date of modification that lies at least a second
    /// before the response (§8.8.2.2).
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

    /// Whether a response is known to be of another version. One that says nothing is not.
    func isContradicted(by headers: HTTP.Headers) -> Bool {
        let tag = headers.single(HTTP.Headers.Name.eTag)
        if text.hasPrefix("\"") { return tag != .absent && tag != .value(text) }
        let date = headers.single(HTTP.Headers.Name.lastModified)
        return tag != .absent || date != .absent && date != .value(text)
    }
}
