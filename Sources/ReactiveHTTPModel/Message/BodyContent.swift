/// The content of a request, as a transport receives it.
public enum BodyContent: Sendable {
    /// The bytes, in memory.
    case data(Data)
    /// The bytes piece by piece, from the beginning for each exchange.
    case stream(BodyStream)

    /// The number of bytes, or `nil` if it is not known.
    public var byteCount: Int64? {
        switch self {
        case .data(let data): Int64(data.count)
        case .stream(let stream): stream.byteCount
        }
    }

    /// A Boolean value that indicates whether a second exchange gets the same bytes again.
    public var canBeReplayed: Bool {
        switch self {
        case .data: true
        case .stream(let stream): stream.canBeReplayed
        }
    }

    /// A Boolean value that indicates whether the content is known to have no bytes.
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

/// A body that is never entirely in memory.
public struct BodyStream: Sendable {
    /// The number of bytes, or `nil` if it is not known before the end. The body is then sent in chunks.
    public let byteCount: Int64?
    /// The file that holds the bytes, for transports that can read it themselves.
    public let file: URL?
    /// A Boolean value that indicates whether a second exchange gets the same bytes again.
    public let canBeReplayed: Bool

    /// The part of the stream that a record can show.
    package let outline: Outline?

    private let produce: @Sendable (@Sendable (Data) async throws -> Void) async throws -> Void

    /// The body without the parts that are read while it is sent.
    package final class Outline: Sendable {
        package let data: @Sendable () -> Data

        package init(_ data: @escaping @Sendable () -> Data) {
            self.data = data
        }
    }

    package init(
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

    /// Passes the bytes to `write`, in order, from the first to the last.
    ///
    /// - Parameter write: A closure that takes a piece. It suspends while the connection is slower than the source.
    /// - Throws: The error of the source of the bytes, or of `write`.
    @concurrent
    public func write(to write: @Sendable (Data) async throws -> Void) async throws {
        try await produce(write)
    }
}
