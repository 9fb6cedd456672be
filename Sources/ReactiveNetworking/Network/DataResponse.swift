extension Network {
    /// A response with its decoded body.
    public struct DataResponse<Parsed: Sendable>: Sendable {
        /// The body as it was received.
        public let rawData: Data
        /// The decoded body.
        public let parsedData: Parsed
        /// The header fields.
        public let responseHeaders: HTTP.Headers
        /// The fields behind the body, apart from ``responseHeaders``; empty if there are none (AD17). A cache does not
        /// keep them.
        public let trailers: HTTP.Headers
        /// The status code, which the endpoint accepts.
        public let statusCode: HTTP.StatusCode
        /// The URL of the response; after redirects, it differs from the request's URL.
        public let url: URL?
        /// The measurements that the transport took during the exchange.
        public let metrics: TransferMetrics
        /// The part that a cache had in the response; `nil` where no cache stands.
        public let cacheStatus: CacheStatus?
    }
}

extension Network.DataResponse: Equatable where Parsed: Equatable {}

extension Network.DataResponse: CustomStringConvertible, CustomReflectable {
    /// A one-line description with the status, header fields, URL, and size. It redacts secrets and leaves out the
    /// body.
    public var description: String {
        "\(head), \(rawData.count) bytes as \(Parsed.self)" + (trailers.isEmpty ? "" : ", trailers \(trailers)")
    }

    /// A mirror for `dump` and debuggers, with secrets redacted, the decoded body, and only the size of the raw body.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "head": head, "rawData": "\(rawData.count) bytes", "parsedData": parsedData, "trailers": trailers,
            ]
        )
    }

    private var head: ResponseHead { ResponseHead(status: statusCode, headers: responseHeaders, url: url) }
}
