/// An event of one exchange.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum TransportEvent: Sendable, Hashable {
    /// The exchange entered a phase. Transports report the phases that they can observe; the head and the body imply
    /// the later ones.
    case phase(TransferPhase)
    /// Bytes of the request body were sent. The count is cumulative.
    case uploadProgress(sent: Int64, total: Int64?)
    /// An informational (1xx) response, before the final one.
    case informational(ResponseHead)
    /// The status and the headers of the response.
    case head(ResponseHead)
    /// The next bytes of the response body.
    case body(Data)
    /// The trailers, which are the fields behind the body. The event comes after the last bytes, and only if there are
    /// any (AD17).
    ///
    /// Trailers never become fields of the head: nobody has checked them when the head decides about framing, cookies,
    /// storage, and authorization.
    case trailers(HTTP.Headers)
    /// The response is complete. The case is indirect to keep the other events small.
    indirect case completed(TransferMetrics)
}
