import ReactiveNetworking

extension HTTPArchive.Message.Request {
    init(_ exchange: SessionRecord.Exchange, _ redaction: Redaction?) {
        let request = exchange.request
        method = request.method.rawValue
        url = redaction?.wholeURL(request.url.absoluteString) ?? request.url.absoluteString
        httpVersion = exchange.metrics?.protocolVersion ?? ""
        cookies = HTTPArchive.cookies(sentIn: request.headers, redaction)
        headers = HTTPArchive.pairs(request.headers, redaction)
        queryString = HTTPArchive.query(of: url)
        bodySize = request.content.map { $0.byteCount ?? -1 } ?? 0
        postData = HTTPArchive.Message.PostData(exchange, redaction)
    }
}

extension HTTPArchive.Message.PostData {
    fileprivate init?(_ exchange: SessionRecord.Exchange, _ redaction: Redaction?) {
        let request = exchange.request
        guard let content = request.content, !content.isEmpty else { return nil }
        let type = request.headers[HTTP.Headers.Name.contentType]
        let kept = exchange.requestBody
        let isWhole = Int64(kept.count) == content.byteCount
        let shown = kept.isEmpty ? nil : HTTPArchive.text(of: kept, type, isWhole: isWhole, redaction)
        let comment = shown == nil && !kept.isEmpty ? "no text" : isWhole ? nil : "not kept, or not whole"
        self.init(
            mimeType: type ?? "",
            text: shown ?? "",
            params: HTTPArchive.params(of: kept, HTTP.ContentType(rawValue: type ?? ""), shown, redaction),
            comment: comment
        )
    }
}

extension HTTPArchive.Message.Response {
    init(_ exchange: SessionRecord.Exchange, _ redaction: Redaction?) {
        let head = exchange.head
        status = head?.status.rawValue ?? 0
        statusText = head?.status.reasonPhrase ?? ""
        httpVersion = exchange.metrics?.protocolVersion ?? ""
        cookies = head.map { HTTPArchive.cookies(setIn: $0.headers, redaction) } ?? []
        headers = head.map { HTTPArchive.pairs($0.headers, redaction) } ?? []
        let location = head?.headers.values(for: HTTP.Headers.Name.location).first ?? ""
        redirectURL = redaction?.wholeURL(location) ?? location
        bodySize = exchange.metrics?.wireByteCount ?? -1
        _trailers = exchange.trailers.isEmpty ? nil : HTTPArchive.pairs(exchange.trailers, redaction)
        let type = head?.headers[HTTP.Headers.Name.contentType]
        let isWhole = exchange.body.count == exchange.bodyByteCount
        let text =
            exchange.body.isEmpty ? nil : HTTPArchive.text(of: exchange.body, type, isWhole: isWhole, redaction)
        content = .init(
            size: exchange.bodyByteCount,
            mimeType: type ?? "x-unknown",
            text: exchange.body.isEmpty ? nil : text ?? exchange.body.base64EncodedString(),
            encoding: exchange.body.isEmpty || text != nil ? nil : "base64"
        )
    }
}

extension HTTPArchive {
    fileprivate static func text(
        of body: Data,
        _ contentType: String?,
        isWhole: Bool,
        _ redaction: Redaction?
    ) -> String? {
        guard let redaction else { return body.text(isWhole: isWhole) }
        return redaction.body(body, contentType: contentType, isWhole: isWhole)
    }

    fileprivate static func pairs(_ headers: HTTP.Headers, _ redaction: Redaction?) -> [Pair] {
        (redaction.map(headers.redacted(by:)) ?? Array(headers)).map { Pair(name: $0.name, value: $0.value) }
    }

    fileprivate static func query(of url: String) -> [Pair] {
        url.split(separator: "?", maxSplits: 1).dropFirst().first.map(fields) ?? []
    }

    private static func fields(of query: Substring) -> [Pair] {
        query.split(separator: "&").map { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.map(\.unescaped)
            return Pair(name: text[0], value: text.count > 1 ? text[1] : "")
        }
    }

    /// Returns the fields of a form or the parts of a multipart body, or `nil` for another body.
    ///
    /// - Parameters:
    ///   - body: The recorded part of the body.
    ///   - contentType: The media type of the body.
    ///   - shown: The text of the body, redacted.
    ///   - redaction: The secrets to hide, or `nil` to hide nothing.
    fileprivate static func params(
        of body: Data,
        _ contentType: HTTP.ContentType,
        _ shown: String?,
        _ redaction: Redaction?
    ) -> [Message.Param]? {
        if contentType.type == "application", contentType.subtype == "x-www-form-urlencoded", let shown {
            return fields(of: shown.replacing("+", with: "%20")[...]).map { .init(name: $0.name, value: $0.value) }
        }
        guard let multipart = MultipartParts(body, contentType: contentType) else { return nil }
        return multipart.parts.map { part in
            .init(
                name: part.name ?? "",
                value: multipart.value(of: part, redaction),
                fileName: part.fileName,
                contentType: part.contentType
            )
        }
    }
}
