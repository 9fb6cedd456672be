import ReactiveNetworking

extension SessionRecord {
    /// Returns the exchanges as an HTTP archive.
    ///
    /// The format is HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), which the developer tools of browsers
    /// open: JSON with sorted keys. Times are in milliseconds; a step that did not happen has the time -1.
    ///
    /// The timings are the measurements of the transport (`TransferMetrics`); the rest of an exchange is `blocked`. The
    /// archive contains the recorded part of each body, in Base64 if it is not text. An exchange without a response has
    /// the status 0 and a comment that gives the reason.
    ///
    /// - Parameters:
    ///   - creator: The name of the recorded program.
    ///   - redaction: The secrets to hide in header fields, cookies, URLs, forms, parts of multipart bodies, and JSON;
    ///     pass `nil` to hide nothing. In a JSON body with a syntax error, everything from the error on is hidden.
    ///     Other bodies are not redacted.
    /// - Returns: The archive, in UTF-8.
    /// - Throws: An error of `JSONEncoder`, which in practice does not occur.
    public func har(creator: String = "ReactiveNetworking", redactedBy redaction: Redaction? = .standard) throws -> Data
    {
        let archive = HTTPArchive(
            log: .init(
                creator: .init(name: creator),
                entries: operations.flatMap { operation in
                    operation.exchanges.map { HTTPArchive.Entry($0, of: operation, since: begin, redaction) }
                }
            )
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return try encoder.encode(archive)
    }
}

/// An archive, with the member names of HAR 1.2.
struct HTTPArchive: Encodable {
    struct Log: Encodable {
        var version = "1.2"
        var creator: Creator
        var entries: [Entry]
    }

    struct Creator: Encodable {
        var name: String
        var version = "1"
    }

    struct Entry: Encodable {
        var startedDateTime: String
        var time: Double
        var request: Message.Request
        var response: Message.Response
        var cache: Cache
        var timings: Timings
        var serverIPAddress: String?
        var comment: String?
    }

    /// The part of a cache in an exchange.
    struct Cache: Encodable {
        var comment: String?
    }

    struct Pair: Encodable {
        var name: String
        var value: String
    }

    struct Cookie: Encodable {
        var name: String
        var value: String
        var path: String?
        var domain: String?
        var expires: String?
        var httpOnly: Bool?
        var secure: Bool?
    }

    struct Timings: Encodable {
        var blocked: Double
        var dns: Double
        var connect: Double
        var ssl: Double
        var send: Double
        var wait: Double
        var receive: Double
    }

    enum Message {
        struct Request: Encodable {
            var method: String
            var url: String
            var httpVersion: String
            var cookies: [Cookie] = []
            var headers: [Pair]
            var queryString: [Pair]
            var postData: PostData?
            var headersSize = -1
            var bodySize: Int64
        }

        struct Response: Encodable {
            var status: Int
            var statusText: String
            var httpVersion: String
            var cookies: [Cookie] = []
            var headers: [Pair]
            var content: Content
            var redirectURL: String
            var headersSize = -1
            var bodySize: Int64
            /// The trailers, for which the format has no name of its own; absent if there are none.
            var _trailers: [Pair]?
        }

        struct PostData: Encodable {
            var mimeType: String
            var text: String
            var params: [Param]?
            var comment: String?
        }

        struct Param: Encodable {
            var name: String
            var value: String?
            var fileName: String?
            var contentType: String?
        }

        struct Content: Encodable {
            var size: Int
            var mimeType: String
            var text: String?
            var encoding: String?
        }
    }

    var log: Log
}

extension HTTPArchive.Entry {
    fileprivate init(
        _ exchange: SessionRecord.Exchange,
        of operation: SessionRecord.Operation,
        since begin: Date,
        _ redaction: Redaction?
    ) {
        let date = begin.addingTimeInterval(exchange.begin / .seconds(1))
        startedDateTime = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        timings = HTTPArchive.Timings(exchange, of: operation)
        time = timings.total
        request = HTTPArchive.Message.Request(exchange, redaction)
        response = HTTPArchive.Message.Response(exchange, redaction)
        cache = HTTPArchive.Cache(comment: exchange.head?.cacheStatus?.description)
        serverIPAddress = exchange.metrics?.remoteAddress
        comment = exchange.failure.map { "\($0)" } ?? (exchange.end == nil ? "cut off" : nil)
    }
}
