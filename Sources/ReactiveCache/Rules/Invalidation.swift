import ReactiveNetworking

/// The stored responses that a request makes invalid (RFC 9111 §4.4).
enum Invalidation {
    /// Returns the URLs whose stored responses a response makes invalid (H31).
    static func keys(after head: ResponseHead, to request: PreparedRequest, _ key: CacheKey) -> [CacheKey] {
        guard !request.method.isSafe, head.status.isSuccess || head.status.isRedirection else { return [] }
        let names = [HTTP.Headers.Name.location, HTTP.Headers.Name.contentLocation]
        return names.compactMap { head.headers.values(for: $0).first }.reduce(into: [key]) { keys, text in
            guard resolve(text, against: request.url)?.hasSameOrigin(as: request.url) ?? false else { return }
            for other in self.keys(of: text, against: request.url) where !keys.contains(other) { keys.append(other) }
        }
    }

    /// Returns the keys that the address in a response may have.
    ///
    /// The URL of a request is kept as it is written, with its apostrophes, dot segments, and spelling of the host; an
    /// address that a server wrote becomes one of several such URLs.
    static func keys(of reference: String, against base: URL) -> [CacheKey] {
        guard let url = resolve(reference, against: base) else { return [] }
        let text = HTTP.Headers.trimmed(reference)
        let withApostrophes = text.contains("'") ? url.absoluteString.replacing("%27", with: "'") : nil
        let written = [text, withApostrophes].compactMap(\.self).compactMap { try? HTTPURL($0).url }
        return ([url] + written).map { CacheKey($0) }
    }

    /// Returns the absolute URL of a reference in a response.
    private static func resolve(_ reference: String, against base: URL) -> URL? {
        let text = HTTP.Headers.trimmed(reference)
        guard !text.isEmpty, let url = try? Address.url(text, relativeTo: base) else { return nil }
        let scheme = url.scheme?.lowercased()
        return scheme == "http" || scheme == "https" ? url : nil
    }
}
