import ReactiveNetworking

/// The URL of stored responses, in the form in which equal URLs have equal texts (RFC 9111 §2).
///
/// Scheme and host are in lower case, the port is left out if it is the scheme's, an empty path is `/`, and the query
/// is as written.
package struct CacheKey: Hashable, Sendable {
    /// The normalized URL. It may contain secrets; a store does not log it.
    package let url: String
    /// The hash of the text, which several tables need for each request.
    let urlHash: Int

    /// Creates a key from a normalized URL, as a store reads it back.
    ///
    /// - Parameter url: The text of ``url``.
    package init(normalized url: String) {
        self.url = url
        urlHash = url.hashValue
    }

    /// Compares the URLs.
    package static func == (left: Self, right: Self) -> Bool { left.urlHash == right.urlHash && left.url == right.url }

    /// Hashes the URL.
    package func hash(into hasher: inout Hasher) { hasher.combine(urlHash) }

    /// The SHA-256 digest of ``url`` in 64 hexadecimal digits, as a name for files. It is computed at each access.
    package var digest: String { SHA256.digest(of: Data(url.utf8)).hexadecimalDigits }
}

/// A part of a cache that is kept apart for its identity and its content codings.
///
/// The text is opaque for a store. Credentials are in it as salted digests only.
package struct CachePartition: Hashable, Sendable {
    /// The text that identifies the partition.
    package let text: String

    /// Creates a partition from its text, as a store reads it back.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        self.text = text
    }

    /// The SHA-256 digest of ``text`` in 64 hexadecimal digits, as a name for files. It is computed at each access.
    package var digest: String { SHA256.digest(of: Data(text.utf8)).hexadecimalDigits }
}
