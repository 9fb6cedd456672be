#if os(Linux)
    import CCurl
    import Foundation

    /// Configures libcurl handles for requests.
    struct TransferSettings: Sendable {
        let configuration: CurlTransport.Configuration
        let library: Libcurl
        let cookies: CookieJar?
        let pool: HandlePool
        private let connectTimeout: Int
        private let maxConnectionAge: Int

        init(_ configuration: CurlTransport.Configuration, _ library: Libcurl) throws(TransportError) {
            self.configuration = configuration
            self.library = library
            pool = HandlePool(for: library)
            connectTimeout = configuration.connectTimeout.milliseconds
            maxConnectionAge = max(1, configuration.idleConnectionTime.milliseconds / 1_000)
            cookies = try CookieJar.make(configuration.cookies)
        }

        private enum Constant {
            static let httpProtocols = 3
            static let http1 = 2
            static let http2OverTLS = 4
        }

        func handle(for transfer: Transfer) throws(TransportError) -> EasyHandle {
            var easy = try pool.take()
            do throws(TransportError) {
                try transfer.attach(to: easy, library)
                try setSafety(of: easy)
                try setConnection(of: easy, for: transfer)
                try setRequest(transfer.request, of: &easy)
                if !transfer.request.headers.contains(HTTP.Headers.Name.cookie) { try cookies?.attach(to: easy) }
            } catch {
                easy.free()
                var error = error
                error.host = transfer.request.url.host
                throw error
            }
            return easy
        }

        /// Sets the options that apply to every transfer.
        private func setSafety(of easy: EasyHandle) throws(TransportError) {
            try easy.set(.noSignal, 1)
            try easy.set(.protocols, Constant.httpProtocols)
            try easy.set(.pathAsIs, 1)
            if !library.keepsSessionsSafely { try easy.set(.sessionCache, 0) }
            // Without this option, a name lookup that outlasts the connection timeout blocks the loop until it ends.
            if library.supportsDetachedLookups { try easy.set(.supportsDetachedLookups, 1) }
        }

        private func setConnection(of easy: EasyHandle, for transfer: Transfer) throws(TransportError) {
            let isSecure = transfer.origin.isSecure
            try easy.set(.connectTimeout, connectTimeout)
            try easy.set(.maxConnectionAge, maxConnectionAge)
            if let stall = configuration.stallTimeout {
                try easy.set(.lowSpeedLimit, 1)
                // libcurl averages over the last six seconds, and would end silent transfers too late and slow ones too
                // early. This value only makes it call back once a second; `hasStalled` decides.
                try easy.set(.lowSpeedTime, 2_000_000)
                try transfer.watchProgress(of: easy, within: stall)
            }
            if configuration.addressFamily != .any { try easy.set(.ipResolve, configuration.addressFamily.rawValue) }
            try easy.set(.bufferSize, min(max(configuration.receiveBufferByteCount, 1 << 10), 1 << 19))
            if let path = configuration.unixSocketPath { try easy.set(.unixSocketPath, path) }
            try setReuse(on: easy, for: transfer)
            // Without TLS a server cannot offer HTTP/2, and waiting for an offer would only delay other requests.
            let checksPinsItself = try setPins(on: easy, for: transfer)
            let mayOfferHTTP2 =
                isSecure && library.hasHTTP2 && configuration.httpVersion == .automatic && !checksPinsItself
            // SAFETY: the transfer is being made, and no other thread has a reference yet.
            transfer.confined.mayBeMultiplexed = mayOfferHTTP2
            try easy.set(.httpVersion, mayOfferHTTP2 ? Constant.http2OverTLS : Constant.http1)
            if mayOfferHTTP2 { try easy.set(.pipeWait, 1) }
            try configuration.proxy.set(on: easy)
            if isSecure {
                try configuration.tls.set(on: easy, for: transfer.request.url.host ?? "")
            } else if case .none = configuration.proxy {
                easy.forgetTrust()
            }
        }

        /// Prevents the reuse of connections that cannot be inspected before the next request: with a libcurl that does
        /// not announce requests, and on Unix-domain sockets, which have no ports to identify them.
        private func setReuse(on easy: EasyHandle, for transfer: Transfer) throws(TransportError) {
            let mustClose = !library.supportsPrerequest || configuration.unixSocketPath != nil
            if mustClose {
                try easy.set(.freshConnect, 1)
                // SAFETY: the transfer is being made, and no other thread has a reference yet.
                transfer.confined.mustClose = true
            }
            if mustClose || transfer.hasUnsentContent { easy.closesAfterUse(true) }
        }

        /// Sets up the pin check for the host. libcurl checks pins during the handshake if all of them are public keys.
        ///
        /// - Returns: Whether the transfer must check the certificate itself, before it sends its request. Its
        ///   connection must then carry one exchange at a time, because another one would not wait for the check.
        private func setPins(on easy: EasyHandle, for transfer: Transfer) throws(TransportError) -> Bool {
            guard !configuration.tls.pins.isEmpty, let host = transfer.request.url.host,
                let pins = configuration.tls.pins(for: host)
            else { return false }
            guard transfer.origin.isSecure else { throw .refusedPins("a pinned host requires TLS") }
            if pins.allSatisfy({ $0.subject == .publicKey }) {
                try easy.set(
                    .pinnedKeys,
                    pins.map { "sha256//\($0.digest.base64EncodedString())" }.joined(separator: ";")
                )
                return false
            }
            guard library.supportsPrerequest else {
                throw .refusedPins("pins of certificates need libcurl 7.80, and this is \(library.name)")
            }
            try easy.set(.certificateInfo, 1)
            // SAFETY: the transfer is being made, and no other thread has a reference yet.
            transfer.confined.pins = pins
            return true
        }

        private func setRequest(_ request: PreparedRequest, of easy: inout EasyHandle) throws(TransportError) {
            try easy.set(.url, request.url.absoluteString)
            try setMethod(of: request, on: easy)
            var codings: String?
            if !request.headers.contains(HTTP.Headers.Name.acceptEncoding) {
                codings = ContentDecoding.acceptEncoding
                if codings == nil { try easy.set(.acceptEncoding, "") }
            }
            try easy.complete { line in
                request.headerLines(line)
                if let codings { line(HTTP.Headers.Name.acceptEncoding, ": ", codings) }
            }
        }

        private func setMethod(of request: PreparedRequest, on easy: EasyHandle) throws(TransportError) {
            if let content = request.content {
                try easy.set(.isPost, 1)
                if let byteCount = content.byteCount { try easy.set(.bodySize, Int(byteCount)) }
                if request.method != .post { try easy.set(.customMethod, request.method.rawValue) }
            } else if request.method == .head {
                try easy.set(.isHeadersOnly, 1)
            } else if request.method == .connect {
                throw TransportError(.unsupported, phase: .preparing, detail: "a CONNECT request")
            } else if request.method != .get {
                try easy.set(.customMethod, request.method.rawValue)
            }
        }
    }

    extension TransportError {
        static func refusedPins(_ reason: String, host: String? = nil) -> TransportError {
            TransportError(.unsupported, host: host, phase: .preparing, detail: reason)
        }
    }

    extension PreparedRequest {
        /// Passes the header fields to `line` as lines for libcurl, without those that it writes itself.
        fileprivate func headerLines(_ line: (_ name: String, _ separator: String, _ value: String) -> Void) {
            for (name, value) in headers {
                // libcurl removes a header that has nothing after its colon; a semicolon sends it empty.
                line(name, value.isEmpty ? ";" : ": ", value)
            }
            guard let content else { return }
            // libcurl would wait a second for a `100 Continue` from servers that do not send it.
            if content.byteCount != 0, !headers.contains("Expect") { line("Expect", ":", "") }
            if !headers.contains(HTTP.Headers.Name.contentType) { line(HTTP.Headers.Name.contentType, ":", "") }
            if content.byteCount == nil { line("Transfer-Encoding", ": ", "chunked") }
        }
    }

    extension Duration {
        /// The number of whole milliseconds, rounded up, limited to the maximum that libcurl accepts.
        var milliseconds: Int { Int(min(max((self / .milliseconds(1)).rounded(.up), 0), 2_000_000_000)) }
    }
#endif
