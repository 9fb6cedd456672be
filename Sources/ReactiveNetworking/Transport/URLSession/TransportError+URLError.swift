import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// What an error of a session means.
    ///
    /// - Parameter hasSent: whether something of the request has gone out, as far as the session has told. Then the server
    ///   may have seen it, whatever the error says.
    init(_ error: any Error, host: String?, phase: TransferPhase, hasSent: Bool) {
        let code = (error as? URLError)?.code
        let isAddress = host?.contains(":") ?? false
        let kind = code.map { Kind($0, text: error.localizedDescription) } ?? .other
        guard hasSent || phase == .receiving || !kind.couldLackDescriptors || !DispatchDescriptors.areExhausted else {
            let detail = "\(error.localizedDescription), when the process could not open another file"
            self.init(.outOfFileDescriptors, host: host, phase: phase, underlyingCode: code?.rawValue, detail: detail)
            return
        }
        self.init(
            // Linux cannot ask an IPv6 address, and complains about the URL.
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
    /// What a code of `URLSession` means. Where Linux has one code for many things the text of libcurl tells them apart;
    /// the URL was checked before, so a complaint about it can only be about the answer's protocol.
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

    /// Whether a session that could not open a file may say so.
    fileprivate var couldLackDescriptors: Bool {
        [.cannotResolveHost, .cannotConnect, .connectionLost, .handshakeFailed, .other].contains(self)
    }

    /// What a text of libcurl means. Of TLS only what is certainly about the handshake may count as such: what fails later
    /// may have reached the server.
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
