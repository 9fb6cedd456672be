import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// Converts an error of a session.
    ///
    /// - Parameter hasSent: Whether the session reported that parts of the request were sent. If so, the server may
    ///   have seen the request, regardless of the error.
    init(_ error: any Error, host: String?, phase: TransferPhase, hasSent: Bool) {
        let code = (error as? URLError)?.code
        let isAddress = host?.contains(":") ?? false
        let kind = code.map { Kind($0, text: error.localizedDescription) } ?? .other
        guard hasSent || phase == .receiving || !kind.couldLackDescriptors || !DispatchDescriptors.areExhausted else {
            let detail = "\(error.localizedDescription), when the process could not open another file"
            self.init(.resourcesExhausted, host: host, phase: phase, underlyingCode: code?.rawValue, detail: detail)
            return
        }
        self.init(
            // On Linux, the session cannot connect to IPv6 addresses, and reports them as invalid URLs.
            code == .badURL && isAddress ? .unsupported : kind,
            host: host,
            phase: phase,
            mayHaveReachedServer: hasSent || phase == .receiving ? true : nil,
            underlyingCode: code?.rawValue ?? (error as NSError).code,
            detail: error.localizedDescription
        )
    }
}

extension TransportError.Kind {
    /// Converts an error code of `URLSession`. Where Linux uses one code for several failures, the text
    /// distinguishes them. The URL was validated before, so an error about it can only concern the protocol of the
    /// response.
    init(_ code: URLError.Code, text: String) {
        self =
            switch code {
            case .cannotFindHost, .dnsLookupFailed: .cannotResolveHost
            case .cannotConnectToHost where ConnectFailure.isMeant(by: text): .cannotConnect
            case .cannotConnectToHost: Self(text: text) ?? .connectionLost
            case .secureConnectionFailed: Self(text: text) ?? .handshakeFailed
            case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
                .serverCertificateHasUnknownRoot:
                .untrustedCertificate
            case .networkConnectionLost: .connectionLost
            case .badServerResponse where text.contains("Empty reply"): .connectionLost
            case .timedOut: .timedOut
            case .notConnectedToInternet: .offline
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
                .unsupportedURL, .badURL:
                .invalidResponse
            case .unknown: Self(text: text) ?? .other
            default: .other
            }
    }

    /// A Boolean value that indicates whether a session may report this failure because no file descriptor was left.
    fileprivate var couldLackDescriptors: Bool {
        [.cannotResolveHost, .cannotConnect, .connectionLost, .handshakeFailed, .other].contains(self)
    }

    /// Converts the text of an error on Linux. Only TLS failures that certainly concern the handshake count as such:
    /// the server may have seen the request before a later failure.
    private init?(text: String) {
        func says(_ phrases: String...) -> Bool { phrases.contains { text.contains($0) } }
        if says("transfer closed", "end of response with") {
            self = .truncatedResponse
        } else if says("certificate") {
            self = .untrustedCertificate
        } else if says("Failed to connect to", "ould not connect", "ouldn't connect") {
            self = .cannotConnect
        } else if says("chunked-enc", "Content-Length", "unencoding") {
            self = .invalidResponse
        } else if says("Empty reply", "Recv failure", "Send failure", "from the peer", "to the peer", "HTTP/2", "HTTP2")
        {
            self = .connectionLost
        } else if says("SSL_read", "SSL_write") {
            self = .connectionLost
        } else if says("SSL", "TLS") {
            self = .handshakeFailed
        } else {
            return nil
        }
    }
}
