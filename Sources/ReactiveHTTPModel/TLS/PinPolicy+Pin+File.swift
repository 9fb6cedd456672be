extension PinPolicy.Pin {
    /// Creates a pin of the certificate in a file.
    ///
    /// ```swift
    /// try PinPolicy(
    ///     host: "api.example.com",
    ///     PinPolicy.Pin(.publicKey, ofCertificateIn: present),
    ///     backup: PinPolicy.Pin(.publicKey, ofCertificateIn: next)
    /// )
    /// ```
    ///
    /// The file, in PEM or DER form, is read once, by this initializer. If a PEM file has several certificates, the
    /// first one is used, which in a chain is the server's own.
    ///
    /// - Parameters:
    ///   - subject: The part of the certificate to pin.
    ///   - file: The URL of the file, which may have at most 1 MiB.
    /// - Throws: ``PinPolicy/PinError`` with the file's path if the file cannot be read or does not contain a
    ///   certificate.
    public init(_ subject: Subject, ofCertificateIn file: URL) throws(PinPolicy.PinError) {
        let der = try Self.certificate(in: file)
        let pinned = subject == .certificate ? der : DER.publicKeyInfo(ofCertificate: der) ?? Data()
        try self.init(subject, sha256: SHA256.digest(of: pinned))
    }

    private static let maxFileByteCount = 1 << 20

    /// Returns the certificate in DER form.
    private static func certificate(in file: URL) throws(PinPolicy.PinError) -> Data {
        guard file.isFileURL else { throw PinPolicy.PinError(reason: "it is not the URL of a file", path: file.path) }
        let contents = try contents(of: file)
        if DER.isCertificate(contents) { return contents }
        guard let text = String(validating: contents, as: UTF8.self),
            let block = firstCertificate(inPEM: text), let der = DER.contents(ofPEM: block), DER.isCertificate(der)
        else {
            throw PinPolicy.PinError(reason: "it contains no certificate in PEM or DER form", path: file.path)
        }
        return der
    }

    private static func contents(of file: URL) throws(PinPolicy.PinError) -> Data {
        do throws(FileDescriptor.Refusal) {
            return try FileDescriptor.contents(of: file.path, atMost: maxFileByteCount)
        } catch {
            throw PinPolicy.PinError(reason: error.reason, path: file.path)
        }
    }

    /// Returns the lines between the first pair of certificate boundaries (RFC 7468 §5).
    private static func firstCertificate(inPEM text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map { HTTP.Headers.trimmed($0) }
        guard let first = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
            let last = lines[first...].firstIndex(of: "-----END CERTIFICATE-----")
        else { return nil }
        return lines[(first + 1)..<last].joined(separator: "\n")
    }
}
