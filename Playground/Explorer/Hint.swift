import ReactiveNetworking

/// The options that may help after a failure.
enum Hint {
    /// Returns a sentence about what to try next, or `nil` if no option helps.
    static func text(for error: any Error) -> String? {
        if let error = error as? Network.OperationError, case .fileExists? = error.cause(as: TransferError.self) {
            return "--force replaces the file"
        }
        guard let failure = transportError(in: error) else { return nil }
        let detail = failure.detail ?? ""
        switch failure.kind {
        case .untrustedCertificate where detail.contains("mismatch"):
            return "the certificate names another host; use a URL with that name"
        case .untrustedCertificate where detail.hasPrefix("certificate has expired"),
            .untrustedCertificate where detail.hasPrefix("certificate is not yet valid"):
            return "-k tries without verification"
        case .untrustedCertificate:
            return "--cacert <file> trusts the authority of the certificate; -k tries without verification"
        case .handshakeRefused where detail.hasPrefix("wrong version number"):
            return "the server does not seem to speak TLS there; try http instead of https"
        default: return nil
        }
    }

    private static func transportError(in error: any Error) -> TransportError? {
        switch error {
        case Network.OperationError.timedOut(_, _, _, let lastFailure?): transportError(in: lastFailure)
        case let error as Network.OperationError: error.cause(as: TransportError.self)
        default: error as? TransportError
        }
    }
}
