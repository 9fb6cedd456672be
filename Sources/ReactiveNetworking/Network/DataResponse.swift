import Foundation

/// A response that was received whole.
struct RawResponse: Sendable {
    var head: ResponseHead
    var data: Data
    var metrics: TransferMetrics
}

extension Network {
    /// A response whose body was made into a value.
    public struct DataResponse<Parsed: Sendable>: Sendable {
        /// The body as it came.
        public let rawData: Data
        /// What was made of it.
        public let parsedData: Parsed
        /// The headers.
        public let responseHeaders: HTTP.Headers
        /// The status code: one of those that the endpoint accepts.
        public let statusCode: HTTP.StatusCode
        /// The URL that answered; after redirects not the one that was asked first.
        public let url: URL?
        /// What the transport measured of the exchange.
        public let metrics: TransferMetrics
    }
}

extension Network.DataResponse: Equatable where Parsed: Equatable {}

extension Network.DataResponse: CustomStringConvertible, CustomReflectable {
    /// Status, headers, URL and size on one line, secrets hidden; never the body.
    public var description: String { "\(head), \(rawData.count) bytes as \(Parsed.self)" }

    /// The parts with secrets hidden, for `dump` and debuggers; of the body its size and what was made of it.
    public var customMirror: Mirror {
        Mirror(self, children: ["head": head, "rawData": "\(rawData.count) bytes", "parsedData": parsedData])
    }

    private var head: ResponseHead { ResponseHead(status: statusCode, headers: responseHeaders, url: url) }
}
