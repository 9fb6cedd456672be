import Foundation

extension HTTP.Headers {
    /// The content codings of the message in the order in which they were applied (RFC 9110 §8.4), as written, without
    /// `identity`.
    var contentCodings: [String] {
        guard contains(Name.contentEncoding) else { return [] }
        return values(for: Name.contentEncoding).flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !HTTP.isSameIgnoringCase($0, "identity") }
    }
}

extension ResponseHead {
    /// The first content coding that no transport undoes, or `nil` if there is none. The body is as the server has sent
    /// it then (EN42).
    package var unknownCoding: String? {
        headers.contentCodings.first { !Self.knownCodings.contains($0.lowercased()) }
    }

    /// A Boolean value that indicates whether the body has a content coding that a transport may undo.
    var isCoded: Bool { !headers.contentCodings.isEmpty && unknownCoding == nil }

    #if os(Linux)
        private static let knownCodings = Set(Inflater.Coding.available.flatMap(\.names))
    #else
        private static let knownCodings: Set = ["gzip", "x-gzip", "deflate", "br", "zstd"]
    #endif
}
