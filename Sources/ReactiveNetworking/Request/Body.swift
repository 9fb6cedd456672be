import Foundation

/// The content of a request and its media type.
///
/// A body is encoded when it is made, on the calling thread. What cannot be encoded is remembered and surfaces when
/// the request is prepared, as a ``RequestError``; making a body never throws and never traps.
public struct Body: Sendable {
    /// The `Content-Type` to send unless the request has one of its own; `nil` sends none.
    public let contentType: HTTP.ContentType?

    private let content: Result<Data, RequestError>

    /// Keeps encoded `content`, or the reason why there is none.
    init(contentType: HTTP.ContentType?, content: Result<Data, RequestError>) {
        self.contentType = contentType
        self.content = content
    }

    /// The bytes to send.
    ///
    /// - Throws: the ``RequestError`` that encoding ended with.
    public func data() throws(RequestError) -> Data {
        try content.get()
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

    private static func charset(of encoding: String.Encoding) -> String? {
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
            switch content {
            case .success(let data): "\(data.count) bytes"
            case .failure(let error): "unencodable (\(error))"
            }
        return contentType.map { "\(size) of \($0)" } ?? size
    }

    /// The description, so that `dump` and debuggers show no content.
    public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
