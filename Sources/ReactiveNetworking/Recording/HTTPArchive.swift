import Foundation

extension SessionRecord {
    /// The exchanges as an HTTP archive, HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), which browsers'
    /// developer tools open: JSON with sorted keys, times in milliseconds, -1 where something did not happen.
    ///
    /// The timings are those that the transport measured (``TransferMetrics``); what is left of the exchange is `blocked`. Bodies are
    /// in it as far as they were kept, in base64 where they are no text. An exchange without a response has
    /// the status 0, and a comment that says what happened.
    ///
    /// - Parameters:
    ///   - creator: the name of the program that was recorded.
    ///   - redaction: what is hidden in header fields, cookies, URLs, forms, parts of multipart bodies and JSON; nothing with `nil`.
    ///     What says that it is JSON is hidden from where it is none. Other bodies are not looked into.
    /// - Throws: nothing in practice; what `JSONEncoder` might.
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

/// The members of an archive, as HAR 1.2 names them.
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
        var cache = Nothing()
        var timings: Timings
        var serverIPAddress: String?
        var comment: String?
    }

    struct Nothing: Encodable {}

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
        serverIPAddress = exchange.metrics?.remoteAddress
        comment = exchange.failure.map { "\($0)" } ?? (exchange.end == nil ? "cut off" : nil)
    }
}
