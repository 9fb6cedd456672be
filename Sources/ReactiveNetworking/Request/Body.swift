import Foundation

/// The content of a request and its media type.
///
/// A body is encoded when it is made, on the calling thread, unless it is a file or a stream. What cannot be encoded is
/// remembered and surfaces when the request is prepared, as a ``RequestError``; making a body never throws and never traps.
public struct Body: Sendable {
    /// The `Content-Type` to send unless the request has one of its own; `nil` sends none.
    public let contentType: HTTP.ContentType?

    private enum Source: Sendable {
        case ready(Result<Data, RequestError>)
        case lazy(@Sendable () throws(RequestError) -> BodyContent, Likeness)
        case encoded(@Sendable (BodyEncoders) throws(RequestError) -> Data, Likeness)
    }

    /// What bodies are compared by; out of the way, so that bodies stay small.
    indirect enum Likeness: Hashable, Sendable {
        case ready(Result<Data, RequestError>)
        case file(URL)
        case own(Identity)
    }

    private let source: Source

    /// Makes the same body with these fields before its own; `nil` for what has no fields.
    var addingFields: (@Sendable ([Multipart.Part]) -> Body)?

    /// Keeps encoded `content`, or the reason why there is none.
    init(contentType: HTTP.ContentType?, content: Result<Data, RequestError>) {
        self.contentType = contentType
        source = .ready(content)
    }

    /// Keeps what makes the content for each attempt, which equals other contents by `likeness`.
    init(
        contentType: HTTP.ContentType?,
        likeness: Likeness = .own(Identity()),
        _ content: @escaping @Sendable () throws(RequestError) -> BodyContent
    ) {
        self.contentType = contentType
        source = .lazy(content, likeness)
    }

    /// Keeps what makes the bytes with one of the encoders that the network has.
    init(contentType: HTTP.ContentType?, _ encode: @escaping @Sendable (BodyEncoders) throws(RequestError) -> Data) {
        self.contentType = contentType
        source = .encoded(encode, .own(Identity()))
    }

    /// What to send in one attempt.
    ///
    /// - Parameter encoders: the encoders for a body made with ``encoded(_:as:)``.
    /// - Throws: the ``RequestError`` that encoding ended with, or why a file cannot be sent.
    public func content(with encoders: BodyEncoders = BodyEncoders()) throws(RequestError) -> BodyContent {
        switch source {
        case .ready(let data): .data(try data.get())
        case .lazy(let content, _): try content()
        case .encoded(let encode, _): .data(try encode(encoders))
        }
    }

    /// What it is compared by.
    var likeness: Likeness {
        switch source {
        case .ready(let data): .ready(data)
        case .lazy(_, let likeness), .encoded(_, let likeness): likeness
        }
    }

    /// Whether it can be sent more than once.
    var canBeReplayed: Bool {
        guard case .lazy(let content, _) = source else { return true }
        return (try? content())?.canBeReplayed ?? true
    }

    /// The bytes to send, for a body that is in memory.
    ///
    /// - Throws: the ``RequestError`` that encoding ended with; for a file or a stream that there are no bytes to show.
    public func data() throws(RequestError) -> Data {
        switch source {
        case .ready(let data): return try data.get()
        case .lazy: throw .unencodableBody(path: "", reason: "a file or a stream is not in memory")
        case .encoded(let encode, _): return try encode(BodyEncoders())
        }
    }
}

extension Body {
    /// Bytes as they are.
    public static func data(_ data: Data, contentType: HTTP.ContentType? = .octetStream) -> Body {
        Body(contentType: contentType, content: .success(data))
    }

    /// Text, as `text/plain` with the charset of `encoding`.
    ///
    /// A character that `encoding` lacks, and an encoding without a registered charset name, fail when the request
    /// is prepared.
    public static func text(_ text: String, encoding: String.Encoding = .utf8) -> Body {
        guard let charset = charset(of: encoding) else {
            return unencodable("the encoding has no registered charset name")
        }
        guard let data = text.data(using: encoding) else {
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
    /// Size and type, never the content: `12 bytes of text/plain`.
    public var description: String {
        let size =
            switch source {
            case .ready(.success(let data)): "\(data.count) bytes"
            case .ready(.failure(let error)): "unencodable (\(error))"
            case .lazy: "a stream"
            case .encoded: "a value to encode"
            }
        return contentType.map { "\(size) of \($0)" } ?? size
    }

    /// The description, so that `dump` and debuggers show no content.
    public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
