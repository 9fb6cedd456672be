extension Decoding {
    /// Returns a decoding of text. A response that has no body by its nature is an empty text.
    ///
    /// Bytes that are invalid in the given encoding, or in that of the response, are a ``DecodingFailure`` that names
    /// the encoding. An unknown `charset` is a failure too: any other reading would change letters silently. So is an
    /// unknown `Content-Encoding`, which nobody has undone.
    ///
    /// - Parameter encoding: The encoding. If `nil`, it is that of the `charset` of the `Content-Type`, or that of the
    ///   byte order mark if there is no `charset`. A body with neither is read as UTF-8, or as ISO Latin-1, in which
    ///   all bytes are valid. A byte order mark is never part of the text. UTF-16 and UTF-32 without a byte order mark
    ///   are big-endian.
    /// - Returns: The decoding.
    public static func text(_ encoding: String.Encoding? = nil) -> Decoding<String> {
        Decoding<String>(emptyBody: .allowedForNoContent) { response, _ in
            let data = response.data
            try response.checkCoding(for: String.self)
            guard let encoding = try encoding ?? response.namedEncoding() ?? data.markedEncoding else {
                return data.text(in: .utf8) ?? data.text(in: .isoLatin1) ?? ""
            }
            guard let text = data.text(in: encoding) else {
                throw DecodingFailure(.undecodableText(encoding), decoding: String.self, of: response)
            }
            return text
        }
    }
}

extension RawResponse {
    /// Returns the encoding that the response names. Several fields that agree count as one.
    fileprivate func namedEncoding() throws(DecodingFailure) -> String.Encoding? {
        let types = head.headers.values(for: HTTP.Headers.Name.contentType).map(HTTP.ContentType.init(rawValue:))
        let charsets = Set(types.compactMap(\.charset).filter { !$0.isEmpty })
        guard charsets.count <= 1 else {
            let reason = "the response names several charsets: \(charsets.sorted().joined(separator: ", "))"
            throw DecodingFailure(
                .unusable(RedactedSnippet.bounded(Redaction.printable(reason))),
                decoding: String.self,
                of: self
            )
        }
        guard let charset = charsets.first, !data.isEmpty else { return nil }
        guard let encoding = String.Encoding(charset: charset) else {
            throw DecodingFailure(.unknownCharset(RedactedSnippet.bounded(charset)), decoding: String.self, of: self)
        }
        return encoding
    }
}
