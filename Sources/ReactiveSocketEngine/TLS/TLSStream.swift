#if os(Linux)
    import ReactiveHTTPModel

    /// The bytes of one connection, encrypted by OpenSSL (EN25).
    ///
    /// SAFETY: a stream is used under the lock of its connection, by one thread at a time, which protects the variables
    /// and OpenSSL's objects. OpenSSL refers to the stream and to the wire without owning them; both live until the
    /// deinitializer has freed its objects. The socket is closed by the owner of the stream, and not before its last
    /// call.
    final class TLSStream: SocketStream {
        /// The progress of the connection.
        enum Stage: Hashable {
            case shakingHands
            case open
            /// Nothing can be read any more, for this reason.
            case ended(Reading)
            /// The handshake has failed.
            case failed(StreamFailure)
        }

        let context: TLSContext
        let host: String
        let origin: TLSSessions.Origin
        let name: TLSPeerName
        /// The stream that carries this one, if the socket does not do so itself.
        let below: TLSStream?
        nonisolated(unsafe) let handle: OpenSSL.Handle
        nonisolated(unsafe) let wire: UnsafeMutablePointer<SocketBIO.Wire>
        nonisolated(unsafe) var stage = Stage.shakingHands
        nonisolated(unsafe) var applicationProtocol: String?
        /// A Boolean value that indicates whether the connection offers a session of an earlier one.
        nonisolated(unsafe) var offersSession = false
        /// A Boolean value that indicates whether the application's data has arrived.
        nonisolated(unsafe) private var hasReceivedData = false
        /// A Boolean value that indicates whether OpenSSL has reported a violation of the protocol or an alert, after
        /// which the session must not be resumed (RFC 5246 §7.2.2).
        nonisolated(unsafe) var isBroken = false

        /// Creates the stream of a connected, non-blocking socket.
        ///
        /// - Parameters:
        ///   - context: The settings.
        ///   - socket: The socket, which stays the caller's.
        ///   - below: The stream over the socket that carries this one, such as one to a proxy.
        ///   - host: The host of the URL.
        ///   - sessionKey: The origin, whose sessions are resumed.
        /// - Throws: An error of the kind `unsupported` if no certificate can name the host.
        init(
            _ context: TLSContext,
            socket: Int32,
            below: TLSStream? = nil,
            host: String,
            sessionKey: String
        ) throws(TransportError) {
            guard let name = TLSPeerName(host) else {
                throw TransportError(.unsupported, phase: .connecting, detail: "no certificate can name this host")
            }
            let wire = UnsafeMutablePointer<SocketBIO.Wire>.allocate(capacity: 1)
            wire.initialize(to: SocketBIO.Wire(descriptor: socket, below: below.map(Unmanaged.passUnretained)))
            let verifies = context.policy.verifies(host)
            let library = context.library
            let connection = library.inside { Self.connect(context, wire, to: name, verifiesChain: verifies) }
            guard let handle = connection ?? nil else {
                wire.deallocate()
                throw TransportError(.handshakeFailed, phase: .connecting, detail: "OpenSSL cannot create a connection")
            }
            self.context = context
            self.host = host
            self.name = name
            self.below = below
            self.wire = wire
            self.handle = handle
            origin = TLSSessions.Origin(key: sessionKey, host: host)
            let address = Unmanaged.passUnretained(self).toOpaque()
            let (sessions, origin) = (context.sessions, origin)
            offersSession =
                library.inside {
                    guard library.sslSetExData(handle, Self.dataIndex, address) == 1 else { return false }
                    return sessions.resume(handle, for: origin)
                } ?? false
        }

        deinit {
            let (library, handle, isBroken) = (context.library, handle, isBroken)
            let isFreed: Void? = library.inside {
                // Otherwise OpenSSL takes the end for an attack, and never resumes the session.
                if !isBroken { library.sslSetShutdown(handle, OpenSSL.bothShutDown) }
                library.sslFree(handle)
            }
            if isFreed != nil { wire.deallocate() }
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
            switch stage {
            case .ended(let reading): return reading
            case .failed(let failure): return .failed(failure)
            case .shakingHands: return .blocked
            case .open: break
            }
            guard let base = buffer.baseAddress, !buffer.isEmpty else { return .blocked }
            return context.library.inside { fill(base, buffer.count) } ?? .failed(.processEnds)
        }

        func write(_ bytes: UnsafeRawBufferPointer) -> Writing {
            switch stage {
            case .failed(let failure): return .failed(failure)
            case .shakingHands: return .blocked
            case .open, .ended: break
            }
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return .blocked }
            return context.library.inside { drain(base, bytes.count) } ?? .failed(.processEnds)
        }

        func isQuiet() -> Bool {
            guard stage == .open else { return false }
            return context.library.inside { hasOnlyOwnMessages() } ?? false
        }

        func sayGoodbye() {
            guard stage != .shakingHands, !isBroken, wire.pointee.sendError == 0 else { return }
            _ = context.library.inside { context.library.sslShutdown(handle) }
            below?.sayGoodbye()
        }
    }

    // All of these are called inside OpenSSL.
    extension TLSStream {
        /// The index of the data that belongs to the application.
        private static let dataIndex: Int32 = 0

        /// Returns the stream that has a handle.
        private static func stream(of handle: OpenSSL.Handle?) -> TLSStream? {
            guard let library = try? OpenSSL.loaded.get(), let handle else { return nil }
            return library.sslGetExData(handle, dataIndex).map { address in
                Unmanaged<TLSStream>.fromOpaque(address).takeUnretainedValue()
            }
        }

        /// Writes the keys of a connection (AD15).
        static let logKeys: OpenSSL.KeyLogLine = { handle, line in
            guard let line, let stream = stream(of: handle) else { return }
            stream.context.keyLog?.append(UnsafeRawBufferPointer(start: line, count: strlen(line)))
        }

        /// Keeps a session that the server has offered (EN27).
        static let keepSession: OpenSSL.NewSession = { handle, session in
            guard let session, let stream = stream(of: handle) else { return 0 }
            stream.context.sessions.add(session, for: stream.origin)
            return 1
        }

        /// Reads records until the buffer is full or nothing more has arrived.
        func fill(_ base: UnsafeMutableRawPointer, _ capacity: Int) -> Reading {
            let library = context.library
            var count = 0
            repeat {
                let added = library.sslRead(handle, base + count, Int32(clamping: capacity - count))
                guard added > 0 else {
                    let reading = reading(ofResult: added)
                    if reading != .blocked { stage = .ended(reading) }
                    return count > 0 ? .bytes(count) : reading
                }
                hasReceivedData = true
                count += Int(added)
            } while count < capacity && (!wire.pointee.isDrained || library.sslHasPending(handle) != 0)
            return .bytes(count)
        }

        /// Writes records until all bytes are written or the socket takes nothing more.
        func drain(_ base: UnsafeRawPointer, _ count: Int) -> Writing {
            let library = context.library
            var written = 0
            repeat {
                let added = library.sslWrite(handle, base + written, Int32(clamping: count - written))
                guard added > 0 else {
                    if written > 0 { return .bytes(written) }
                    return writing(ofResult: added)
                }
                written += Int(added)
            } while written < count
            return .bytes(written)
        }

        private func hasOnlyOwnMessages() -> Bool {
            let library = context.library
            var byte: UInt8 = 0
            // Most often there is nothing, which the socket tells without the buffers of OpenSSL.
            let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
            let arrived = recv(wire.pointee.descriptor, &byte, 1, flags)
            if arrived < 0, errno == EAGAIN || errno == EWOULDBLOCK, !hasPending { return true }
            let peeked = library.sslPeek(handle, &byte, 1)
            guard peeked <= 0 else { return false }
            let reading = reading(ofResult: peeked)
            if reading != .blocked { stage = .ended(reading) }
            return reading == .blocked
        }

        private func reading(ofResult result: Int32) -> Reading {
            switch context.library.sslGetError(handle, result) {
            case OpenSSL.Outcome.wantsRead, OpenSSL.Outcome.wantsWrite: .blocked
            case OpenSSL.Outcome.zeroReturn: .end(isClean: true)
            default: endOfReading()
            }
        }

        private func endOfReading() -> Reading {
            if let error = context.library.takeError(), !error.isUnexpectedEnd {
                isBroken = true
                // A server of TLS 1.3 looks at the client's certificate after the client's handshake (EN28).
                let isFirst = !hasReceivedData && context.library.sslVersion(handle) >= OpenSSL.Version.tls13
                let kind: TransportError.Kind = error.isRefusal && isFirst ? .handshakeRefused : .connectionLost
                return .failed(StreamFailure(kind, error, context.library))
            }
            // After a reset that a write has met, reading meets an end.
            let number = wire.pointee.receiveError != 0 ? wire.pointee.receiveError : wire.pointee.sendError
            return number == 0 ? .end(isClean: false) : .failed(.lost(Errno(number: number)))
        }

        private func writing(ofResult result: Int32) -> Writing {
            switch context.library.sslGetError(handle, result) {
            case OpenSSL.Outcome.wantsRead, OpenSSL.Outcome.wantsWrite: return .blocked
            default: break
            }
            if wire.pointee.sendError != 0 {
                return .failed(.lost(Errno(number: wire.pointee.sendError)))
            }
            guard let error = context.library.takeError() else { return .failed(.unexplained(.connectionLost)) }
            return .failed(StreamFailure(.connectionLost, error, context.library))
        }
    }
#endif
