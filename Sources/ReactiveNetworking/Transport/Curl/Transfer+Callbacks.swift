#if os(Linux)
    import CCurl
    import Foundation

    /// The callbacks of libcurl, on the loop's thread.
    extension Transfer {
        /// Receives one line of a head, including its line ending.
        fileprivate func receive(headerLine line: UnsafeRawBufferPointer) -> Int {
            guard line.count <= state.headRoom else {
                let detail = "the header is larger than the \(state.maxHeadByteCount) bytes allowed"
                refuse(TransportError(.invalidResponse, host: request.url.host, phase: .receiving, detail: detail))
                return 0
            }
            state.headByteCount += line.count
            // Lines after the head are trailers. They are ignored, but libcurl stores them, so they count toward the
            // size limit.
            guard !state.hasHead else { return line.count }
            if state.head.bytes.isEmpty {
                state.head.bytes.reserveCapacity(Self.usualHeadByteCount)
                state.framing = ResponseFraming()
            }
            if let failure = state.framing.note(line) {
                refuse(TransportError(.invalidResponse, host: request.url.host, phase: .receiving, detail: failure))
                return 0
            }
            if state.head.bytes.isEmpty, !isMultiplexed,
                line.begins(with: "HTTP/2") || line.begins(with: "HTTP/3")
            {
                let detail = "the status line names a version of HTTP that the connection does not use"
                refuse(TransportError(.invalidResponse, host: request.url.host, phase: .receiving, detail: detail))
                return 0
            }
            state.head.bytes.append(contentsOf: line)
            state.head.lineCount += 1
            if line.first == 0x0D || line.first == 0x0A { receiveHead() }
            return line.count
        }

        private static let usualHeadByteCount = 512

        private func receiveHead() {
            let status = state.head.statusCode
            let isFinal = status.map { !(100..<200).contains($0) } ?? true
            if isFinal, state.framing.forbidsReuse(status: status) {
                state.mustClose = true
                state.easy?.closesAfterUse(true)
            }
            push(.head(state.head, isFinal: isFinal))
            state.head = WireHead()
            guard isFinal else { return }
            state.hasHead = true
            watchEnd(status: status)
            state.isRefused = status.map { $0 >= 300 } ?? false
            state.stage = .receiving
        }

        /// Prepares to detect truncation: a body without a length can be distinguished from a cut connection only by
        /// the TLS closure alert (RFC 9112 §9.8).
        private func watchEnd(status: Int?) {
            guard origin.isSecure, state.framing.endsWithConnection, status != 204, status != 304,
                request.method != .head, !isMultiplexed, let easy = state.easy
            else { return }
            state.notice = ccurl_notice_watch(easy.pointer)
        }

        /// Decides whether a request may be sent, once the connection is established.
        ///
        /// - Parameter ends: The endpoints of the connection; the local port is not positive if libcurl does not report
        ///   it.
        /// - Returns: Whether the request may be sent.
        fileprivate func mayBeSent(over ends: ConnectionTable.Ends) -> Bool {
            guard !state.isAbandoned, let easy = state.easy?.pointer else { return false }
            let connectionCount = ccurl_get_long(easy, Libcurl.Info.newConnectionCount)
            let isNew = connectionCount > state.connectionCount
            state.speaksHTTP2 = state.mayBeMultiplexed && ccurl_speaks_http2(easy) != 0
            // HTTP/2 frames identify their stream; any other bytes that have arrived belong to no request.
            guard isNew || state.speaksHTTP2 || loop.inside.state.connections.isQuiet(ends) else {
                // libcurl closes the connection, and the loop makes it open another one.
                state.mustBeginAgain = true
                return false
            }
            state.sendCount += 1
            // If a reused connection turns out to be closed, libcurl resends the request on a new one, although the
            // server may have processed it. On a new connection, libcurl resends for one reason only: the server
            // refused to process the request.
            let wasRefused = state.isOnNewConnection
            state.isOnNewConnection = isNew
            state.connectionCount = connectionCount
            noteConnection(ends)
            guard state.sendCount == 1 || wasRefused || request.isRepeatable else {
                refuseToRepeat()
                return false
            }
            guard hasPinnedCertificate else {
                refuse(TransportError(.pinMismatch, host: request.url.host, phase: .connecting))
                return false
            }
            let hasContent = upload.map { $0.byteCount != 0 } ?? false
            state.stage = hasContent ? .sending : .waitingForHead
            note(.phase(hasContent ? .sending : .waitingForHead))
            return true
        }

        private func refuseToRepeat() {
            let host = request.url.host
            refuse(TransportError(.connectionLost, host: host, phase: .waitingForHead, detail: Self.notTwice))
        }

        /// Returns whether the request can be sent from its beginning, even if libcurl has sent a part of it to a
        /// connection that was closed.
        func canBeginAgain() -> Bool {
            guard let upload, upload.sentByteCount > 0, !rewind(to: 0) else { return true }
            refuseToRepeat()
            return false
        }

        private func noteConnection(_ ends: ConnectionTable.Ends) {
            guard ends.localPort > 0, state.isOnNewConnection,
                let socket = state.sockets.last(where: { ccurl_local_port($0) == ends.localPort })
            else { return }
            loop.inside.state.connections.insert(socket, ends)
        }

        /// True if the certificate matches the pins. On a reused connection it was checked when the connection was
        /// made.
        private var hasPinnedCertificate: Bool {
            guard let pins = state.pins, let easy = state.easy?.pointer else { return true }
            if ccurl_get_long(easy, Libcurl.Info.newConnectionCount) == 0 { return true }
            guard let pem = ccurl_certificate_pem(easy, 0), let der = DER.contents(ofPEM: String(cString: pem)) else {
                return false
            }
            return pins.contains { $0.matches(certificate: der) }
        }

        private static let notTwice =
            "the reused connection was closed before a response, and the request must not be sent twice"

        /// Makes libcurl abort with an error of this library.
        func refuse(_ error: TransportError) {
            state.refusal = state.refusal ?? error
        }

        /// Fails the transfer if no bytes move for the given time.
        func watchProgress(of easy: EasyHandle, within limit: Duration) throws(TransportError) {
            // SAFETY: the transfer is being made, and no other thread has a reference yet.
            confined.stallLimit = limit
            try easy.set(.hidesProgress, 0)
            _ = ccurl_set_progress_function(easy.pointer, onProgress, Unmanaged.passUnretained(self).toOpaque())
        }

        /// Returns whether no bytes have moved for too long. Time spent waiting for the observer, for the source of the
        /// request body, or for the connection does not count.
        fileprivate func hasStalled(byteCount: Int64) -> Bool {
            guard let limit = state.stallLimit, state.stage > .connecting else { return false }
            let byteCount = byteCount + Int64(state.headByteCount)
            guard let last = state.lastProgress, last.byteCount == byteCount, !isHeldUp, !isStarved else {
                state.lastProgress = (byteCount, .now)
                return false
            }
            guard last.instant.duration(to: .now) >= limit else { return false }
            refuse(
                TransportError(
                    .timedOut,
                    host: request.url.host,
                    phase: TransferPhase(state.stage),
                    detail: "no data was transferred for \(limit)"
                )
            )
            return true
        }

        /// True if libcurl waits for bytes of the request body. It stops asking for them once the server has responded
        /// with an error status.
        private var isStarved: Bool {
            guard !state.isRefused, let upload else { return false }
            return upload.isAwaited && !upload.hasGivenAll
        }

        /// Provides the next bytes of the request body.
        fileprivate func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let upload else { return 0 }
            // libcurl requests more only after it has sent the previous bytes.
            state.lastProgress = nil
            let count: Int
            switch upload.read(into: buffer, for: self) {
            case .bytes(let byteCount):
                count = byteCount
            case .wait:
                return Libcurl.Answer.pause
            case .end:
                count = 0
            case .failure(var error):
                error.host = request.url.host
                refuse(error)
                return Libcurl.Answer.abortReading
            }
            if upload.hasGone { state.easy?.closesAfterUse(state.mustClose) }
            note(.uploadProgress(sent: upload.sentByteCount, total: upload.byteCount))
            if upload.isAtEnd, state.stage == .sending {
                state.stage = .waitingForHead
                note(.phase(.waitingForHead))
            }
            return count
        }

        fileprivate func rewind(to offset: Int64) -> Bool {
            guard let upload, upload.rewind(to: offset) else { return false }
            state.easy?.closesAfterUse(true)
            return true
        }

        /// True if the connection could not be reused if the exchange ended now: the server still expects the rest of
        /// the request body, or another condition forbids reuse.
        var leavesConnectionUnfit: Bool { state.mustClose || hasUnsentContent }

        /// A Boolean value that indicates whether the request's body was not sent whole.
        var hasUnsentContent: Bool { !(upload?.hasGone ?? true) }

        /// Opens a socket for a new connection, or returns -1.
        fileprivate func open(_ address: UnsafeMutableRawPointer) -> Int32 {
            guard !state.isAbandoned else { return -1 }
            let socket = ccurl_open_socket(address)
            state.socketError = socket < 0 ? errno : nil
            if socket >= 0 {
                state.sockets.append(socket)
                loop.inside.state.sockets.own(socket)
            }
            return socket
        }

        /// Connects the handle's callbacks to this transfer. The loop retains the transfer while libcurl uses the
        /// handle.
        func attach(to easy: EasyHandle, _ library: Libcurl) throws(TransportError) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            try easy.set(.context, context)
            _ = ccurl_set_header_function(easy.pointer, onHeaderLine, context)
            _ = ccurl_set_write_function(easy.pointer, onBody, context)
            _ = ccurl_set_open_function(easy.pointer, onOpen, context)
            // The connection may outlive the transfer.
            _ = ccurl_set_close_function(easy.pointer, onClose, Unmanaged.passUnretained(loop).toOpaque())
            if upload != nil {
                _ = ccurl_set_read_function(easy.pointer, onSend, context)
                _ = ccurl_set_seek_function(easy.pointer, onSeek, context)
            }
            if library.supportsPrerequest {
                _ = ccurl_set_prerequest_function(easy.pointer, onRequest, context)
            }
        }
    }

    private func with<Result>(_ context: UnsafeMutableRawPointer?, _ body: (Transfer) -> Result) -> Result? {
        context.map { Unmanaged<Transfer>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
    }

    private let onHeaderLine: ccurl_data_function = { bytes, size, count, context in
        with(context) { $0.receive(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) } ?? 0
    }

    private let onBody: ccurl_data_function = { bytes, size, count, context in
        let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return with(context) { $0.receive(bytes) ? bytes.count : Libcurl.Answer.pause } ?? 0
    }

    private let onSend: ccurl_data_function = { bytes, size, count, context in
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return with(context) { $0.send(into: buffer) } ?? Libcurl.Answer.abortReading
    }

    private let onSeek: ccurl_seek_function = { context, offset, origin in
        let canSeek = origin == SEEK_SET ? with(context) { $0.rewind(to: offset) } ?? false : false
        return canSeek ? 0 : Libcurl.Answer.cannotSeek
    }

    private let onRequest: ccurl_prerequest_function = { context, address, _, remotePort, localPort in
        let address = address.map { String(cString: $0) } ?? ""
        let ends = ConnectionTable.Ends(address: address, remotePort: remotePort, localPort: localPort)
        return with(context) { $0.mayBeSent(over: ends) ? 0 : 1 } ?? 1
    }

    private let onProgress: ccurl_progress_function = { context, _, received, _, sent in
        with(context) { $0.hasStalled(byteCount: received + sent) } ?? false ? 1 : 0
    }

    private let onOpen: ccurl_open_function = { context, _, address in
        guard let address else { return -1 }
        return with(context) { $0.open(address) } ?? -1
    }

    private let onClose: ccurl_close_function = { context, socket in
        if let context { Unmanaged<EventLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.forget(socket) } }
        return ccurl_close_socket(socket)
    }
#endif
