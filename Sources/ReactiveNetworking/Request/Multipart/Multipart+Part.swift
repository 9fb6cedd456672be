import Foundation

extension Multipart {
    /// One of the contents of a ``Multipart``.
    public struct Part: Sendable {
        let name: String
        let fileName: String?
        let body: Body
        /// Whether the content was there when the part was made; files and streams are read while they are sent.
        let isInMemory: Bool
        private(set) var headers: HTTP.Headers = [:]

        private init(_ name: String, fileName: String? = nil, inMemory body: Body) {
            self.name = name
            self.fileName = fileName
            self.body = body
            isInMemory = true
        }

        private init(_ name: String, fileName: String?, streamed body: Body) {
            self.name = name
            self.fileName = fileName
            self.body = body
            isInMemory = false
        }

        /// The same part with a header field of your own, such as `Content-ID`, in place of an earlier one.
        ///
        /// `Content-Disposition` and `Content-Type` are made of what the part is, and refused. These, names that are no
        /// tokens, and values with control characters surface when the request is prepared.
        public func header(_ name: String, _ value: String) -> Part {
            var copy = self
            copy.headers.set(name, value)
            return copy
        }
    }
}

extension Multipart.Part {
    /// Text in UTF-8, byte for byte; without a media type, which means text.
    public static func value(_ name: String, _ text: String) -> Self {
        Self(name, inMemory: .data(Data(text.utf8), contentType: nil))
    }

    /// A number as Swift writes it: `11`, `11.1`. What is no number (NaN, infinity) surfaces when the request is prepared.
    public static func value(_ name: String, _ number: some Numeric & Sendable) -> Self {
        let text = "\(number)"
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
            let error = RequestError.unencodableBody(path: "", reason: "\(text) is not a number")
            return Self(name, inMemory: Body(contentType: nil, content: .failure(error)))
        }
        return value(name, text)
    }

    /// A truth value as forms write it: `1` or `0`. Where a server wants the words, send `"\(flag)"`.
    public static func value(_ name: String, _ flag: Bool) -> Self {
        value(name, flag ? "1" : "0")
    }

    /// `value` as JSON; see ``Body/json(_:vendor:encoder:)``.
    public static func json(_ name: String, _ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) -> Self {
        Self(name, inMemory: .json(value, encoder: encoder))
    }

    /// A JSON object of loose values; see ``Body``.
    public static func json(_ name: String, _ object: [String: Any]) -> Self {
        Self(name, inMemory: .json(object))
    }

    /// Bytes, sent as a file.
    ///
    /// - Parameters:
    ///   - name: the key in the form.
    ///   - data: the bytes.
    ///   - fileName: what the file is called; the key if `nil`.
    ///   - contentType: the media type. ``HTTP/ContentType/init(fileExtension:)`` knows those of common files.
    public static func data(
        _ name: String,
        _ data: Data,
        fileName: String? = nil,
        contentType: HTTP.ContentType = .octetStream
    ) -> Self {
        Self(name, fileName: fileName ?? name, inMemory: .data(data, contentType: contentType))
    }

    /// A file, read piece by piece while it is sent.
    ///
    /// Its size is looked up when the request is prepared. If it is not there or cannot be read then, nothing is sent; if it
    /// shrinks, grows or disappears later, the exchange fails as ``TransportError/Kind/bodyUnavailable`` with a
    /// ``MultipartError`` or a ``RequestError`` as its cause, and the server never sees a body that looks whole.
    ///
    /// - Parameters:
    ///   - name: the key in the form.
    ///   - file: where it is.
    ///   - fileName: what it is called there; its last path component if `nil`.
    ///   - contentType: the media type; by its extension if `nil`.
    public static func file(
        _ name: String,
        _ file: URL,
        fileName: String? = nil,
        contentType: HTTP.ContentType? = nil
    ) -> Self {
        let body = Body.readableFile(
            file,
            contentType: contentType ?? HTTP.ContentType(fileExtension: file.pathExtension)
        )
        return Self(name, fileName: fileName ?? file.lastPathComponent, streamed: body)
    }

    /// Pieces of bytes, sent as a file, asked for while they are sent, and never faster than the connection takes them.
    ///
    /// - Parameters:
    ///   - name: the key in the form.
    ///   - byteCount: how many bytes there are in all; more or fewer fail the exchange. If it is `nil`, the whole body is
    ///     sent in chunks, without a `Content-Length`.
    ///   - fileName: what the file is called; the key if `nil`.
    ///   - contentType: the media type.
    ///   - chunks: makes the sequence anew for each attempt. What it throws is the ``TransportError/cause`` of the failure.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        _ name: String,
        byteCount: Int64? = nil,
        fileName: String? = nil,
        contentType: HTTP.ContentType = .octetStream,
        _ chunks: @escaping @Sendable () -> Chunks
    ) -> Self where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let body = Body.stream(byteCount: byteCount, contentType: contentType, chunks)
        return Self(name, fileName: fileName ?? name, streamed: body)
    }

    /// The same for pieces that there are only once: the request is then sent only once, too.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ name: String,
        byteCount: Int64? = nil,
        fileName: String? = nil,
        contentType: HTTP.ContentType = .octetStream,
        once chunks: Chunks
    ) -> Self where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let body = Body.stream(byteCount: byteCount, contentType: contentType, once: chunks)
        return Self(name, fileName: fileName ?? name, streamed: body)
    }
}

extension Body {
    /// As ``file(_:contentType:)``, but a file that cannot be read to its end is named.
    fileprivate static func readableFile(_ url: URL, contentType: HTTP.ContentType) -> Body {
        let file = Body.file(url, contentType: contentType)
        return Body(contentType: contentType) { () throws(RequestError) in
            guard case .stream(let stream) = try file.content() else { return .data(Data()) }
            return .stream(
                BodyStream(byteCount: stream.byteCount) { write in
                    do {
                        try await stream.write(to: write)
                    } catch let error as CocoaError {
                        throw RequestError.unreadableFile(path: url.path, cause: RequestError.Cause(error))
                    }
                }
            )
        }
    }
}

extension Multipart.Part: CustomStringConvertible, CustomReflectable {
    /// The name, the file name, and size and type of the content, which is not shown.
    public var description: String {
        let file = fileName.map { " (\(Redaction.printable($0)))" } ?? ""
        return "\(Redaction.printable(name))\(file): \(body)"
    }

    /// The description, so that `dump` and debuggers show no content.
    public var customMirror: Mirror { Mirror(self, children: ["part": description]) }
}
