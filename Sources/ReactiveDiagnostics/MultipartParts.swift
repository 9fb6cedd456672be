import ReactiveNetworking

/// The parts of a recorded multipart body (RFC 2046 §5.1), as far as they were recorded.
struct MultipartParts {
    struct Part {
        fileprivate let headers: HTTP.Headers
        fileprivate let content: Data
        /// The header fields and the content, as they were sent.
        fileprivate let bytes: Data

        var contentType: String? { headers[HTTP.Headers.Name.contentType] }
        var name: String? { disposition["name"] }
        var fileName: String? { disposition["filename"] }

        private var disposition: [String: String] {
            headers[HTTP.Headers.Name.contentDisposition].map { HTTP.ContentType(rawValue: $0).parameters } ?? [:]
        }
    }

    private(set) var parts: [Part] = []
    private let contentType: HTTP.ContentType
    private let boundary: String

    /// Creates the parts, or returns `nil` if the body is not a multipart body.
    init?(_ body: Data, contentType: HTTP.ContentType) {
        guard contentType.type == "multipart", let boundary = contentType.parameters["boundary"], !boundary.isEmpty
        else { return nil }
        self.contentType = contentType
        self.boundary = boundary
        let delimiter = Data("--\(boundary)".utf8)
        var mark = body.firstRange(of: delimiter)
        while let begin = mark?.upperBound, !body[begin...].starts(with: Data("--".utf8)) {
            mark = body[begin...].firstRange(of: Self.lineBreak + delimiter)
            guard let part = Part(body[begin..<(mark?.lowerBound ?? body.endIndex)]) else { return }
            parts.append(part)
        }
    }

    /// Returns the content of a part as text, or `nil` if the content is not text or was read from a file while it was
    /// sent.
    func value(of part: Part, _ redaction: Redaction?) -> String? {
        guard part.fileName == nil || !part.content.isEmpty else { return nil }
        guard let redaction else { return part.content.text(isWhole: true) }
        // A redaction takes whole bodies, so it is given a body with this part alone.
        let end = Data("\r\n--\(boundary)--\r\n".utf8)
        let body = Data("--\(boundary)".utf8) + part.bytes + end
        let shown = redaction.body(body, contentType: contentType.rawValue, isWhole: true)
        let bytes = Data((shown ?? "").utf8)
        guard let head = bytes.firstRange(of: Self.lineBreak + Self.lineBreak) else { return shown }
        let value = String(decoding: bytes[head.upperBound...].dropLast(end.count), as: UTF8.self)
        let isOmitted = value == "<\(part.content.count) bytes>" && part.content.text(isWhole: true) == nil
        return isOmitted ? nil : value
    }

    fileprivate static let lineBreak = Data("\r\n".utf8)
}

extension MultipartParts.Part {
    /// Creates a part from the bytes between two boundaries, or returns `nil` if its header is incomplete.
    fileprivate init?(_ bytes: Data) {
        // In a part without header fields, the line break after the boundary is the first half of the blank line.
        let lineBreak = MultipartParts.lineBreak
        guard let end = bytes.firstRange(of: lineBreak + lineBreak) else { return nil }
        var headers = HTTP.Headers()
        for line in String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            headers.add(String(field[0]), field[1].trimmed)
        }
        self.headers = headers
        self.bytes = bytes
        content = bytes[end.upperBound...]
    }
}

extension Data {
    /// Returns the text, or `nil` if the data is not UTF-8. Data that is not whole may end within a character.
    func text(isWhole: Bool) -> String? {
        let cuts = isWhole ? 0...0 : 0...Swift.max(0, Swift.min(3, count - 1))
        return cuts.lazy.compactMap { String(validating: dropLast($0), as: UTF8.self) }.first
    }
}
