#if os(Linux)
    import ReactiveHTTPModel

    /// The file that the keys of connections are written to, as lines in the format of NSS (AD15).
    final class KeyLogFile: Sendable {
        private let descriptor: Int32

        /// Opens a file, and creates it if there is none. Nobody but its owner can read it then.
        ///
        /// - Throws: An error of the kind `unsupported` or `resourcesExhausted` if the file cannot be used.
        init(path: String) throws(TransportError) {
            do throws(TLSFile.Failure) {
                descriptor = try Self.opened(at: path)
            } catch {
                throw error.error(about: "the key log", at: path)
            }
        }

        deinit { Descriptor.close(descriptor) }

        /// Has a context write the keys of its connections, which must have a key log.
        static func attach(to context: OpenSSL.Handle, _ library: OpenSSL) throws(TransportError) {
            guard let setCallback = library.sslCtxSetKeylogCallback else {
                throw TransportError(.unsupported, phase: .preparing, detail: "this version of OpenSSL logs no keys")
            }
            setCallback(context, TLSStream.logKeys)
        }

        /// Appends a line. One write keeps it whole beside those of other threads and processes. A connection does not
        /// fail because the disk is full.
        func append(_ line: UnsafeRawBufferPointer) {
            let bytes = Array(line) + [UInt8(ascii: "\n")]
            _ = write(descriptor, bytes, bytes.count)
        }

        private static func opened(at path: String) throws(TLSFile.Failure) -> Int32 {
            // A NUL would end the path for the system.
            guard !path.utf8.contains(0) else { throw TLSFile.Failure(Errno(number: EINVAL)) }
            // Opening a named pipe would wait for a reader.
            let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
            let descriptor = open(path, flags, 0o600)
            guard descriptor >= 0 else { throw TLSFile.Failure(.current) }
            do throws(TLSFile.Failure) {
                var status = stat()
                guard fstat(descriptor, &status) == 0 else { throw TLSFile.Failure(.current) }
                guard status.st_mode & S_IFMT == S_IFREG else {
                    throw TLSFile.Failure(reason: "it is not a regular file")
                }
                // The file may have existed, for all to read.
                guard fchmod(descriptor, 0o600) == 0 else { throw TLSFile.Failure(.current) }
                return descriptor
            } catch {
                Descriptor.close(descriptor)
                throw error
            }
        }
    }
#endif
