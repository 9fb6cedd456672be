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

/// What becomes of a response that was accepted.
struct ResponseEnding<Output: Sendable>: Sendable {
    /// What happens when there is no body.
    enum EmptyBody: Sendable { case isFine, isFineWithoutContent, isMissingData }

    var emptyBody: EmptyBody
    /// Whether making the value is work worth a change of threads.
    var parsesOnWorker: Bool
    /// Makes the value.
    var make: @Sendable (RawResponse) throws -> Output
}

extension ResponseEnding where Output == HTTP.Headers {
    static let headersOnly = ResponseEnding(emptyBody: .isFine, parsesOnWorker: false) { $0.head.headers }
}

extension ResponseEnding {
    static func parsed<Parsed>(
        emptyBody: EmptyBody,
        _ parse: @escaping @Sendable (Data) throws -> Parsed?
    ) -> ResponseEnding where Output == Network.DataResponse<Parsed> {
        ResponseEnding(emptyBody: emptyBody, parsesOnWorker: true) { response in
            guard let parsed = try parse(response.data) else { throw ParseRejection() }
            return Network.DataResponse(
                rawData: response.data,
                parsedData: parsed,
                responseHeaders: response.head.headers,
                statusCode: response.head.status,
                url: response.head.url,
                metrics: response.metrics
            )
        }
    }
}

/// The cause of a parse failure that gave no reason: the parse closure returned `nil`.
public struct ParseRejection: Error, Hashable, CustomStringConvertible {
    /// Made where a parse closure returns `nil`.
    public init() {}

    /// The text for a log.
    public var description: String { "the parse closure returned nil" }
}
