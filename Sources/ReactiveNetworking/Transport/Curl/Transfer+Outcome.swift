#if os(Linux)
    import CCurl
    import Foundation

    extension Transfer {
        /// The metrics of the transfer. libcurl reports microseconds.
        var metrics: TransferMetrics {
            guard let easy = state.easy?.pointer else { return TransferMetrics() }
            func time(_ info: Int32) -> Duration? {
                let microseconds = ccurl_get_offset(easy, info)
                return microseconds > 0 ? .microseconds(microseconds) : nil
            }
            return TransferMetrics(
                nameLookup: time(Libcurl.Info.nameLookupTime),
                connect: time(Libcurl.Info.connectTime),
                secureConnect: time(Libcurl.Info.secureConnectTime),
                firstByte: time(Libcurl.Info.firstByteTime),
                total: time(Libcurl.Info.totalTime),
                receivedByteCount: state.receivedByteCount,
                reusedConnection: ccurl_get_long(easy, Libcurl.Info.newConnectionCount) == 0,
                wireByteCount: ccurl_get_offset(easy, Libcurl.Info.downloadedByteCount),
                sentByteCount: ccurl_get_offset(easy, Libcurl.Info.uploadedByteCount),
                protocolVersion: protocolVersion(of: easy),
                remoteAddress: ccurl_get_text(easy, Libcurl.Info.primaryAddress).map { String(cString: $0) },
                remotePort: ccurl_get_long(easy, Libcurl.Info.primaryPort),
                wasCutOff: state.wasCutOff || state.notice.map { ccurl_notice_has_come($0) == 0 } ?? false
            )
        }

        private func protocolVersion(of easy: OpaquePointer) -> String? {
            switch ccurl_get_long(easy, Libcurl.Info.httpVersion) {
            case 1: "HTTP/1.0"
            case 2: "HTTP/1.1"
            case 3: "HTTP/2"
            case 30: "HTTP/3"
            default: nil
            }
        }

        /// Maps a result code of libcurl to an error, or returns `nil` for success.
        func failure(_ code: Int32) -> TransportError? {
            if let refusal = state.refusal { return refusal }
            noteUnannouncedRequest()
            guard code != 0 else {
                return state.hasHead
                    ? nil : error(.truncatedResponse, code, "the response ended inside its head")
            }
            if lacksDescriptors(code) {
                return error(.resourcesExhausted, code, String(cString: strerror(EMFILE)))
            }
            if code == Code.noMemory, state.stage == .waitingForHead {
                return error(.invalidResponse, code, "the header has a line that is larger than libcurl accepts")
            }
            if code == Code.noConnection, let number = state.socketError {
                return error(.cannotConnect, number, "no socket could be opened: \(String(cString: strerror(number)))")
            }
            let text = state.easy?.errorMessage ?? String(cString: ccurl_easy_strerror(code))
            // The response counts as complete; its metrics report the cut connection.
            if isCutWhereOnlyTheEndCounts(code, text) { return nil }
            return error(kind(code, text), code, text)
        }

        /// Returns whether the server closed the connection without the TLS closure alert, and only the closure
        /// delimits the body (RFC 9112 §9.8).
        private func isCutWhereOnlyTheEndCounts(_ code: Int32, _ text: String) -> Bool {
            guard code == Code.receiving, state.hasHead, state.framing.endsWithConnection,
                text.tellsOfMissingNotice, let easy = state.easy?.pointer,
                ccurl_get_long(easy, Libcurl.Info.httpVersion) < 3
            else { return false }
            state.wasCutOff = true
            return true
        }

        /// Returns whether the connection failed because no file descriptor was left. libcurl does not report this for
        /// descriptors that it opens itself, to resolve names or to read certificates.
        private func lacksDescriptors(_ code: Int32) -> Bool {
            guard state.stage == .connecting else { return false }
            return switch code {
            case Code.noConnection: [EMFILE, ENFILE].contains(state.socketError)
            case Code.notInitialized, Code.noProxyAddress, Code.noAddress, Code.noMemory, Code.badCAFile:
                DispatchDescriptors.areExhausted
            default: false
            }
        }

        /// Advances the stage by the number of bytes sent, for a libcurl that does not announce requests.
        private func noteUnannouncedRequest() {
            guard state.stage == .connecting, state.sendCount == 0, let easy = state.easy?.pointer,
                ccurl_get_long(easy, Libcurl.Info.requestSize) > 0, !supportsPrerequest
            else { return }
            state.stage = .waitingForHead
        }

        private func error(_ kind: TransportError.Kind, _ code: Int32, _ text: String) -> TransportError {
            TransportError(
                kind,
                host: request.url.host,
                phase: TransferPhase(state.stage),
                mayHaveReachedServer: mayHaveReachedServer(text),
                underlyingCode: Int(code),
                detail: text
            )
        }

        /// Decides what may be sent again (N7). A request that failed while being sent on a reused connection found
        /// that connection closed; a refused stream was not processed by the server (RFC 9113 §8.7).
        private func mayHaveReachedServer(_ text: String) -> Bool {
            switch state.stage {
            case .connecting: false
            case .sending: !(isOnReusedConnection && upload.map { !$0.isAtEnd } ?? false)
            case .waitingForHead: !text.contains("REFUSED_STREAM") && !wasSentTooOften(text)
            case .receiving: true
            }
        }

        /// Returns whether libcurl gave up resending a request that was refused each time. See `mayBeSent(over:)`.
        private func wasSentTooOften(_ text: String) -> Bool {
            state.isOnNewConnection && text.contains("Connection died, tried")
        }

        private var isOnReusedConnection: Bool {
            state.easy.map { ccurl_get_long($0.pointer, Libcurl.Info.newConnectionCount) == 0 } ?? false
        }

        private func kind(_ code: Int32, _ text: String) -> TransportError.Kind {
            let isConnecting = state.stage == .connecting
            return switch code {
            case Code.noProxyAddress, Code.noAddress: .cannotResolveHost
            case Code.noConnection: .cannotConnect
            case Code.timeout: isConnecting ? .connectTimedOut : .timedOut
            case Code.handshake: text.tellsOfCut ? .handshakeFailed : .handshakeRefused
            case Code.untrusted, Code.untrustedByOldNumber, Code.wrongIssuer: .untrustedCertificate
            case Code.pinMismatch: .pinMismatch
            case Code.badClientCertificate, Code.badCipher, Code.badCAFile, Code.noEngine, Code.badOption,
                Code.notBuiltIn:
                .unsupported
            case Code.proxy: .proxyRefused
            case Code.receiving where text.contains("CONNECT"): .proxyRefused
            case Code.receiving where text.tellsOfBrokenChunk || text.contains("Too large"): .invalidResponse
            case Code.receiving where text.tellsOfRefusedCertificate: .handshakeRefused
            case Code.receiving where state.hasHead && text.tellsOfMissingNotice: .truncatedResponse
            case Code.receiving, Code.sending: isConnecting ? .handshakeFailed : .connectionLost
            case Code.nothing, Code.cannotRewind: .connectionLost
            case Code.partial: .truncatedResponse
            case Code.http2 where state.hasHead, Code.http2Stream where state.hasHead: .truncatedResponse
            case Code.http2, Code.http2Stream: .connectionLost
            // The callbacks refuse bytes only with an error of their own; otherwise libcurl's chunk and coding readers
            // refused them.
            case Code.writing, Code.oversized: .invalidResponse
            case Code.badArgument where !isConnecting: .invalidResponse
            case Code.unsupportedProtocol, Code.weird, Code.badContentEncoding, Code.badFraming: .invalidResponse
            case Code.tooLarge: .bodyTooLarge
            default: .other
            }
        }
    }

    extension String {
        /// True if the handshake was cut off rather than refused, so that another attempt may succeed.
        fileprivate var tellsOfCut: Bool {
            contains("SSL_ERROR_SYSCALL") || contains("reset by peer") || contains("unexpected eof")
                || contains("Connection was")
        }

        /// True if the server rejects the client's certificate. In TLS 1.3 the rejection arrives only after the
        /// client's part of the handshake is complete.
        fileprivate var tellsOfRefusedCertificate: Bool {
            contains(" alert ") && (contains("certificate") || contains("unknown ca") || contains("access denied"))
        }

        /// True if the peer closed the connection without the TLS closure alert.
        fileprivate var tellsOfMissingNotice: Bool {
            contains("unexpected eof") || contains("non-properly terminated")
        }

        fileprivate var tellsOfBrokenChunk: Bool {
            contains("chunk") || contains("hexadecimal")
        }
    }

    /// Result codes of libcurl (libcurl-errors(3)).
    private enum Code {
        static let unsupportedProtocol: Int32 = 1
        static let notInitialized: Int32 = 2
        static let notBuiltIn: Int32 = 4
        static let noProxyAddress: Int32 = 5
        static let noAddress: Int32 = 6
        static let noConnection: Int32 = 7
        static let weird: Int32 = 8
        static let http2: Int32 = 16
        static let partial: Int32 = 18
        static let writing: Int32 = 23
        static let noMemory: Int32 = 27
        static let timeout: Int32 = 28
        static let handshake: Int32 = 35
        static let badArgument: Int32 = 43
        static let badOption: Int32 = 48
        static let untrustedByOldNumber: Int32 = 51
        static let nothing: Int32 = 52
        static let noEngine: Int32 = 53
        static let sending: Int32 = 55
        static let receiving: Int32 = 56
        static let badClientCertificate: Int32 = 58
        static let badCipher: Int32 = 59
        static let untrusted: Int32 = 60
        static let badContentEncoding: Int32 = 61
        static let tooLarge: Int32 = 63
        static let cannotRewind: Int32 = 65
        static let badCAFile: Int32 = 77
        static let wrongIssuer: Int32 = 83
        static let badFraming: Int32 = 88
        static let pinMismatch: Int32 = 90
        static let http2Stream: Int32 = 92
        static let proxy: Int32 = 97
        static let oversized: Int32 = 100
    }
#endif
