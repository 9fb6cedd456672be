/// The bytes of a multipart body: the parts and the delimiters between them.
struct MultipartLayout: Sendable {
    let parts: [Multipart.Part]
    let subtype: Multipart.Subtype
    let boundary: String

    /// Returns the complete body of parts that are in memory.
    func joined() throws(RequestError) -> Data {
        var result = Data()
        for (index, part) in parts.enumerated() {
            result.append(head(of: index))
            result.append(try part.data())
        }
        result.append(end)
        return result
    }

    /// Returns the body as a stream, with the current lengths of the parts.
    func streamed() throws(RequestError) -> BodyContent {
        var contents: [BodyContent] = []
        var byteCount: Int64? = Int64(end.count)
        for (index, part) in parts.enumerated() {
            let content = part.isInMemory ? .data(try part.data()) : try part.body.content()
            contents.append(content)
            byteCount = byteCount.flatMap { sum in
                content.byteCount.map { sum + $0 + Int64(head(of: index).count) }
            }
        }
        let canBeReplayed = contents.allSatisfy(\.canBeReplayed)
        let outline = BodyStream.Outline { [contents] in self.outline(of: contents) }
        return .stream(
            BodyStream(byteCount: byteCount, canBeReplayed: canBeReplayed, outline: outline) { [contents] write in
                try await self.write(contents, to: write)
            }
        )
    }

    /// Returns the body with the streamed contents left out.
    private func outline(of contents: [BodyContent]) -> Data {
        var result = Data()
        for (index, content) in contents.enumerated() {
            result.append(head(of: index))
            if case .data(let data) = content { result.append(data) }
        }
        result.append(end)
        return result
    }

    private func write(
        _ contents: [BodyContent],
        to write: @Sendable (Data) async throws -> Void
    ) async throws {
        let joiner = Joiner()
        for (index, content) in contents.enumerated() {
            for chunk in joiner.add(head(of: index)) { try await write(chunk) }
            switch content {
            case .data(let data):
                for chunk in joiner.add(data) { try await write(chunk) }
            case .stream(let stream):
                let name = parts[index].name
                let count = Locked<Int64>(0)
                try await stream.write { chunk in
                    let sum = count.withLock { count in
                        count += Int64(chunk.count)
                        return count
                    }
                    if let announced = stream.byteCount, sum > announced {
                        throw MultipartError.partTooLong(name: name, announced: announced)
                    }
                    for chunk in joiner.add(chunk) { try await write(chunk) }
                }
                let sum = count.withLock { $0 }
                if let announced = stream.byteCount, sum < announced {
                    throw MultipartError.partTooShort(name: name, byteCount: sum, announced: announced)
                }
            }
        }
        for chunk in joiner.add(end) + joiner.rest() { try await write(chunk) }
    }
}

extension MultipartLayout {
    /// Returns the bytes before a part's content: the end of the previous part, the boundary, and the header fields.
    private func head(of index: Int) -> Data {
        let part = parts[index]
        var text = (index == 0 ? "--" : "\r\n--") + boundary + "\r\n"
        if let disposition = disposition(of: part) { text += "Content-Disposition: \(disposition)\r\n" }
        if let contentType = part.body.contentType { text += "Content-Type: \(contentType.rawValue)\r\n" }
        for (name, value) in part.headers { text += "\(name): \(value)\r\n" }
        return Data((text + "\r\n").utf8)
    }

    private func disposition(of part: Multipart.Part) -> String? {
        let file = part.fileName.map { "; filename=\"\(Self.escaped($0))\"" }
        guard subtype == .formData else { return file.map { "attachment\($0)" } }
        return "form-data; name=\"\(Self.escaped(Self.withWholeLineBreaks(part.name)))\"" + (file ?? "")
    }

    /// The delimiter after the last part.
    private var end: Data { Data(((parts.isEmpty ? "--" : "\r\n--") + boundary + "--\r\n").utf8) }

    /// Escapes only what the WHATWG form encoding escapes, so that servers written for browsers understand it.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x0D || $0 == 0x0A }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Replaces each lone CR or LF in a name with CR LF, as the WHATWG form encoding does. File names keep theirs.
    private static func withWholeLineBreaks(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": result += "\r\n".unicodeScalars
            case "\n": if previous != "\r" { result += "\r\n".unicodeScalars }
            default: result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }
}

/// Joins small pieces, so that ten thousand short parts do not cause ten thousand writes.
private final class Joiner: Sendable {
    private static let chunkByteCount = 64 * 1_024
    private static let smallByteCount = 4 * 1_024

    private let buffer = Locked(Data())

    /// Buffers the next piece, and returns the chunks to write now.
    func add(_ piece: Data) -> [Data] {
        buffer.withLock { buffer in
            let isSmall = piece.count <= Self.smallByteCount
            if isSmall { buffer.append(piece) }
            guard !isSmall || buffer.count >= Self.chunkByteCount else { return [] }
            defer { buffer = Data() }
            return (isSmall ? [buffer] : [buffer, piece]).filter { !$0.isEmpty }
        }
    }

    /// Returns the bytes that have not been written yet.
    func rest() -> [Data] {
        buffer.withLock { $0.isEmpty ? [] : [$0] }
    }
}
