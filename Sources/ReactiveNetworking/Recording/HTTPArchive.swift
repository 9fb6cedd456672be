import Foundation

extension SessionRecord {
    /// The exchanges as an HTTP archive, HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), which browsers'
    /// developer tools open: JSON with sorted keys, times in milliseconds, -1 where something did not happen.
    ///
    /// Bodies are in it as far as they were kept, in base64 where they are no text. An exchange without a response has
    /// the status 0, and a comment that says what happened.
    ///
    /// - Parameters:
    ///   - creator: the name of the program that was recorded.
    ///   - redaction: what is hidden in header fields, URLs and forms; nothing with `nil`. Other bodies are not looked into.
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

private struct HTTPArchive: Encodable {
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
            var cookies: [Pair] = []
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
            var cookies: [Pair] = []
            var headers: [Pair]
            var content: Content
            var redirectURL: String
            var headersSize = -1
            var bodySize: Int64
        }

        struct PostData: Encodable {
            var mimeType: String
            var text: String
            var comment: String?
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
    init(
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

extension HTTPArchive.Timings {
    init(_ exchange: SessionRecord.Exchange, of operation: SessionRecord.Operation) {
        let end = exchange.end ?? operation.end ?? exchange.begin
        let own = operation.stretches.filter { $0.begin >= exchange.begin && $0.begin < end }
        func spent(_ activities: SessionRecord.Activity...) -> Double? {
            let stretches = own.filter { activities.contains($0.activity) }
            guard !stretches.isEmpty else { return nil }
            return stretches.reduce(0) { $0 + min($1.end, end).milliseconds(since: $1.begin) }
        }
        blocked = spent(.queue) ?? -1
        dns = spent(.dns) ?? -1
        connect = spent(.connect, .tls) ?? -1
        ssl = spent(.tls) ?? -1
        send = spent(.sending) ?? 0
        wait = spent(.waiting) ?? 0
        receive = spent(.receiving) ?? 0
    }

    /// All but `ssl`, which is a part of `connect`.
    var total: Double {
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max($1, 0) }
    }
}

extension HTTPArchive.Message.Request {
    init(_ exchange: SessionRecord.Exchange, _ redaction: Redaction?) {
        let request = exchange.request
        method = request.method.rawValue
        url = redaction?.wholeURL(request.url.absoluteString) ?? request.url.absoluteString
        httpVersion = exchange.metrics?.protocolVersion ?? ""
        headers = HTTPArchive.pairs(request.headers, redaction)
        queryString = HTTPArchive.query(of: url)
        bodySize = request.content.map { $0.byteCount ?? -1 } ?? 0
        guard let content = request.content, !content.isEmpty else { return }
        let type = request.headers[HTTP.Headers.Name.contentType] ?? ""
        let kept = exchange.requestBody
        let isWhole = Int64(kept.count) == content.byteCount
        // What was cut may have been cut in the middle of a character.
        let cuts = isWhole ? 0...0 : 0...min(3, kept.count)
        let texts = cuts.lazy.compactMap { String(validating: kept.dropLast($0), as: UTF8.self) }
        var text = kept.isEmpty ? nil : texts.first
        if request.isForm, let redaction { text = text.map(redaction.form) }
        let flaw = text == nil && !kept.isEmpty ? "no text" : isWhole ? nil : "not kept, or not whole"
        postData = .init(mimeType: type, text: text ?? "", comment: flaw)
    }
}

extension HTTPArchive.Message.Response {
    init(_ exchange: SessionRecord.Exchange, _ redaction: Redaction?) {
        let head = exchange.head
        status = head?.status.rawValue ?? 0
        statusText = head?.status.reasonPhrase ?? ""
        httpVersion = exchange.metrics?.protocolVersion ?? ""
        headers = head.map { HTTPArchive.pairs($0.headers, redaction) } ?? []
        let location = head?.headers.values(for: HTTP.Headers.Name.location).first ?? ""
        redirectURL = redaction?.wholeURL(location) ?? location
        bodySize = exchange.metrics?.wireByteCount ?? -1
        let text = exchange.body.isEmpty ? nil : String(validating: exchange.body, as: UTF8.self)
        content = .init(
            size: exchange.bodyByteCount,
            mimeType: head?.headers[HTTP.Headers.Name.contentType] ?? "x-unknown",
            text: exchange.body.isEmpty ? nil : text ?? exchange.body.base64EncodedString(),
            encoding: exchange.body.isEmpty || text != nil ? nil : "base64"
        )
    }
}

extension HTTPArchive {
    static func pairs(_ headers: HTTP.Headers, _ redaction: Redaction?) -> [Pair] {
        (redaction.map(headers.redacted) ?? Array(headers)).map { Pair(name: $0.name, value: $0.value) }
    }

    static func query(of url: String) -> [Pair] {
        guard let query = url.split(separator: "?", maxSplits: 1).dropFirst().first else { return [] }
        return query.split(separator: "&").map { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.map { $0.removingPercentEncoding ?? String($0) }
            return Pair(name: text[0], value: text.count > 1 ? text[1] : "")
        }
    }
}

extension Duration {
    fileprivate func milliseconds(since begin: Duration) -> Double {
        ((self - begin) / .milliseconds(1) * 1_000).rounded() / 1_000
    }
}
