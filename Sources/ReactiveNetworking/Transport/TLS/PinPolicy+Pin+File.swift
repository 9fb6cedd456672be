import Foundation

extension PinPolicy.Pin {
    /// A pin of the certificate in a file.
    ///
    /// ```swift
    /// try PinPolicy(
    ///     host: "api.example.com",
    ///     PinPolicy.Pin(.publicKey, ofCertificateIn: present),
    ///     backup: PinPolicy.Pin(.publicKey, ofCertificateIn: next)
    /// )
    /// ```
    ///
    /// The file is read once, here, and may be in PEM or DER form. Of several certificates in PEM form the first counts, which in
    /// a chain is the server's own.
    ///
    /// - Parameters:
    ///   - subject: the part of the certificate that is pinned.
    ///   - file: the file, of at most 1 MiB.
    /// - Throws: ``PinPolicy.PinError`` with the file's path if it cannot be read, or does not hold a certificate.
    public init(_ subject: Subject, ofCertificateIn file: URL) throws(PinPolicy.PinError) {
        let der = try Self.certificate(in: file)
        let pinned = subject == .certificate ? der : DER.publicKeyInfo(ofCertificate: der) ?? Data()
        try self.init(subject, sha256: SHA256.digest(of: pinned))
    }

    private static let maxFileByteCount = 1 << 20

    /// The certificate in DER form.
    private static func certificate(in file: URL) throws(PinPolicy.PinError) -> Data {
        guard file.isFileURL else { throw PinPolicy.PinError(reason: "it is not the URL of a file", path: file.path) }
        let contents = try contents(of: file)
        if DER.isCertificate(contents) { return contents }
        guard let text = String(validating: contents, as: UTF8.self),
            let block = firstCertificate(inPEM: text), let der = DER.contents(ofPEM: block), DER.isCertificate(der)
        else {
            throw PinPolicy.PinError(reason: "there is no certificate in it, neither in PEM nor in DER form", path: file.path)
        }
        return der
    }

    private static func contents(of file: URL) throws(PinPolicy.PinError) -> Data {
        do {
            // Anything but a regular file might never end.
            let values = try file.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true, let size = values.fileSize else {
                throw PinPolicy.PinError(reason: "it is not a regular file", path: file.path)
            }
            guard size <= maxFileByteCount else {
                throw PinPolicy.PinError(reason: "it has more than \(maxFileByteCount) bytes", path: file.path)
            }
            return try Data(contentsOf: file)
        } catch let error as PinPolicy.PinError {
            throw error
        } catch {
            throw PinPolicy.PinError(reason: "it cannot be read (\(RequestError.Cause(error)))", path: file.path)
        }
    }

    /// The lines between the first pair of marks around a certificate (RFC 7468 §5).
    private static func firstCertificate(inPEM text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
            let last = lines[first...].firstIndex(of: "-----END CERTIFICATE-----")
        else { return nil }
        return lines[(first + 1)..<last].joined(separator: "\n")
    }
}
