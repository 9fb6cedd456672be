#if os(Linux)
    import ReactiveHTTPModel

    /// The files of a client certificate, read into memory.
    struct TLSIdentity {
        private let certificate: TLSPolicy.ClientCertificate
        private let chain: TLSFile
        private let key: TLSFile

        /// Reads the files.
        init(_ certificate: TLSPolicy.ClientCertificate) throws(TransportError) {
            self.certificate = certificate
            chain = try Self.naming(Self.chainSubject, certificate.certificatePath) { path throws(TLSFile.Failure) in
                try TLSFile(path: path)
            }
            key = try Self.naming(Self.keySubject, certificate.keyPath) { path throws(TLSFile.Failure) in
                try TLSFile(path: path)
            }
        }

        /// Lets a context use the certificate. Called inside OpenSSL.
        func add(to context: OpenSSL.Handle, _ library: OpenSSL) throws(TransportError) {
            let reader = PEMReader(library: library)
            var pair: (certificate: OpenSSL.Handle, key: OpenSSL.Handle)?
            let key = try Self.naming(Self.keySubject, certificate.keyPath) { _ throws(TLSFile.Failure) in
                try reader.key(in: self.key.bytes, password: certificate.password)
            }
            defer { library.evpPkeyFree(key) }
            try Self.naming(Self.chainSubject, certificate.certificatePath) { _ throws(TLSFile.Failure) in
                try reader.forEachCertificate(in: chain.bytes) { certificate throws(TLSFile.Failure) in
                    if pair == nil {
                        try Self.checkKey(key, of: certificate, library)
                        try Self.require(library.sslCtxUseCertificate(context, certificate) == 1, library)
                        pair = (certificate, key)
                    } else {
                        let result = library.sslCtxCtrl(
                            context,
                            OpenSSL.Command.chainCertificate,
                            1,
                            UnsafeMutableRawPointer(certificate)
                        )
                        try Self.require(result == 1, library)
                    }
                }
                try Self.require(library.sslCtxUsePrivateKey(context, key) == 1, library)
            }
        }

        private static func checkKey(
            _ key: OpenSSL.Handle,
            of certificate: OpenSSL.Handle,
            _ library: OpenSSL
        ) throws(TLSFile.Failure) {
            guard library.x509CheckPrivateKey(certificate, key) != 1 else { return }
            throw TLSFile.Failure(reason: "its first certificate is not that of the key")
        }

        private static func require(_ succeeded: Bool, _ library: OpenSSL) throws(TLSFile.Failure) {
            guard !succeeded else { return }
            let reason = library.takeError().map { "\(library.text(of: $0)) \($0.source)" }
            throw TLSFile.Failure(reason: reason ?? "OpenSSL refuses it")
        }

        private static func naming<Result>(
            _ subject: String,
            _ path: String,
            _ body: (String) throws(TLSFile.Failure) -> Result
        ) throws(TransportError) -> Result {
            do throws(TLSFile.Failure) {
                return try body(path)
            } catch {
                throw error.error(about: subject, at: path)
            }
        }

        private static let chainSubject = "the client certificate"
        private static let keySubject = "the key of the client certificate"
    }
#endif
