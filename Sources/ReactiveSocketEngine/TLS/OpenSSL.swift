#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The functions of the system's OpenSSL, loaded at run time (EN25).
    ///
    /// A function has the name of the C function, in Swift's spelling. Versions 1.1 to 4 have all of them, with
    /// the exceptions that are noted. Call them
    /// inside ``inside(_:)`` only.
    ///
    /// SAFETY: the types of the functions are those of OpenSSL's headers, of which the versions differ only in `const`
    /// and in the width of the options of a context, which is that of a register on 64-bit platforms. The functions may
    /// be called from any thread; the objects behind the handles have rules of their own.
    package final class OpenSSL: Sendable {
        /// A pointer to an object of OpenSSL.
        typealias Handle = OpaquePointer
        /// Receives bytes for a BIO.
        typealias Receive = @convention(c) @Sendable (Handle?, UnsafeMutablePointer<CChar>?, Int32) -> Int32
        /// Sends bytes of a BIO.
        typealias Send = @convention(c) @Sendable (Handle?, UnsafePointer<CChar>?, Int32) -> Int32
        /// Answers a question of OpenSSL to a BIO.
        typealias Control = @convention(c) @Sendable (Handle?, Int32, Int, UnsafeMutableRawPointer?) -> Int
        /// Writes the password of a key.
        typealias Password =
            @convention(c) @Sendable (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
        /// Receives a new session, and returns 1 if it keeps the reference.
        typealias NewSession = @convention(c) @Sendable (Handle?, Handle?) -> Int32
        /// Receives a line of a key log.
        typealias KeyLogLine = @convention(c) @Sendable (Handle?, UnsafePointer<CChar>?) -> Void
        /// Accepts or overrules one result of the verification of a chain.
        typealias Verify = @convention(c) @Sendable (Int32, Handle?) -> Int32

        // Initialization and errors.
        let initialize: @convention(c) @Sendable (UInt64, UnsafeRawPointer?) -> Int32
        let versionNumber: @convention(c) @Sendable () -> UInt
        let cleanse: @convention(c) @Sendable (UnsafeMutableRawPointer, Int) -> Void
        let errGetError: @convention(c) @Sendable () -> UInt
        let errPeekError: @convention(c) @Sendable () -> UInt
        let errClearError: @convention(c) @Sendable () -> Void
        let errReasonErrorString: @convention(c) @Sendable (UInt) -> UnsafePointer<CChar>?

        // Input and output.
        let bioGetNewIndex: @convention(c) @Sendable () -> Int32
        let bioMethNew: @convention(c) @Sendable (Int32, UnsafePointer<CChar>) -> Handle?
        let bioMethSetRead: @convention(c) @Sendable (Handle, Receive) -> Int32
        let bioMethSetWrite: @convention(c) @Sendable (Handle, Send) -> Int32
        let bioMethSetCtrl: @convention(c) @Sendable (Handle, Control) -> Int32
        let bioNew: @convention(c) @Sendable (Handle) -> Handle?
        let bioNewMemBuf: @convention(c) @Sendable (UnsafeRawPointer, Int32) -> Handle?
        let bioFree: @convention(c) @Sendable (Handle) -> Int32
        let bioSetInit: @convention(c) @Sendable (Handle, Int32) -> Void
        let bioSetData: @convention(c) @Sendable (Handle, UnsafeMutableRawPointer?) -> Void
        let bioGetData: @convention(c) @Sendable (Handle) -> UnsafeMutableRawPointer?
        let bioSetFlags: @convention(c) @Sendable (Handle, Int32) -> Void
        let bioClearFlags: @convention(c) @Sendable (Handle, Int32) -> Void

        // Certificates and keys.
        let pemReadBioX509Aux:
            @convention(c) @Sendable (
                Handle, UnsafeMutableRawPointer?, Password, UnsafeMutableRawPointer?
            ) -> Handle?
        let pemReadBioPrivateKey:
            @convention(c) @Sendable (
                Handle, UnsafeMutableRawPointer?, Password, UnsafeMutableRawPointer?
            ) -> Handle?
        let evpPkeyFree: @convention(c) @Sendable (Handle) -> Void
        let x509Free: @convention(c) @Sendable (Handle) -> Void
        let x509CheckPrivateKey: @convention(c) @Sendable (Handle, Handle) -> Int32
        let i2dX509: @convention(c) @Sendable (Handle, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
        let x509StoreAddCert: @convention(c) @Sendable (Handle, Handle) -> Int32
        let x509StoreSetFlags: @convention(c) @Sendable (Handle, UInt) -> Int32
        let x509StoreCtxGetError: @convention(c) @Sendable (Handle) -> Int32
        let x509VerifyCertErrorString: @convention(c) @Sendable (Int) -> UnsafePointer<CChar>?
        let x509VerifyParamSet1IpAsc: @convention(c) @Sendable (Handle, UnsafePointer<CChar>) -> Int32
        let x509GetDefaultCertFile: @convention(c) @Sendable () -> UnsafePointer<CChar>?
        let x509GetDefaultCertDir: @convention(c) @Sendable () -> UnsafePointer<CChar>?

        // Contexts.
        let tlsClientMethod: @convention(c) @Sendable () -> Handle?
        let sslCtxNew: @convention(c) @Sendable (Handle) -> Handle?
        let sslCtxFree: @convention(c) @Sendable (Handle) -> Void
        let sslCtxCtrl: @convention(c) @Sendable (Handle, Int32, Int, UnsafeMutableRawPointer?) -> Int
        let sslCtxSetOptions: @convention(c) @Sendable (Handle, UInt) -> UInt
        let sslCtxSetAlpnProtos: @convention(c) @Sendable (Handle, UnsafePointer<UInt8>, UInt32) -> Int32
        let sslCtxGetCertStore: @convention(c) @Sendable (Handle) -> Handle?
        let sslCtxUseCertificate: @convention(c) @Sendable (Handle, Handle) -> Int32
        let sslCtxUsePrivateKey: @convention(c) @Sendable (Handle, Handle) -> Int32
        let sslCtxSetDefaultPasswdCb: @convention(c) @Sendable (Handle, Password) -> Void
        let sslCtxSessSetNewCb: @convention(c) @Sendable (Handle, NewSession) -> Void
        /// Version 1.1.0 lacks it.
        let sslCtxSetKeylogCallback: (@convention(c) @Sendable (Handle, KeyLogLine) -> Void)?

        // Connections.
        let sslNew: @convention(c) @Sendable (Handle) -> Handle?
        let sslFree: @convention(c) @Sendable (Handle) -> Void
        let sslCtrl: @convention(c) @Sendable (Handle, Int32, Int, UnsafeMutableRawPointer?) -> Int
        let sslSetAlpnProtos: @convention(c) @Sendable (Handle, UnsafePointer<UInt8>, UInt32) -> Int32
        let sslSetBio: @convention(c) @Sendable (Handle, Handle, Handle) -> Void
        let sslSetExData: @convention(c) @Sendable (Handle, Int32, UnsafeMutableRawPointer?) -> Int32
        let sslGetExData: @convention(c) @Sendable (Handle, Int32) -> UnsafeMutableRawPointer?
        let sslSetConnectState: @convention(c) @Sendable (Handle) -> Void
        let sslSetVerify: @convention(c) @Sendable (Handle, Int32, Verify?) -> Void
        let sslSet1Host: @convention(c) @Sendable (Handle, UnsafePointer<CChar>) -> Int32
        let sslSetHostflags: @convention(c) @Sendable (Handle, UInt32) -> Void
        let sslGet0Param: @convention(c) @Sendable (Handle) -> Handle?
        let sslDoHandshake: @convention(c) @Sendable (Handle) -> Int32
        let sslGetVerifyResult: @convention(c) @Sendable (Handle) -> Int
        let sslGet0AlpnSelected:
            @convention(c) @Sendable (
                Handle, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
            ) -> Void
        let sslVersion: @convention(c) @Sendable (Handle) -> Int32
        let sslRead: @convention(c) @Sendable (Handle, UnsafeMutableRawPointer, Int32) -> Int32
        let sslPeek: @convention(c) @Sendable (Handle, UnsafeMutableRawPointer, Int32) -> Int32
        let sslWrite: @convention(c) @Sendable (Handle, UnsafeRawPointer, Int32) -> Int32
        let sslHasPending: @convention(c) @Sendable (Handle) -> Int32
        let sslGetError: @convention(c) @Sendable (Handle, Int32) -> Int32
        let sslShutdown: @convention(c) @Sendable (Handle) -> Int32
        let sslSetShutdown: @convention(c) @Sendable (Handle, Int32) -> Void

        // Sessions.
        let sslSetSession: @convention(c) @Sendable (Handle, Handle) -> Int32
        let sslSessionReused: @convention(c) @Sendable (Handle) -> Int32
        let sslSessionUpRef: @convention(c) @Sendable (Handle) -> Int32
        let sslSessionFree: @convention(c) @Sendable (Handle) -> Void
        let sslSessionGetProtocolVersion: @convention(c) @Sendable (Handle) -> Int32
        /// `SSL_get1_peer_certificate`, whose name was `SSL_get_peer_certificate` before version 3.
        let sslGet1PeerCertificate: @convention(c) @Sendable (Handle) -> Handle?

        private init(_ symbols: Symbols) throws(MissingSymbol) {
            initialize = try symbols.function("OPENSSL_init_ssl")
            versionNumber = try symbols.function("OpenSSL_version_num")
            cleanse = try symbols.function("OPENSSL_cleanse")
            errGetError = try symbols.function("ERR_get_error")
            errPeekError = try symbols.function("ERR_peek_error")
            errClearError = try symbols.function("ERR_clear_error")
            errReasonErrorString = try symbols.function("ERR_reason_error_string")
            bioGetNewIndex = try symbols.function("BIO_get_new_index")
            bioMethNew = try symbols.function("BIO_meth_new")
            bioMethSetRead = try symbols.function("BIO_meth_set_read")
            bioMethSetWrite = try symbols.function("BIO_meth_set_write")
            bioMethSetCtrl = try symbols.function("BIO_meth_set_ctrl")
            bioNew = try symbols.function("BIO_new")
            bioNewMemBuf = try symbols.function("BIO_new_mem_buf")
            bioFree = try symbols.function("BIO_free")
            bioSetInit = try symbols.function("BIO_set_init")
            bioSetData = try symbols.function("BIO_set_data")
            bioGetData = try symbols.function("BIO_get_data")
            bioSetFlags = try symbols.function("BIO_set_flags")
            bioClearFlags = try symbols.function("BIO_clear_flags")
            pemReadBioX509Aux = try symbols.function("PEM_read_bio_X509_AUX")
            pemReadBioPrivateKey = try symbols.function("PEM_read_bio_PrivateKey")
            evpPkeyFree = try symbols.function("EVP_PKEY_free")
            x509Free = try symbols.function("X509_free")
            x509CheckPrivateKey = try symbols.function("X509_check_private_key")
            i2dX509 = try symbols.function("i2d_X509")
            x509StoreAddCert = try symbols.function("X509_STORE_add_cert")
            x509StoreSetFlags = try symbols.function("X509_STORE_set_flags")
            x509StoreCtxGetError = try symbols.function("X509_STORE_CTX_get_error")
            x509VerifyCertErrorString = try symbols.function("X509_verify_cert_error_string")
            x509VerifyParamSet1IpAsc = try symbols.function("X509_VERIFY_PARAM_set1_ip_asc")
            x509GetDefaultCertFile = try symbols.function("X509_get_default_cert_file")
            x509GetDefaultCertDir = try symbols.function("X509_get_default_cert_dir")
            tlsClientMethod = try symbols.function("TLS_client_method")
            sslCtxNew = try symbols.function("SSL_CTX_new")
            sslCtxFree = try symbols.function("SSL_CTX_free")
            sslCtxCtrl = try symbols.function("SSL_CTX_ctrl")
            sslCtxSetOptions = try symbols.function("SSL_CTX_set_options")
            sslCtxSetAlpnProtos = try symbols.function("SSL_CTX_set_alpn_protos")
            sslCtxGetCertStore = try symbols.function("SSL_CTX_get_cert_store")
            sslCtxUseCertificate = try symbols.function("SSL_CTX_use_certificate")
            sslCtxUsePrivateKey = try symbols.function("SSL_CTX_use_PrivateKey")
            sslCtxSetDefaultPasswdCb = try symbols.function("SSL_CTX_set_default_passwd_cb")
            sslCtxSessSetNewCb = try symbols.function("SSL_CTX_sess_set_new_cb")
            sslCtxSetKeylogCallback = try? symbols.function("SSL_CTX_set_keylog_callback")
            sslNew = try symbols.function("SSL_new")
            sslFree = try symbols.function("SSL_free")
            sslCtrl = try symbols.function("SSL_ctrl")
            sslSetAlpnProtos = try symbols.function("SSL_set_alpn_protos")
            sslSetBio = try symbols.function("SSL_set_bio")
            sslSetExData = try symbols.function("SSL_set_ex_data")
            sslGetExData = try symbols.function("SSL_get_ex_data")
            sslSetConnectState = try symbols.function("SSL_set_connect_state")
            sslSetVerify = try symbols.function("SSL_set_verify")
            sslSet1Host = try symbols.function("SSL_set1_host")
            sslSetHostflags = try symbols.function("SSL_set_hostflags")
            sslGet0Param = try symbols.function("SSL_get0_param")
            sslDoHandshake = try symbols.function("SSL_do_handshake")
            sslGetVerifyResult = try symbols.function("SSL_get_verify_result")
            sslGet0AlpnSelected = try symbols.function("SSL_get0_alpn_selected")
            sslVersion = try symbols.function("SSL_version")
            sslRead = try symbols.function("SSL_read")
            sslPeek = try symbols.function("SSL_peek")
            sslWrite = try symbols.function("SSL_write")
            sslHasPending = try symbols.function("SSL_has_pending")
            sslGetError = try symbols.function("SSL_get_error")
            sslShutdown = try symbols.function("SSL_shutdown")
            sslSetShutdown = try symbols.function("SSL_set_shutdown")
            sslSetSession = try symbols.function("SSL_set_session")
            sslSessionReused = try symbols.function("SSL_session_reused")
            sslSessionUpRef = try symbols.function("SSL_SESSION_up_ref")
            sslSessionFree = try symbols.function("SSL_SESSION_free")
            sslSessionGetProtocolVersion = try symbols.function("SSL_SESSION_get_protocol_version")
            sslGet1PeerCertificate = try symbols.function(
                "SSL_get1_peer_certificate",
                formerly: "SSL_get_peer_certificate"
            )
        }
    }

    extension OpenSSL {
        /// The library, or the error that prevents its use. It is loaded once per process.
        ///
        /// The failure is kept too, unless it is a lack of file descriptors.
        package static var loaded: Result<OpenSSL, TransportError> {
            attempt.withLock { attempt in
                if let attempt { return attempt }
                let result = Result(catching: load)
                if case .failure(let error) = result, error.kind == .resourcesExhausted { return result }
                attempt = result
                return result
            }
        }

        private static let attempt = Locked<Result<OpenSSL, TransportError>?>(nil)

        private static func load() throws(TransportError) -> OpenSSL {
            var reasons: [String] = []
            for version in ["3", "4", "1.1"] {
                guard let symbols = Symbols(version: version) else {
                    try checkDescriptors()
                    reasons.append("libssl.so.\(version) cannot be loaded")
                    continue
                }
                do throws(MissingSymbol) {
                    let library = try OpenSSL(symbols)
                    if library.initialize(Initialization.withoutCleanup, nil) == 1 {
                        // Registered last, the handler runs before any clean-up of OpenSSL's own (EN6).
                        ExitGate.shared.closeAtExit()
                        return library
                    }
                    reasons.append("libssl.so.\(version) cannot be initialized")
                } catch {
                    reasons.append("libssl.so.\(version) has no \(error.name)")
                }
            }
            let detail =
                "OpenSSL cannot be used: \(reasons.joined(separator: ", ")); install \(OpenSSLPackage.name)"
            throw TransportError(.unsupported, phase: .preparing, detail: detail)
        }

        /// Throws if a file cannot be opened because there is no descriptor for it: then the library may exist.
        private static func checkDescriptors() throws(TransportError) {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 {
                close(descriptor)
                return
            }
            let error = Errno.current
            if error.isExhaustion {
                throw TransportError(
                    .resourcesExhausted,
                    phase: .preparing,
                    underlyingCode: Int(error.number),
                    detail: "OpenSSL cannot be loaded: \(error.text)"
                )
            }
        }
    }

    /// A function that the library lacks.
    private struct MissingSymbol: Error {
        let name: String
    }

    /// The functions of the two libraries of one version.
    ///
    /// SAFETY: the libraries are never closed, so that the functions stay valid. The caller names the type of a
    /// function, which is a C function pointer, of the size of a pointer.
    private struct Symbols {
        private let libraries: [UnsafeMutableRawPointer]

        init?(version: String) {
            let names = ["libcrypto.so.\(version)", "libssl.so.\(version)"]
            libraries = names.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }
            if libraries.count != names.count { return nil }
        }

        func function<Function>(_ name: String, formerly oldName: String? = nil) throws(MissingSymbol) -> Function {
            for name in [name, oldName] {
                guard let name else { continue }
                for library in libraries {
                    if let symbol = dlsym(library, name) { return unsafeBitCast(symbol, to: Function.self) }
                }
            }
            throw MissingSymbol(name: name)
        }
    }
#endif
