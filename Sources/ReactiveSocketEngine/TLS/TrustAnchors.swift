#if os(Linux)
    import ReactiveHTTPModel

    /// The files with the certificates to trust, read into memory (EN26).
    ///
    /// The directories of the system are read whole, where OpenSSL would read single files during a handshake: that
    /// would wait for the disk on the loop, and without a descriptor it would be a certificate that is not trusted.
    struct TrustAnchors {
        /// The file of the policy with its path, if it names one. It must be usable.
        private(set) var named: (path: String, file: TLSFile)?
        /// The certificates of the system, each once. Those that OpenSSL cannot read are ignored.
        private(set) var system: Set<[UInt8]> = []

        /// The paths of bundles on distributions whose OpenSSL looks elsewhere.
        private static let usualPaths = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
            "/var/lib/ca-certificates/ca-bundle.pem", "/etc/ssl/cert.pem", "/etc/pki/tls/cacert.pem",
        ]

        /// Reads the files of a policy.
        init(_ trust: TLSPolicy.Trust, _ library: OpenSSL) throws(TransportError) {
            switch trust {
            case .system:
                try readSystem(library)
            case .systemAndFile(let path):
                try read(path)
                try readSystem(library)
            case .file(let path):
                try read(path)
            }
        }

        private mutating func read(_ path: String) throws(TransportError) {
            do throws(TLSFile.Failure) {
                named = (path, try TLSFile(path: path))
            } catch {
                throw error.error(about: Self.subject, at: path)
            }
        }

        private mutating func readSystem(_ library: OpenSSL) throws(TransportError) {
            let file = Self.variable("SSL_CERT_FILE")
            let directories = Self.variable("SSL_CERT_DIR")
            let paths = library.inside {
                (
                    file: file ?? library.x509GetDefaultCertFile().map { String(cString: $0) },
                    directories: directories ?? library.x509GetDefaultCertDir().map { String(cString: $0) }
                )
            }
            try readSystem(paths?.file.map { [$0] } ?? [])
            for directory in paths?.directories?.split(separator: ":") ?? [] {
                try readSystem(Self.hashedFiles(in: String(directory)))
            }
            // Who has set a variable wants nothing else.
            guard system.isEmpty, file == nil, directories == nil else { return }
            for path in Self.usualPaths where system.isEmpty { try readSystem([path]) }
        }

        private static func hashedFiles(in directory: String) throws(TransportError) -> [String] {
            do throws(TLSFile.Failure) {
                return try TLSFile.hashedFiles(in: directory)
            } catch {
                throw error.error(about: "the directory of trusted certificates", at: directory)
            }
        }

        /// Reads those files that exist.
        private mutating func readSystem(_ paths: [String]) throws(TransportError) {
            for path in paths {
                do throws(TLSFile.Failure) {
                    // Most systems have each certificate in a bundle and in a directory.
                    system.formUnion(try TLSFile(path: path).blocks)
                } catch {
                    guard error.kind != .resourcesExhausted else { throw error.error(about: Self.subject, at: path) }
                }
            }
        }

        /// Adds the certificates to the store of a context. Called inside OpenSSL.
        func add(to store: OpenSSL.Handle, _ library: OpenSSL) throws(TransportError) {
            let reader = PEMReader(library: library)
            for block in system {
                try? reader.forEachCertificate(in: block) { _ = library.x509StoreAddCert(store, $0) }
            }
            guard let named else { return }
            // A certificate that the store has already is refused by some versions, which does not matter.
            _ = library.x509StoreSetFlags(store, OpenSSL.Verification.partialChain)
            do throws(TLSFile.Failure) {
                try reader.forEachCertificate(in: named.file.bytes) { _ = library.x509StoreAddCert(store, $0) }
            } catch {
                throw error.error(about: Self.subject, at: named.path)
            }
        }

        private static let subject = "the file of trusted certificates"

        /// Returns the value of an environment variable, unless the process has the rights of another user than the one
        /// that has set it.
        private static func variable(_ name: String) -> String? {
            guard getuid() == geteuid(), getgid() == getegid() else { return nil }
            return getenv(name).map { String(cString: $0) }
        }
    }
#endif
