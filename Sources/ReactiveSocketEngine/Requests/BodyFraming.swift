#if os(Linux)
    import ReactiveHTTPModel

    /// The mark of the end of a request's body (RFC 9112 §6).
    enum BodyFraming: Hashable, Sendable {
        /// There is no body, and no field says so.
        case none
        case length(Int64)
        case chunked

        /// Creates the framing of a request's content.
        init(_ content: BodyContent?) {
            self = content.map { $0.byteCount.map(Self.length) ?? .chunked } ?? .none
        }

        /// A Boolean value that indicates whether there may be bytes to send after the head.
        var hasBody: Bool { self != .none && self != .length(0) }
    }
#endif
