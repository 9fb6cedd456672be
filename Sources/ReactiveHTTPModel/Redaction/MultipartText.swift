/// The parts parsed from the bytes of a multipart body (RFC 2046 §5.1), which may be cut off.
struct MultipartText {
    struct Part {
        var headers: HTTP.Headers
        var content: Data

        var contentType: String? { headers[HTTP.Headers.Name.contentType] }
        var name: String? { disposition["name"] }
        var fileName: String? { disposition["filename"] }

        private var disposition: [String: String] {
            headers[HTTP.Headers.Name.contentDisposition].map { HTTP.ContentType(rawValue: $0).parameters } ?? [:]
        }
    }

    let boundary: String
    private(set) var parts: [Part] = []
    /// A Boolean value that indicates whether the closing delimiter was found.
    private(set) var isWhole = false

    /// Returns `nil` unless `contentType` is a multipart type with a boundary.
    init?(_ data: Data, contentType: HTTP.ContentType) {
        guard contentType.type == "multipart", let boundary = contentType.parameters["boundary"], !boundary.isEmpty
        else { return nil }
        self.boundary = boundary
        let delimiter = Data("--\(boundary)".utf8)
        guard var mark = data.firstRange(of: delimiter) else { return }
        while true {
            let tail = data[mark.upperBound...]
            guard !tail.starts(with: Data("--".utf8)) else {
                isWhole = true
                return
            }
            let next = data[mark.upperBound...].firstRange(of: Data("\r\n".utf8) + delimiter)
            guard let part = Part(tail[..<(next?.lowerBound ?? data.endIndex)]) else { return }
            parts.append(part)
            guard let next else { return }
            mark = next
        }
    }
}

extension MultipartText.Part {
    /// - Parameter data: The bytes after a boundary, up to the next one.
    fileprivate init?(_ data: Data) {
        // In a part without header fields, the line break after the boundary is the first half of the blank line.
        guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        headers = [:]
        for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            headers.add(String(field[0]), HTTP.Headers.trimmed(field[1]))
        }
        content = data[end.upperBound...]
    }
}
