#if os(Linux)
    import ReactiveHTTPModel

    /// The TLS settings of a transport in the form that OpenSSL uses, with the sessions to resume.
    ///
    /// SAFETY: OpenSSL lets connections on several threads share a context that is not changed any more.
    final class TLSContext: Sendable {
        let library: OpenSSL
        let policy: TLSPolicy
        let sessions: TLSSessions
        let keyLog: KeyLogFile?
        nonisolated(unsafe) let handle: OpenSSL.Handle

        /// Creates a context. This reads all files of the policy, and takes some milliseconds.
        ///
        /// - Parameters:
        ///   - policy: The settings.
        ///   - offersHTTP2: True if HTTP/2 is offered to servers, too.
        /// - Throws: An error of the kind `unsupported` if there is no OpenSSL or a file cannot be used, or
        ///   `resourcesExhausted`, so that a later attempt may succeed.
        init(_ policy: TLSPolicy, offersHTTP2: Bool) throws(TransportError) {
            let library = try OpenSSL.loaded.get()
            // Files are read outside of OpenSSL: the exit of the process does not wait for a disk.
            let anchors = try TrustAnchors(policy.trust, library)
            var identity: TLSIdentity?
            if let certificate = policy.clientCertificate { identity = try TLSIdentity(certificate) }
            let keyLog: KeyLogFile? = if let path = policy.keyLog.path { try KeyLogFile(path: path) } else { nil }
            let made = try library.inside { () throws(TransportError) in
                let handle = try Self.makeHandle(library, minimumVersion: policy.minimumVersion, offersHTTP2)
                do throws(TransportError) {
                    guard let store = library.sslCtxGetCertStore(handle) else { throw Self.noMemory }
                    try anchors.add(to: store, library)
                    try identity?.add(to: handle, library)
                    if keyLog != nil { try KeyLogFile.attach(to: handle, library) }
                } catch {
                    library.sslCtxFree(handle)
                    throw error
                }
                return Made(handle: handle)
            }
            guard let made else {
                throw TransportError(.unsupported, phase: .preparing, detail: "the process is ending")
            }
            self.library = library
            self.policy = policy
            self.keyLog = keyLog
            handle = made.handle
            sessions = TLSSessions(library)
        }

        deinit {
            _ = library.inside {
                sessions.removeAll()
                library.sslCtxFree(handle)
            }
        }

        /// A context that has no owner yet.
        private struct Made {
            let handle: OpenSSL.Handle
        }

        private static let noMemory = TransportError(
            .unsupported,
            phase: .preparing,
            detail: "OpenSSL cannot create a context"
        )

        /// Returns names of protocols in the form that is offered to servers (RFC 7301 §3.1).
        static func protocolList(_ names: [String]) -> [UInt8] {
            names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        }

        private static func makeHandle(
            _ library: OpenSSL,
            minimumVersion: TLSPolicy.MinimumVersion,
            _ offersHTTP2: Bool
        ) throws(TransportError) -> OpenSSL.Handle {
            guard let method = library.tlsClientMethod(), let handle = library.sslCtxNew(method) else { throw noMemory }
            _ = library.sslCtxSetOptions(handle, OpenSSL.Option.noCompression | OpenSSL.Option.noRenegotiation)
            set(OpenSSL.Command.mode, to: Self.mode, of: handle, library)
            // Without it, each record costs two system calls.
            set(OpenSSL.Command.readAhead, to: 1, of: handle, library)
            // The system's configuration may demand a newer version than the policy.
            let required = minimumVersion == .tls13 ? OpenSSL.Version.tls13 : OpenSSL.Version.tls12
            let configured = library.sslCtxCtrl(handle, OpenSSL.Command.minimumVersion, 0, nil)
            set(OpenSSL.Command.setMinimumVersion, to: max(required, configured), of: handle, library)
            let cache = OpenSSL.SessionCache.client | OpenSSL.SessionCache.noInternalStorage
            set(OpenSSL.Command.sessionCacheMode, to: cache, of: handle, library)
            library.sslCtxSessSetNewCb(handle, TLSStream.keepSession)
            library.sslCtxSetDefaultPasswdCb(handle) { _, _, _, _ in -1 }
            let names = (offersHTTP2 ? ["h2"] : []) + ["http/1.1"]
            let list = protocolList(names)
            guard library.sslCtxSetAlpnProtos(handle, list, UInt32(list.count)) == 0 else {
                library.sslCtxFree(handle)
                throw noMemory
            }
            return handle
        }

        /// An idle connection without its buffers takes about 35 KiB less.
        private static let mode =
            OpenSSL.Mode.partialWrites | OpenSSL.Mode.movingBuffer | OpenSSL.Mode.autoRetry
            | OpenSSL.Mode.releaseBuffers

        private static func set(_ command: Int32, to value: Int, of handle: OpenSSL.Handle, _ library: OpenSSL) {
            _ = library.sslCtxCtrl(handle, command, value, nil)
        }
    }
#endif
