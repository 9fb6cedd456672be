/// A partial parser of the Distinguished Encoding Rules (X.690), sufficient to find a certificate's key.
enum DER {
    /// Returns whether `der` is exactly one certificate, as far as this parser checks it.
    static func isCertificate(_ der: Data) -> Bool {
        var rest = [UInt8](der)[...]
        return element(of: &rest) != nil && rest.isEmpty && publicKeyInfo(ofCertificate: der) != nil
    }

    private enum Tag {
        static let sequence: UInt8 = 0x30
        /// The certificate's version, which version 1 omits.
        static let version: UInt8 = 0xA0
    }

    /// Returns the bytes of a PEM text (RFC 7468) with one block, or `nil` if there are none.
    static func contents(ofPEM text: String) -> Data? {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        return lines.isEmpty ? nil : Data(base64Encoded: lines.joined())
    }

    /// Returns the `SubjectPublicKeyInfo` of a certificate (RFC 5280 §4.1), including its header, or `nil` if it is not
    /// found.
    static func publicKeyInfo(ofCertificate der: Data) -> Data? {
        var outside = [UInt8](der)[...]
        guard var certificate = contents(of: element(of: &outside)) else { return nil }
        guard var fields = contents(of: element(of: &certificate)) else { return nil }
        if fields.first == Tag.version { _ = element(of: &fields) }
        // Skip serial number, signature algorithm, issuer, validity, and subject.
        for _ in 0..<5 where element(of: &fields) == nil { return nil }
        guard let info = element(of: &fields), info.first == Tag.sequence else { return nil }
        return Data(info)
    }

    /// Removes and returns the first element, including its header.
    private static func element(of bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let (headerCount, count) = extent(of: bytes) else { return nil }
        let element = bytes.prefix(headerCount + count)
        bytes = bytes.dropFirst(headerCount + count)
        return element
    }

    private static func contents(of element: ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
        guard let element, element.first == Tag.sequence, let (headerCount, _) = extent(of: element) else { return nil }
        return element.dropFirst(headerCount)
    }

    /// Returns the sizes of the header and the contents of the first element.
    private static func extent(of bytes: ArraySlice<UInt8>) -> (headerCount: Int, count: Int)? {
        let header = bytes.prefix(2)
        guard header.count == 2, let first = header.last else { return nil }
        guard first & 0x80 != 0 else { return fitting(2, Int(first), bytes) }
        let lengthCount = Int(first & 0x7F)
        let length = bytes.dropFirst(2).prefix(lengthCount)
        guard (1...4).contains(lengthCount), length.count == lengthCount else { return nil }
        return fitting(2 + lengthCount, length.reduce(0) { $0 << 8 | Int($1) }, bytes)
    }

    private static func fitting(_ headerCount: Int, _ count: Int, _ bytes: ArraySlice<UInt8>) -> (Int, Int)? {
        headerCount + count <= bytes.count ? (headerCount, count) : nil
    }
}
