/// The content of a request and its media type.
///
/// A body is encoded when it is created, on the calling thread, unless it is a file, a stream, or a value for an
/// encoder of the network (``Network/Configuration/encoder``, ``Body/Encoders``). Creating a body never throws and
/// never traps: an encoding error fails the request with a `RequestError` when it is prepared.
public struct Body: Sendable {
    /// The `Content-Type` to send unless the request has one of its own; `nil` sends none.
    public let contentType: HTTP.ContentType?

    private enum Source: Sendable {
        case ready(Result<Data, RequestError>)
        case lazy(@Sendable () throws(RequestError) -> BodyContent, Likeness)
        case encoded(@Sendable (Body.Encoders) throws(RequestError) -> Data, Likeness)
        /// The JSON of the standard encoder, and a closure for another encoder.
        indirect case json(
            Result<Data, RequestError>,
            EncodedSource,
            @Sendable (JSONEncoder) -> Result<Data, RequestError>
        )
    }

    /// The value that bodies are compared by; out of line, so that bodies stay small.
    indirect enum Likeness: Hashable, Sendable {
        case ready(Result<Data, RequestError>)
        case json(Result<Data, RequestError>, EncodedSource)
        case file(URL)
        case own(Identity)
    }

    private let source: Source

    /// A closure that returns the body with more fields before its own; `nil` for a body without fields.
    var addingFields: (@Sendable ([Multipart.Part]) -> Body)?

    /// Keeps encoded `content`, or the reason why the value cannot be encoded.
    init(contentType: HTTP.ContentType?, content: Result<Data, RequestError>) {
        self.contentType = contentType
        source = .ready(content)
    }

    /// Keeps a closure that returns the content of each attempt. Bodies are compared by `likeness`.
    init(
        contentType: HTTP.ContentType?,
        likeness: Likeness = .own(Identity()),
        _ content: @escaping @Sendable () throws(RequestError) -> BodyContent
    ) {
        self.contentType = contentType
        source = .lazy(content, likeness)
    }

    /// Keeps a closure that encodes the value with one of the encoders of a network.
    init(contentType: HTTP.ContentType?, _ encode: @escaping @Sendable (Body.Encoders) throws(RequestError) -> Data) {
        self.contentType = contentType
        source = .encoded(encode, .own(Identity()))
    }

    /// Keeps JSON, and a closure that encodes the same value with the encoder of a network.
    init(
        contentType: HTTP.ContentType?,
        json: Result<Data, RequestError>,
        of value: EncodedSource,
        _ encode: @escaping @Sendable (JSONEncoder) -> Result<Data, RequestError>
    ) {
        self.contentType = contentType
        source = .json(json, value, encode)
    }

    /// Returns the content to send in one attempt.
    ///
    /// - Parameter encoders: The encoders for a body made with ``encoded(_:as:)``.
    /// - Returns: The content.
    /// - Throws: The `RequestError` that encoding ended with, or the reason why a file cannot be sent.
    public func content(with encoders: Body.Encoders = Body.Encoders()) throws(RequestError) -> BodyContent {
        switch source {
        case .ready(let data): .data(try data.get())
        case .lazy(let content, _): try content()
        case .encoded(let encode, _): .data(try encode(encoders))
        case .json(let data, _, let encode): .data(try (encoders.json.map { encode($0()) } ?? data).get())
        }
    }

    /// The value that this body is compared by.
    var likeness: Likeness {
        switch source {
        case .ready(let data): .ready(data)
        case .json(let data, let value, _): .json(data, value)
        case .lazy(_, let likeness), .encoded(_, let likeness): likeness
        }
    }

    /// A Boolean value that indicates whether the body can be sent more than once.
    package var canBeReplayed: Bool {
        guard case .lazy(let content, _) = source else { return true }
        return (try? content())?.canBeReplayed ?? true
    }

    /// A Boolean value that indicates whether the content is in memory, unless a network has an encoder of its own.
    var isEncoded: Bool {
        switch source {
        case .ready, .json: true
        case .lazy, .encoded: false
        }
    }

    /// Returns the bytes of a body that is in memory, as the standard encoders encode it.
    ///
    /// - Returns: The bytes.
    /// - Throws: The `RequestError` that encoding ended with, or an error for a file or a stream.
    public func data() throws(RequestError) -> Data {
        switch source {
        case .ready(let data), .json(let data, _, _): return try data.get()
        case .lazy: throw .unencodableBody(path: "", reason: "a file or a stream is not in memory")
        case .encoded(let encode, _): return try encode(Body.Encoders())
        }
    }
}

extension Body {
    /// Creates a body of bytes, which are sent unchanged.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The media type, or `nil` to send none.
    public static func data(_ data: Data, contentType: HTTP.ContentType? = .octetStream) -> Body {
        Body(contentType: contentType, content: .success(data))
    }

    /// Creates a body of text, of the type `text/plain` with the charset of `encoding`.
    ///
    /// A character that `encoding` lacks, and an encoding without a registered charset name, fail the request when it
    /// is prepared.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - encoding: The encoding of the text.
    public static func text(_ text: String, encoding: String.Encoding = .utf8) -> Body {
        guard let charset = charset(of: encoding) else {
            return unencodable("the encoding has no registered charset name")
        }
        guard let data = text.data(in: encoding) else {
            return unencodable("the text has a character that \(charset) lacks")
        }
        let contentType = HTTP.ContentType(rawValue: "text/plain; charset=\(charset)")
        return Body(contentType: contentType, content: .success(data))
    }

    private static func unencodable(_ reason: String) -> Body {
        Body(contentType: nil, content: .failure(.unencodableBody(path: "", reason: reason)))
    }

    static func charset(of encoding: String.Encoding) -> String? {
        switch encoding {
        case .utf8: "utf-8"
        case .ascii: "us-ascii"
        case .isoLatin1: "iso-8859-1"
        case .isoLatin2: "iso-8859-2"
        case .utf16: "utf-16"
        case .utf16BigEndian: "utf-16be"
        case .utf16LittleEndian: "utf-16le"
        case .utf32: "utf-32"
        case .utf32BigEndian: "utf-32be"
        case .utf32LittleEndian: "utf-32le"
        case .windowsCP1250: "windows-1250"
        case .windowsCP1251: "windows-1251"
        case .windowsCP1252: "windows-1252"
        case .windowsCP1253: "windows-1253"
        case .windowsCP1254: "windows-1254"
        case .japaneseEUC: "euc-jp"
        case .shiftJIS: "shift_jis"
        case .iso2022JP: "iso-2022-jp"
        case .macOSRoman: "macintosh"
        default: nil
        }
    }
}

extension Body: CustomStringConvertible, CustomReflectable {
    /// The size and the type, never the content: `12 bytes of text/plain`.
    public var description: String {
        let size =
            switch source {
            case .ready(.success(let data)), .json(.success(let data), _, _): "\(data.count) bytes"
            case .ready(.failure(let error)), .json(.failure(let error), _, _): "unencodable (\(error))"
            case .lazy: "a stream"
            case .encoded: "a value to encode"
            }
        return contentType.map { "\(size) of \($0)" } ?? size
    }

    /// The description, so that `dump` and debuggers show no content.
    public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
