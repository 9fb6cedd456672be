#if os(Linux)
    import ReactiveHTTPModel

    extension TLSStream {
        /// Offers no other protocol than HTTP/1.1, whatever the context says. Called before the handshake.
        func offerHTTP1Alone() {
            let list = TLSContext.protocolList(["http/1.1"])
            _ = context.library.inside { context.library.sslSetAlpnProtos(handle, list, UInt32(list.count)) }
        }

        func shakeHands() -> Handshake {
            switch stage {
            case .open, .ended: return .done
            case .failed(let failure): return .failed(failure)
            case .shakingHands: break
            }
            let result = context.library.inside { continueHandshake() } ?? .failed(.processEnds)
            switch result {
            case .blocked: return .blocked
            case .done:
                if let failure = pinFailure() { return fail(failure) }
                wire.pointee.defersSendErrors = false
                stage = .open
                return .done
            case .failed(let failure): return fail(failure)
            }
        }

        private func fail(_ failure: StreamFailure) -> Handshake {
            isBroken = true
            stage = .failed(failure)
            if offersSession {
                // The server may be one that fails on resumption.
                let (sessions, origin) = (context.sessions, origin)
                _ = context.library.inside { sessions.remove(origin: origin) }
            }
            return .failed(failure)
        }

        /// Returns the failure if the server's own certificate matches none of the pins for the host. Also a resumed
        /// session has the certificate of the handshake that it comes from (EN27).
        private func pinFailure() -> StreamFailure? {
            guard let pins = context.policy.pins(for: host) else { return nil }
            let certificate = context.library.inside { peerCertificate() } ?? nil
            if let certificate, pins.contains(where: { $0.matches(certificate: certificate) }) { return nil }
            return StreamFailure(
                kind: .pinMismatch,
                code: nil,
                text: "the server's certificate matches none of the \(pins.count) pins"
            )
        }
    }

    // All of these are called inside OpenSSL.
    extension TLSStream {
        /// Returns a new connection of OpenSSL, or `nil` if there is no memory for it.
        static func connect(
            _ context: TLSContext,
            _ wire: UnsafeMutablePointer<SocketBIO.Wire>,
            to name: TLSPeerName,
            verifiesChain: Bool
        ) -> OpenSSL.Handle? {
            let library = context.library
            guard let handle = library.sslNew(context.handle) else { return nil }
            guard let bio = SocketBIO.make(library, wire), library.require(name, of: handle) else {
                library.sslFree(handle)
                return nil
            }
            library.sslSetBio(handle, bio, bio)
            library.sslSetVerify(handle, OpenSSL.Verification.peer, verifiesChain ? nil : acceptAllButAnotherName)
            library.sslSetConnectState(handle)
            return handle
        }

        /// Overrules what the verification finds, except that the certificate is of another host.
        private static let acceptAllButAnotherName: OpenSSL.Verify = { isAccepted, store in
            guard isAccepted == 0, let store, let library = try? OpenSSL.loaded.get() else { return isAccepted }
            switch library.x509StoreCtxGetError(store) {
            case OpenSSL.Verification.hostMismatch, OpenSSL.Verification.emailMismatch,
                OpenSSL.Verification.addressMismatch:
                return 0
            default:
                return 1
            }
        }

        private func continueHandshake() -> Handshake {
            let library = context.library
            let result = library.sslDoHandshake(handle)
            guard result != 1 else {
                guard wire.pointee.sendError == 0 else { return .failed(deferredFailure()) }
                applicationProtocol = chosenProtocol()
                return .done
            }
            switch library.sslGetError(handle, result) {
            case OpenSSL.Outcome.wantsRead, OpenSSL.Outcome.wantsWrite:
                return wire.pointee.sendError == 0 ? .blocked : .failed(systemFailure())
            default:
                return .failed(handshakeFailure())
            }
        }

        /// Returns the failure of a handshake whose last message could not be sent: the server may have said why.
        private func deferredFailure() -> StreamFailure {
            var byte: UInt8 = 0
            _ = context.library.sslPeek(handle, &byte, 1)
            return handshakeFailure()
        }

        private func handshakeFailure() -> StreamFailure {
            let library = context.library
            guard let error = library.takeError(), !error.isUnexpectedEnd else { return systemFailure() }
            guard error.isFailedVerification else { return StreamFailure(.handshakeRefused, error, library) }
            let reason = library.x509VerifyCertErrorString(library.sslGetVerifyResult(handle))
            return StreamFailure(
                kind: .untrustedCertificate,
                code: Int(error.number),
                text: "\(reason.map { String(cString: $0) } ?? library.text(of: error)) \(error.source)"
            )
        }

        private func systemFailure() -> StreamFailure {
            let number = wire.pointee.receiveError != 0 ? wire.pointee.receiveError : wire.pointee.sendError
            guard number == 0 else {
                return StreamFailure(kind: .handshakeFailed, code: Int(number), text: Errno(number: number).text)
            }
            return StreamFailure(
                kind: .handshakeFailed,
                code: nil,
                text: "the server ended the connection during the handshake"
            )
        }

        private func chosenProtocol() -> String? {
            var name: UnsafePointer<UInt8>?
            var count: UInt32 = 0
            context.library.sslGet0AlpnSelected(handle, &name, &count)
            guard let name, count > 0 else { return nil }
            return String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
        }

        /// Returns the server's own certificate in DER form.
        private func peerCertificate() -> Data? {
            let library = context.library
            guard let certificate = library.sslGet1PeerCertificate(handle) else { return nil }
            defer { library.x509Free(certificate) }
            let count = Int(library.i2dX509(certificate, nil))
            guard count > 0 else { return nil }
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                var end = buffer.baseAddress
                initializedCount = max(0, Int(library.i2dX509(certificate, &end)))
            }
            return Data(bytes)
        }
    }

    extension OpenSSL {
        /// Lets a connection demand a name of the server's certificate, and announce it (EN26).
        fileprivate func require(_ name: TLSPeerName, of connection: Handle) -> Bool {
            sslSetHostflags(connection, Verification.noPartialWildcards | Verification.neverSubject)
            switch name {
            case .address(let address):
                guard let parameters = sslGet0Param(connection) else { return false }
                return x509VerifyParamSet1IpAsc(parameters, address) == 1
            case .host(let host):
                guard sslSet1Host(connection, host) == 1 else { return false }
                var text = Array(host.utf8CString)
                // The command takes a pointer to constant bytes as one to variable bytes.
                return text.withUnsafeMutableBytes { sslCtrl(connection, Command.hostName, 0, $0.baseAddress) } == 1
            }
        }
    }

    extension StreamFailure {
        /// Creates the failure for an error of OpenSSL. Called inside OpenSSL.
        init(_ kind: TransportError.Kind, _ error: OpenSSL.QueuedError, _ library: OpenSSL) {
            self.init(kind: kind, code: Int(error.number), text: "\(library.text(of: error)) \(error.source)")
        }

        /// The failure on the thread that ends the process.
        static let processEnds = StreamFailure(kind: .connectionLost, code: nil, text: "the process is ending")

        static func unexplained(_ kind: TransportError.Kind) -> StreamFailure {
            StreamFailure(kind: kind, code: nil, text: "OpenSSL names no reason")
        }
    }
#endif
