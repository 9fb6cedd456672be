#if os(Linux)
    import ReactiveSocketEngine
#endif

extension ResponseHead {
    /// The first content coding that no transport undoes, or `nil` if there is none. The body is as the server has sent
    /// it then (EN42).
    package var unknownCoding: String? {
        headers.contentCodings.first { !Self.knownCodings.contains($0.lowercased()) }
    }

    /// A Boolean value that indicates whether the body has a content coding that a transport may undo.
    var isCoded: Bool { !headers.contentCodings.isEmpty && unknownCoding == nil }

    #if os(Linux)
        private static let knownCodings = ContentDecoding.supportedNames
    #else
        private static let knownCodings: Set = ["gzip", "x-gzip", "deflate", "br", "zstd"]
    #endif
}
