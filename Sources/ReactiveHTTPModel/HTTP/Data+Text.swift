extension Data {
    /// The encoding that the byte order mark indicates.
    package var markedEncoding: String.Encoding? {
        // Before UTF-16, whose mark begins like this one.
        if starts(with: [0xFF, 0xFE, 0, 0]) || starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
        if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return .utf16 }
        return starts(with: [0xEF, 0xBB, 0xBF]) ? .utf8 : nil
    }

    /// Returns the text without its byte order mark, or `nil` for invalid bytes. Unlike Foundation, it is strict in
    /// every encoding.
    package func text(in encoding: String.Encoding) -> String? {
        switch encoding {
        case .utf8: String(validating: starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self, as: UTF8.self)
        case .ascii: allSatisfy { $0 < 0x80 } ? String(decoding: self, as: UTF8.self) : nil
        case .utf16: text(inUnitsOf: UTF16.self, isBigEndian: !starts(with: [0xFF, 0xFE]))
        case .utf16BigEndian: text(inUnitsOf: UTF16.self, isBigEndian: true)
        case .utf16LittleEndian: text(inUnitsOf: UTF16.self, isBigEndian: false)
        case .utf32: text(inUnitsOf: UTF32.self, isBigEndian: !starts(with: [0xFF, 0xFE, 0, 0]))
        case .utf32BigEndian: text(inUnitsOf: UTF32.self, isBigEndian: true)
        case .utf32LittleEndian: text(inUnitsOf: UTF32.self, isBigEndian: false)
        default: convertedText(from: encoding)
        }
    }

    private func convertedText(from encoding: String.Encoding) -> String? {
        #if !canImport(ObjectiveC)
            if let charset = encoding.convertedCharset { return CharsetConversion.text(self, from: charset) }
        #endif
        return String(data: self, encoding: encoding)
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

extension String {
    /// Returns the bytes of the text, or `nil` if the encoding lacks one of its characters.
    package func data(in encoding: String.Encoding) -> Data? {
        #if !canImport(ObjectiveC)
            if let charset = encoding.convertedCharset { return CharsetConversion.data(self, in: charset) }
        #endif
        return data(using: encoding)
    }
}
