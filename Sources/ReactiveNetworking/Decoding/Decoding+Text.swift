import Foundation

extension Decoding {
    /// Returns a decoding of text. A response that has no body by its nature is an empty text.
    ///
    /// Bytes that are invalid in the given encoding, or in that of the response, are a ``DecodingFailure`` that names
    /// the encoding. An unknown `charset` is a failure too: any other reading would change letters silently. So is an
    /// unknown `Content-Encoding`, which nobody has undone.
    ///
    /// - Parameter encoding: The encoding. If `nil`, it is that of the `charset` of the `Content-Type`, or that of the
    ///   byte order mark if there is no `charset`. A body with neither is read as UTF-8, or as ISO Latin-1, in which
    ///   all bytes are valid. A byte order mark is never part of the text. UTF-16 and UTF-32 without a byte order mark
    ///   are big-endian.
    /// - Returns: The decoding.
    public static func text(_ encoding: String.Encoding? = nil) -> Decoding<String> {
        Decoding<String>(emptyBody: .allowedForNoContent) { response, _ in
            let data = response.data
            try response.checkCoding(for: String.self)
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
    /// Returns the encoding that the response names. Several fields that agree count as one.
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
    /// The encoding that the byte order mark indicates.
    fileprivate var markedEncoding: String.Encoding? {
        // Before UTF-16, whose mark begins like this one.
        if starts(with: [0xFF, 0xFE, 0, 0]) || starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
        if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return .utf16 }
        return starts(with: [0xEF, 0xBB, 0xBF]) ? .utf8 : nil
    }

    /// Returns the text without its byte order mark, or `nil` for invalid bytes. Unlike Foundation, it is strict in
    /// every encoding.
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
        // A mark of the other byte order: the bytes would be text, but not the text that was written.
        if size == 2, units.first == 0xFFFE { return nil }
        if units.first == 0xFEFF { units.removeFirst() }
        return String(validating: units, as: encoding)
    }
}
