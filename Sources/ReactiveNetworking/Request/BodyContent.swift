import Foundation

/// What a request carries, as a transport gets it.
public enum BodyContent: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// Bytes that come piece by piece, anew for each exchange.
    case stream(BodyStream)

    /// How many bytes there are, if that is known.
    public var byteCount: Int64? {
        switch self {
        case .data(let data): Int64(data.count)
        case .stream(let stream): stream.byteCount
        }
    }

    /// Whether a second exchange gets the same bytes again.
    public var canBeReplayed: Bool {
        switch self {
        case .data: true
        case .stream(let stream): stream.canBeReplayed
        }
    }

    /// Whether there is certainly nothing to send.
    public var isEmpty: Bool { byteCount == 0 }

    /// The bytes that a log or a recording can show without reading a stream.
    ///
    /// A body in memory is visible as a whole, and of a multipart body with files everything but the files. Other
    /// streams have no visible bytes. Secrets are not hidden; see ``Redaction/body(_:contentType:isWhole:)``.
    public var visibleData: Data {
        switch self {
        case .data(let data): data
        case .stream(let stream): stream.outline?.data() ?? Data()
        }
    }
}

/// A body that is never in memory as a whole.
public struct BodyStream: Sendable {
    /// How many bytes there are; `nil` where nobody knows before the end. Then they go out in chunks.
    public let byteCount: Int64?
    /// The file that the bytes are those of, for transports that can read it themselves.
    public let file: URL?
    /// Whether a second exchange gets the same bytes again.
    public let canBeReplayed: Bool

    /// What a record may show of it, although it is a stream.
    let outline: Outline?

    private let produce: @Sendable (@Sendable (Data) async throws -> Void) async throws -> Void

    /// The body without the contents that are read while it is sent.
    final class Outline: Sendable {
        let data: @Sendable () -> Data

        init(_ data: @escaping @Sendable () -> Data) {
            self.data = data
        }
    }

    init(
        byteCount: Int64?,
        file: URL? = nil,
        canBeReplayed: Bool = true,
        outline: Outline? = nil,
        _ produce: @escaping @Sendable (@Sendable (Data) async throws -> Void) async throws -> Void
    ) {
        self.byteCount = byteCount
        self.file = file
        self.canBeReplayed = canBeReplayed
        self.outline = outline
        self.produce = produce
    }

    /// Gives the bytes to `write`, in order, from the first one on; returns after the last one. `write` suspends while the
    /// connection does not keep up.
    ///
    /// - Throws: what the source of the bytes fails with, or `write`.
    public func write(to write: @Sendable (Data) async throws -> Void) async throws {
        try await produce(write)
    }
}

extension Body {
    /// A file, or what a link to one leads to, read piece by piece while it is sent. Its size is looked up when the request is
    /// prepared, so that `Content-Length` is exact, and so is whether it may be read. A file that has shrunk or grown since
    /// then fails the exchange.
    public static func file(_ file: URL, contentType: HTTP.ContentType? = .octetStream) -> Body {
        Body(contentType: contentType, likeness: .file(file)) { () throws(RequestError) in
            .stream(BodyStream(byteCount: try byteCount(of: file), file: file) { write in try await read(file, write) })
        }
    }

    /// Pieces of bytes, asked for while they are sent, and never faster than the connection takes them.
    ///
    /// ```swift
    /// .stream(byteCount: nil) { lines.map { Data("\($0)\n".utf8) } }
    /// ```
    ///
    /// - Parameters:
    ///   - byteCount: how many bytes there are in all; without it they are sent in chunks. More or fewer than announced
    ///     fail the exchange, so the last byte waits for the end of the sequence. With 0 the sequence is not started.
    ///   - contentType: the media type.
    ///   - chunks: makes the sequence anew for each attempt. What it throws is the ``TransportError/cause`` of the failure.
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

    /// The same for pieces that there are only once. A request with such a body is not sent again once it may have
    /// arrived, whatever its method, and not after a redirect that would keep its body.
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
        do {
            // What is read is what a link leads to, and so is its size.
            let target = file.resolvingSymlinksInPath()
            let values = try target.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true, let size = values.fileSize else {
                throw RequestError.unreadableFile(path: file.path, cause: nil)
            }
            guard FileManager.default.isReadableFile(atPath: target.path) else {
                let cause = RequestError.Cause(CocoaError(.fileReadNoPermission))
                throw RequestError.unreadableFile(path: file.path, cause: cause)
            }
            return Int64(size)
        } catch let error as RequestError {
            throw error
        } catch {
            throw .unreadableFile(path: file.path, cause: RequestError.Cause(error))
        }
    }

    private static func read(_ file: URL, _ write: @Sendable (Data) async throws -> Void) async throws {
        let handle = try naming(file) { try FileHandle(forReadingFrom: file) }
        defer { try? handle.close() }
        while let chunk = try naming(file, { try handle.read(upToCount: chunkByteCount) }), !chunk.isEmpty {
            try await write(chunk)
        }
    }

    /// A file that disappears while it is sent, or cannot be read, is named.
    private static func naming<Value>(_ file: URL, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as CocoaError {
            throw RequestError.unreadableFile(path: file.path, cause: RequestError.Cause(error))
        }
    }
}
