import Foundation

/// The stored responses that a request makes invalid (RFC 9111 §4.4).
enum Invalidation {
    /// Returns the URLs whose stored responses a response makes invalid (H31).
    static func keys(after head: ResponseHead, to request: PreparedRequest, _ key: CacheKey) -> [CacheKey] {
        guard !request.method.isSafe, head.status.isSuccess || head.status.isRedirection else { return [] }
        var keys = [key]
        for name in [HTTP.Headers.Name.location, HTTP.Headers.Name.contentLocation] {
            guard let text = head.headers.values(for: name).first, let url = resolve(text, against: request.url),
                url.hasSameOrigin(as: request.url)
            else { continue }
            let other = CacheKey(url)
            if !keys.contains(other) { keys.append(other) }
        }
        return keys
    }

    /// Returns the absolute URL of a reference in a response.
    static func resolve(_ reference: String, against base: URL) -> URL? {
        let text = HTTP.Headers.trimmed(reference)
        guard !text.isEmpty, let url = URL(string: text, relativeTo: base)?.absoluteURL else { return nil }
        let scheme = url.scheme?.lowercased()
        return scheme == "http" || scheme == "https" ? url : nil
    }
}
