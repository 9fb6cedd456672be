import Foundation

/// The parts of a multipart body, found in its bytes (RFC 2046 §5.1), as far as these go.
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
    /// Whether the end of the last part was found.
    private(set) var isWhole = false

    /// - Parameter contentType: with the boundary; without one, or if it is none of multipart, there is nothing to read.
    init?(_ data: Data, contentType: HTTP.ContentType) {
        guard contentType.type == "multipart", let boundary = contentType.parameters["boundary"], !boundary.isEmpty
        else { return nil }
        self.boundary = boundary
        let delimiter = Data("--\(boundary)".utf8)
        guard var mark = data.range(of: delimiter, in: data.startIndex..<data.endIndex) else { return }
        while true {
            let tail = data[mark.upperBound...]
            guard !tail.starts(with: Data("--".utf8)) else {
                isWhole = true
                return
            }
            let next = data.range(of: Data("\r\n".utf8) + delimiter, in: mark.upperBound..<data.endIndex)
            guard let part = Part(tail[..<(next?.lowerBound ?? data.endIndex)]) else { return }
            parts.append(part)
            guard let next else { return }
            mark = next
        }
    }
}

extension MultipartText.Part {
    /// - Parameter data: what stands behind a boundary, up to the next one.
    fileprivate init?(_ data: Data) {
        // The line break behind the boundary is the first half of the blank line where a part has no header fields.
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        headers = [:]
        for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            headers.add(String(field[0]), field[1].trimmingCharacters(in: .whitespaces))
        }
        content = data[end.upperBound...]
    }
}
