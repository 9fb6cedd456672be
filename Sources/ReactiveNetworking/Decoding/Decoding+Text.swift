import Foundation

extension Decoding {
    /// The body as text. Without one, where there is none by nature: an empty text.
    ///
    /// Bytes that are no text in an encoding that is given, here or by the response, are a ``DecodingFailure`` that names it, and
    /// so is a `charset` that is not known: any other reading would change letters silently.
    ///
    /// - Parameter encoding: how to read it. If `nil`, by the `charset` of the `Content-Type`; if that has none, by the byte
    ///   order mark; if there is none, as UTF-8; and what is not UTF-8 as ISO Latin-1, which
    ///   everything is. A byte order mark is never part of the text. UTF-16 and UTF-32 without one are big-endian.
    public static func text(_ encoding: String.Encoding? = nil) -> Decoding<String> {
        Decoding<String>(emptyBody: .allowedForNoContent) { response, _ in
            let data = response.data
            guard let encoding = try encoding ?? response.namedEncoding() ?? data.markedEncoding else {
                return data.text(in: .utf8) ?? data.text(in: .isoLatin1) ?? ""
            }
            guard let text = data.text(in: encoding) else {
                throw DecodingFailure(.undecodableText(encoding), decoding: String.self, of: response)
            }
            return text
        }
    }
}

extension RawResponse {
    /// The encoding that the response names. Several fields that agree on it count as one.
    fileprivate func namedEncoding() throws(DecodingFailure) -> String.Encoding? {
        let types = head.headers.values(for: HTTP.Headers.Name.contentType).map(HTTP.ContentType.init(rawValue:))
        let charsets = Set(types.compactMap(\.charset).filter { !$0.isEmpty })
        guard charsets.count <= 1 else {
            let reason = "the response names several charsets: \(charsets.sorted().joined(separator: ", "))"
            throw DecodingFailure(
                .unusable(RedactedSnippet.bounded(Redaction.printable(reason))),
                decoding: String.self,
                of: self
            )
        }
        guard let charset = charsets.first, !data.isEmpty else { return nil }
        guard let encoding = String.Encoding(charset: charset) else {
            throw DecodingFailure(.unknownCharset(RedactedSnippet.bounded(charset)), decoding: String.self, of: self)
        }
        return encoding
    }
}

extension Data {
    /// The encoding that a byte order mark tells of.
    fileprivate var markedEncoding: String.Encoding? {
        // Before UTF-16, whose mark begins like this one.
        if starts(with: [0xFF, 0xFE, 0, 0]) || starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
        if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return .utf16 }
        return starts(with: [0xEF, 0xBB, 0xBF]) ? .utf8 : nil
    }

    /// The text without its byte order mark; `nil` for bytes that are none. Strict, which Foundation is not everywhere.
    func text(in encoding: String.Encoding) -> String? {
        switch encoding {
        case .utf8: String(validating: starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self, as: UTF8.self)
        case .ascii: allSatisfy { $0 < 0x80 } ? String(decoding: self, as: UTF8.self) : nil
        case .utf16: text(inUnitsOf: UTF16.self, isBigEndian: !starts(with: [0xFF, 0xFE]))
        case .utf16BigEndian: text(inUnitsOf: UTF16.self, isBigEndian: true)
        case .utf16LittleEndian: text(inUnitsOf: UTF16.self, isBigEndian: false)
        case .utf32: text(inUnitsOf: UTF32.self, isBigEndian: !starts(with: [0xFF, 0xFE, 0, 0]))
        case .utf32BigEndian: text(inUnitsOf: UTF32.self, isBigEndian: true)
        case .utf32LittleEndian: text(inUnitsOf: UTF32.self, isBigEndian: false)
        default: String(data: self, encoding: encoding)
        }
    }

    private func text<Encoding: Unicode.Encoding>(inUnitsOf encoding: Encoding.Type, isBigEndian: Bool) -> String?
    where Encoding.CodeUnit: FixedWidthInteger {
        let size = MemoryLayout<Encoding.CodeUnit>.size
        guard count.isMultiple(of: size) else { return nil }
        var units = withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: size).map { offset in
                let unit = bytes.loadUnaligned(fromByteOffset: offset, as: Encoding.CodeUnit.self)
                return isBigEndian ? Encoding.CodeUnit(bigEndian: unit) : Encoding.CodeUnit(littleEndian: unit)
            }
        }[...]
        // A mark of the other order: what follows would be text, and none that anybody wrote.
        if size == 2, units.first == 0xFFFE { return nil }
        if units.first == 0xFEFF { units.removeFirst() }
        return String(validating: units, as: encoding)
    }
}
