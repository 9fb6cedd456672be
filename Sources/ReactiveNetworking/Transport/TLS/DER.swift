import Foundation

/// As much of the distinguished encoding rules (X.690) as finding a certificate's key takes.
enum DER {
    /// Whether `der` is one certificate and nothing else, as far as it is looked at here.
    static func isCertificate(_ der: Data) -> Bool {
        var rest = [UInt8](der)[...]
        return element(of: &rest) != nil && rest.isEmpty && publicKeyInfo(ofCertificate: der) != nil
    }

    private enum Tag {
        static let sequence: UInt8 = 0x30
        /// The certificate's version, which the first one leaves out.
        static let version: UInt8 = 0xA0
    }

    /// The bytes of a PEM text (RFC 7468) with one block; `nil` if there are none.
    static func contents(ofPEM text: String) -> Data? {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        return lines.isEmpty ? nil : Data(base64Encoded: lines.joined())
    }

    /// The `SubjectPublicKeyInfo` of a certificate (RFC 5280 §4.1), header included; `nil` if there is none to be found.
    static func publicKeyInfo(ofCertificate der: Data) -> Data? {
        var outside = [UInt8](der)[...]
        guard var certificate = contents(of: element(of: &outside)) else { return nil }
        guard var fields = contents(of: element(of: &certificate)) else { return nil }
        if fields.first == Tag.version { _ = element(of: &fields) }
        // Serial number, signature algorithm, issuer, validity, subject.
        for _ in 0..<5 where element(of: &fields) == nil { return nil }
        guard let info = element(of: &fields), info.first == Tag.sequence else { return nil }
        return Data(info)
    }

    /// Takes the first element off, header included.
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

    /// How many bytes the header and the contents of the first element have.
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
