#if os(Linux)
    import ReactiveHTTPModel

    /// Reads certificates and keys in PEM form. All functions are called inside OpenSSL.
    struct PEMReader {
        typealias Failure = TLSFile.Failure

        let library: OpenSSL

        /// Passes each certificate to `body`, which does not own it.
        ///
        /// - Throws: A failure if a certificate cannot be read, or if there is none.
        func forEachCertificate(in bytes: [UInt8], _ body: (OpenSSL.Handle) throws(Failure) -> Void) throws(Failure) {
            var count = 0
            try withBIO(over: bytes) { bio throws(Failure) in
                while let certificate = library.pemReadBioX509Aux(bio, nil, Secret.write, nil) {
                    defer { library.x509Free(certificate) }
                    count += 1
                    try body(certificate)
                }
                guard let error = library.takeError(), !error.isEndOfPEM else { return }
                throw Failure(error, library)
            }
            if count == 0 { throw Failure(reason: "it contains no certificate") }
        }

        /// Returns the first private key, which the caller frees.
        func key(in bytes: [UInt8], password: String?) throws(Failure) -> OpenSSL.Handle {
            try withBIO(over: bytes) { bio throws(Failure) in
                let secret = Secret(password.map { Array($0.utf8) })
                let key = withExtendedLifetime(secret) {
                    library.pemReadBioPrivateKey(bio, nil, Secret.write, Unmanaged.passUnretained(secret).toOpaque())
                }
                if let key { return key }
                let error = library.takeError()
                guard !secret.wasAsked else {
                    let isMissing = password == nil
                    throw Failure(
                        reason: isMissing ? "it is encrypted, and there is no password" : "the password is wrong"
                    )
                }
                guard let error, !error.isEndOfPEM, error.isOfPEM else {
                    throw Failure(reason: "it contains no private key")
                }
                throw Failure(error, library)
            }
        }

        private func withBIO<Result>(
            over bytes: [UInt8],
            _ body: (OpenSSL.Handle) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            // A BIO refers to the bytes, so that they have to stay in place.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
            copy.copyBytes(from: bytes)
            defer {
                if let base = copy.baseAddress { library.cleanse(base, copy.count) }
                copy.deallocate()
            }
            guard let base = copy.baseAddress, let bio = library.bioNewMemBuf(base, Int32(bytes.count)) else {
                throw Failure(reason: "there is no memory for it")
            }
            defer { _ = library.bioFree(bio) }
            return try body(bio)
        }
    }

    extension TLSFile.Failure {
        fileprivate init(_ error: OpenSSL.QueuedError, _ library: OpenSSL) {
            self.init(reason: "\(library.text(of: error)) \(error.source)")
            code = Int(error.number)
        }
    }

    /// The password of a key, for OpenSSL's callback. Without a callback, OpenSSL asks the terminal (EN28).
    private final class Secret {
        private let password: [UInt8]?
        private(set) var wasAsked = false

        init(_ password: [UInt8]?) {
            self.password = password
        }

        /// SAFETY: the context is a secret that lives as long as the call that has the callback, or nothing.
        static let write: OpenSSL.Password = { buffer, capacity, _, context in
            guard let buffer, let context else { return -1 }
            let secret = Unmanaged<Secret>.fromOpaque(context).takeUnretainedValue()
            secret.wasAsked = true
            guard let password = secret.password, password.count <= Int(capacity) else { return -1 }
            let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: Int(capacity))
            bytes.copyBytes(from: password)
            return Int32(password.count)
        }
    }
#endif
