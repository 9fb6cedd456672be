#if os(Linux)
    import CCurl
    import Foundation

    /// What libcurl calls, on the loop's thread.
    extension Transfer {
        /// One line of a head, its end included.
        fileprivate func receive(headerLine line: UnsafeRawBufferPointer) -> Int {
            guard line.count <= inside.state.headRoom else {
                let detail = "the header is larger than the \(inside.state.maxHeadByteCount) bytes allowed"
                refuse(TransportError(.invalidResponse, host: request.url.host, phase: .receiving, detail: detail))
                return 0
            }
            inside.state.headByteCount += line.count
            // What comes after the head are trailers, which nobody has asked for, but which libcurl keeps.
            guard !inside.state.hasHead else { return line.count }
            if inside.state.head.bytes.isEmpty {
                inside.state.head.bytes.reserveCapacity(Self.usualHeadByteCount)
                inside.state.framing = ResponseFraming()
            }
            if let failure = inside.state.framing.note(line) {
                refuse(TransportError(.invalidResponse, host: request.url.host, phase: .receiving, detail: failure))
                return 0
            }
            if inside.state.head.bytes.isEmpty, !isMultiplexed,
                line.starts(with: "HTTP/2".utf8) || line.starts(with: "HTTP/3".utf8)
            {
                let detail = "the status line names a version of HTTP that the connection does not speak"
                refuse(TransportError(.invalidResponse, host: request.url.host, phase: .receiving, detail: detail))
                return 0
            }
            inside.state.head.bytes.append(contentsOf: line)
            if line.first == 0x0D || line.first == 0x0A { receiveHead() }
            return line.count
        }

        private static let usualHeadByteCount = 512

        private func receiveHead() {
            let status = inside.state.head.statusCode
            let isFinal = status.map { !(100..<200).contains($0) } ?? true
            if isFinal, inside.state.framing.forbidsReuse(status: status) {
                inside.state.mustClose = true
                inside.state.easy?.closesAfterUse(true)
            }
            push(.head(inside.state.head, isFinal: isFinal))
            inside.state.head = WireHead()
            guard isFinal else { return }
            inside.state.hasHead = true
            watchEnd(status: status)
            inside.state.isRefused = status.map { $0 >= 300 } ?? false
            inside.state.stage = .receiving
        }

        /// Only a notice of the server tells the end of a body without a length from a cut connection (RFC 9112 §9.8).
        private func watchEnd(status: Int?) {
            guard origin.isSecure, inside.state.framing.endsWithConnection, status != 204, status != 304,
                request.method != .head, !isMultiplexed, let easy = inside.state.easy
            else { return }
            inside.state.notice = ccurl_notice_watch(easy.pointer)
        }

        /// The connection stands, and the request is about to be sent.
        ///
        /// - Parameter ends: the connection; without a local port if libcurl does not tell.
        /// - Returns: whether it may be.
        fileprivate func mayBeSent(over ends: ConnectionTable.Ends) -> Bool {
            guard !inside.state.isAbandoned, let easy = inside.state.easy?.pointer else { return false }
            let connectionCount = ccurl_get_long(easy, Libcurl.Info.newConnectionCount)
            let isNew = connectionCount > inside.state.connectionCount
            inside.state.speaksHTTP2 = inside.state.mayBeMultiplexed && ccurl_speaks_http2(easy) != 0
            // The frames of HTTP/2 say where they belong; everything else that has come answers no request.
            guard isNew || inside.state.speaksHTTP2 || loop.inside.state.connections.isQuiet(ends) else {
                // libcurl closes the connection, and the loop has it make another one.
                inside.state.mustBeginAgain = true
                return false
            }
            inside.state.sendCount += 1
            // libcurl sends again on a new connection what it had sent on a reused one that turned out to be closed. The
            // server may have done then what it was asked to. On a connection that was new there is but one reason to send
            // again: the server has refused to look at the request.
            let wasRefused = inside.state.isOnNewConnection
            inside.state.isOnNewConnection = isNew
            inside.state.connectionCount = connectionCount
            noteConnection(ends)
            guard inside.state.sendCount == 1 || wasRefused || request.isRepeatable else {
                refuseToRepeat()
                return false
            }
            guard hasPinnedCertificate else {
                refuse(TransportError(.pinMismatch, host: request.url.host, phase: .connecting))
                return false
            }
            let hasContent = upload.map { $0.byteCount != 0 } ?? false
            inside.state.stage = hasContent ? .sending : .waitingForHead
            note(.phase(hasContent ? .sending : .waitingForHead))
            return true
        }

        private func refuseToRepeat() {
            let host = request.url.host
            refuse(TransportError(.connectionLost, host: host, phase: .waitingForHead, detail: Self.notTwice))
        }

        /// Whether the request is there from its beginning on, also if libcurl has sent a part of it to a connection that was
        /// closed.
        func canBeginAgain() -> Bool {
            guard let upload, upload.sentByteCount > 0, !rewind(to: 0) else { return true }
            refuseToRepeat()
            return false
        }

        private func noteConnection(_ ends: ConnectionTable.Ends) {
            guard ends.localPort > 0, inside.state.isOnNewConnection,
                let socket = inside.state.sockets.last(where: { ccurl_local_port($0) == ends.localPort })
            else { return }
            loop.inside.state.connections.insert(socket, ends)
        }

        /// Whether the certificate passes the pins. That of a reused connection did when the connection was made.
        private var hasPinnedCertificate: Bool {
            guard let pins = inside.state.pins, let easy = inside.state.easy?.pointer else { return true }
            if ccurl_get_long(easy, Libcurl.Info.newConnectionCount) == 0 { return true }
            guard let pem = ccurl_certificate_pem(easy, 0), let der = DER.contents(ofPEM: String(cString: pem)) else {
                return false
            }
            return pins.contains { $0.matches(certificate: der) }
        }

        private static let notTwice =
            "the reused connection was closed before an answer, and the request must not be sent twice"

        /// Makes libcurl give up for a reason of ours.
        func refuse(_ error: TransportError) {
            inside.state.refusal = inside.state.refusal ?? error
        }

        /// Has the transfer end when nothing moves for so long.
        func watchProgress(of easy: EasyHandle, within limit: Duration) throws(TransportError) {
            inside.state.stallLimit = limit
            try easy.set(.hidesProgress, 0)
            _ = ccurl_set_progress_function(easy.pointer, onProgress, Unmanaged.passUnretained(self).toOpaque())
        }

        /// Whether nothing has moved for too long. While the observer or the source of the request's body has to catch up, or
        /// the connection does not stand yet, nothing is meant to.
        fileprivate func hasStalled(byteCount: Int64) -> Bool {
            guard let limit = inside.state.stallLimit, inside.state.stage > .connecting else { return false }
            let byteCount = byteCount + Int64(inside.state.headByteCount)
            guard let last = inside.state.lastProgress, last.byteCount == byteCount, !isHeldUp, !isStarved else {
                inside.state.lastProgress = (byteCount, .now)
                return false
            }
            guard last.instant.duration(to: .now) >= limit else { return false }
            refuse(
                TransportError(
                    .timedOut,
                    host: request.url.host,
                    phase: TransferPhase(inside.state.stage),
                    detail: "nothing has moved for \(limit)"
                )
            )
            return true
        }

        /// Whether libcurl waits for bytes of the request's body. It does not want them any more once the server has answered
        /// with anything but success.
        private var isStarved: Bool {
            guard !inside.state.isRefused, let upload else { return false }
            return upload.isAwaited && !upload.hasGivenAll
        }

        /// The next bytes of the request's body.
        fileprivate func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let upload else { return 0 }
            // What was asked for before has gone.
            inside.state.lastProgress = nil
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
            if upload.hasGone { inside.state.easy?.closesAfterUse(inside.state.mustClose) }
            note(.uploadProgress(sent: upload.sentByteCount, total: upload.byteCount))
            if upload.isAtEnd, inside.state.stage == .sending {
                inside.state.stage = .waitingForHead
                note(.phase(.waitingForHead))
            }
            return count
        }

        fileprivate func rewind(to offset: Int64) -> Bool {
            guard let upload, upload.rewind(to: offset) else { return false }
            inside.state.easy?.closesAfterUse(true)
            return true
        }

        /// Whether the connection would not be fit for another request if the exchange ended now: the server still waits for the
        /// rest of this one's body, or something else forbids it.
        var leavesConnectionUnfit: Bool { inside.state.mustClose || !(upload?.hasGone ?? true) }

        /// A socket for a new connection; -1 if there is none.
        fileprivate func open(_ address: UnsafeMutableRawPointer) -> Int32 {
            guard !inside.state.isAbandoned else { return -1 }
            let socket = ccurl_open_socket(address)
            inside.state.socketError = socket < 0 ? errno : nil
            if socket >= 0 { inside.state.sockets.append(socket) }
            return socket
        }

        /// Connects the handle to this transfer. The loop keeps the transfer while libcurl has the handle.
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
