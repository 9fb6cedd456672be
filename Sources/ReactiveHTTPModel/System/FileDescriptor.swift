/// A file that stays open until it is released.
package final class FileDescriptor: Sendable {
    package let number: Int32

    /// Opens a file for this process alone; its children do not inherit it.
    ///
    /// - Parameters:
    ///   - flags: The flags of `open`. Without `O_NONBLOCK`, opening a named pipe waits for its other end.
    ///   - mode: The permissions of a file that is created.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
        number = try SystemError.check("open") { open(path, flags | O_CLOEXEC, mode) }
    }

    /// Takes a descriptor over.
    package init(_ number: Int32) { self.number = number }

    deinit { Self.close(number) }

    /// Closes a descriptor. Whatever the call returns, the number is free.
    package static func close(_ number: Int32) { _ = systemClose(number) }

    /// Returns the kind, the size, the owner and the permissions.
    package func status() throws(SystemError) -> stat {
        var status = stat()
        try SystemError.check("fstat") { fstat(number, &status) }
        return status
    }

    /// Reads the next bytes; none at the end of the file.
    package func read(atMost count: Int) throws(SystemError) -> Data {
        var data = Data(count: count)
        let length = data.withUnsafeMutableBytes { bytes in
            Result { () throws(SystemError) in
                var length = 0
                while length < bytes.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[length...])
                    let added = try SystemError.check("read") { systemRead(number, rest.baseAddress, rest.count) }
                    guard added > 0 else { break }
                    length += added
                }
                return length
            }
        }
        return try data.prefix(length.get())
    }

    /// Writes all bytes at the present position.
    package func write(_ data: Data) throws(SystemError) {
        try data.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let piece = UnsafeRawBufferPointer(rebasing: rest)
                    let count = try SystemError.check("write") {
                        systemWrite(number, piece.baseAddress, piece.count)
                    }
                    rest = rest.dropFirst(count)
                }
            }
        }.get()
    }

    /// Makes what is written survive a loss of power.
    package func synchronize() throws(SystemError) {
        try SystemError.check("fsync") { fsync(number) }
    }
}

extension FileDescriptor {
    /// The reason why ``contents(of:atMost:)`` cannot return a file.
    package struct Refusal: Error {
        package var reason: String
        /// The error number, if a call failed.
        package var code: Int32?

        private init(_ error: SystemError) { self.init(String(cString: strerror(error.code)), code: error.code) }

        fileprivate init(_ reason: String, code: Int32? = nil) { (self.reason, self.code) = (reason, code) }

        fileprivate static func of<Value>(_ body: () throws(SystemError) -> Value) throws(Refusal) -> Value {
            try Result(catching: body).mapError(Refusal.init).get()
        }
    }

    /// Returns the content of a regular file. A link is followed.
    ///
    /// Reading anything but a regular file might never end.
    package static func contents(of path: String, atMost maxByteCount: Int) throws(Refusal) -> Data {
        let file = try Refusal.of { () throws(SystemError) in try FileDescriptor(path, O_RDONLY | O_NONBLOCK) }
        let status = try Refusal.of(file.status)
        guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal("it is not a regular file") }
        guard status.st_size <= maxByteCount else { throw Refusal("it has more than \(maxByteCount) bytes") }
        return try Refusal.of { () throws(SystemError) in try file.read(atMost: Int(status.st_size)) }
    }
}

// Inside the class, its methods hide the calls.
private let systemClose = close
private let systemRead = read
private let systemWrite = write

private let standardError = FileDescriptor(STDERR_FILENO)

/// Writes a line to the standard error stream. A line that cannot be written is dropped.
package func printError(_ line: String) {
    try? standardError.write(Data((line + "\n").utf8))
}
