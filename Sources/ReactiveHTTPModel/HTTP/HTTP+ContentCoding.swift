extension HTTP.Headers {
    /// The content codings of the message in the order in which they were applied (RFC 9110 §8.4), as written, without
    /// `identity`.
    package var contentCodings: [String] {
        guard contains(Name.contentEncoding) else { return [] }
        return values(for: Name.contentEncoding).flatMap { $0.split(separator: ",") }
            .map { HTTP.Headers.trimmed($0) }
            .filter { !$0.isEmpty && !HTTP.isSameIgnoringCase($0, "identity") }
    }
}
