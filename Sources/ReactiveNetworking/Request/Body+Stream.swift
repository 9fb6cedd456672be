extension Body {
    /// Creates a body of a file, or of the target of a symbolic link, which is read piece by piece while it is sent.
    ///
    /// The size and the permission to read are checked when the request is prepared, so that `Content-Length` is exact.
    /// A file that has shrunk or grown since then fails the exchange.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - contentType: The media type, or `nil` to send none.
    public static func file(_ file: URL, contentType: HTTP.ContentType? = .octetStream) -> Body {
        Body(contentType: contentType, likeness: .file(file)) { () throws(RequestError) in
            .stream(BodyStream(byteCount: try byteCount(of: file), file: file) { write in try await read(file, write) })
        }
    }

    /// Creates a body of pieces, which are requested while they are sent, and never faster than the connection takes
    /// them.
    ///
    /// ```swift
    /// .stream(byteCount: nil) { lines.map { Data("\($0)\n".utf8) } }
    /// ```
    ///
    /// - Parameters:
    ///   - byteCount: The total number of bytes; if `nil`, the body is sent in chunks. More or fewer bytes fail the
    ///     exchange, so the last byte waits for the end of the sequence. With 0, the sequence is not started.
    ///   - contentType: The media type, or `nil` to send none.
    ///   - chunks: A closure that returns a new sequence for each attempt. An error of the sequence is the
    ///     `TransportError.cause` of the failure.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        byteCount: Int64? = nil,
        contentType: HTTP.ContentType? = .octetStream,
        _ chunks: @escaping @Sendable () -> Chunks
    ) -> Body where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let stream = BodyStream(byteCount: byteCount) { write in
            for try await chunk in chunks() { try await write(chunk) }
        }
        return Body(contentType: contentType) { .stream(stream) }
    }

    /// Creates a body of pieces that can be sent only once.
    ///
    /// A request with such a body is not sent again if it may have reached the server, whatever its method, and not
    /// after a redirect that keeps the body.
    ///
    /// - Parameters:
    ///   - byteCount: The total number of bytes; if `nil`, the body is sent in chunks.
    ///   - contentType: The media type, or `nil` to send none.
    ///   - chunks: The sequence of the pieces.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        byteCount: Int64? = nil,
        contentType: HTTP.ContentType? = .octetStream,
        once chunks: Chunks
    ) -> Body where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let isSpent = Locked(false)
        let stream = BodyStream(byteCount: byteCount, canBeReplayed: false) { write in
            let wasSpent = isSpent.withLock { isSpent in
                defer { isSpent = true }
                return isSpent
            }
            guard !wasSpent else { throw RequestError.bodyAlreadyConsumed }
            for try await chunk in chunks { try await write(chunk) }
        }
        return Body(contentType: contentType) { .stream(stream) }
    }

    private static let chunkByteCount = 256 * 1_024

    private static func byteCount(of file: URL) throws(RequestError) -> Int64 {
        guard file.isFileURL else {
            throw .invalidURL(text: Redaction.standard.url(file.absoluteString), reason: .notAFileURL)
        }
        do throws(SystemError) {
            let status = try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK).status()
            guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(call: "open", code: EISDIR) }
            return Int64(status.st_size)
        } catch {
            let cause = error.code == EISDIR ? nil : RequestError.Cause(error.readError)
            throw .unreadableFile(path: file.path, cause: cause)
        }
    }

    private static func read(_ file: URL, _ write: @Sendable (Data) async throws -> Void) async throws {
        let open = try naming(file) { () throws(SystemError) in try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK) }
        while true {
            let chunk = try naming(file) { () throws(SystemError) in try open.read(atMost: chunkByteCount) }
            guard !chunk.isEmpty else { return }
            try await write(chunk)
        }
    }

    /// Names the file in the error of one that disappears while it is sent, or cannot be read.
    private static func naming<Value>(
        _ file: URL,
        _ body: () throws(SystemError) -> Value
    ) throws(RequestError) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .unreadableFile(path: file.path, cause: RequestError.Cause(error.readError))
        }
    }
}
