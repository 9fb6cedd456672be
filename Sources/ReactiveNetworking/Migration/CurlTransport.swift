#if os(Linux)
    /// The transport on Linux, by the name that it had while libcurl sent the requests (EN41). See
    /// <doc:ComingFrom>.
    @available(*, deprecated, renamed: "SocketTransport")
    public typealias CurlTransport = SocketTransport
#endif
