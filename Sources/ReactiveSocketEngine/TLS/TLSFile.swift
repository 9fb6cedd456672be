#if os(Linux)
    import ReactiveHTTPModel

    /// A file with certificates or a key, read into memory. OpenSSL itself does not tell a lack of descriptors from a
    /// file without certificates, and waits for ever for a named pipe.
    struct TLSFile {
        /// The reason why a file cannot be used.
        struct Failure: Error {
            var kind = TransportError.Kind.unsupported
            var code: Int?
            var reason: String

            init(reason: String) {
                self.reason = reason
            }

            init(_ error: Errno) {
                code = Int(error.number)
                reason = error.text
                if error.isExhaustion { kind = .resourcesExhausted }
            }

            /// Returns the error of a transport that needs the file.
            func error(about subject: String, at path: String) -> TransportError {
                TransportError(
                    kind,
                    phase: .preparing,
                    underlyingCode: code,
                    detail: "\(subject) \(Redaction.printable(path)) cannot be used: \(reason)"
                )
            }
        }

        let bytes: [UInt8]

        /// Reads a file.
        init(path: String) throws(Failure) {
            do throws(FileDescriptor.Refusal) {
                bytes = try Array(FileDescriptor.contents(of: path, atMost: 16 << 20))
            } catch {
                throw error.code.map { Failure(Errno(number: $0)) } ?? Failure(reason: error.reason)
            }
        }

        /// The blocks of a file in PEM form, from the first boundary to the last (RFC 7468).
        var blocks: [[UInt8]] {
            let (first, last) = (Array("-----BEGIN ".utf8), Array("-----END ".utf8))
            var start: Int?
            var blocks: [[UInt8]] = []
            for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
                if line.starts(with: first) { start = line.startIndex }
                guard line.starts(with: last), let begin = start else { continue }
                blocks.append(Array(bytes[begin..<line.endIndex]) + [UInt8(ascii: "\n")])
                start = nil
            }
            return blocks
        }

        /// Returns the paths of the certificates in a directory that is made for OpenSSL: their names are those that
        /// `openssl rehash` gives.
        static func hashedFiles(in directory: String) throws(Failure) -> [String] {
            guard let stream = opendir(directory) else {
                let failure = Failure(.current)
                if failure.kind == .resourcesExhausted { throw failure }
                return []
            }
            defer { closedir(stream) }
            var paths: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                let parts = name.split(separator: ".", omittingEmptySubsequences: false)
                let isHash = parts.count == 2 && parts[0].count == 8 && parts[0].allSatisfy(\.isHexDigit)
                if isHash, !parts[1].isEmpty, parts[1].allSatisfy(\.isWholeNumber) {
                    paths.append("\(directory)/\(name)")
                }
            }
            return paths.sorted()
        }
    }
#endif
