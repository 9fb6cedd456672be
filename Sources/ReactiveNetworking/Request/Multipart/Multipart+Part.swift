extension Multipart {
    /// A part of a ``Multipart``, with its name, content, and headers.
    public struct Part: Sendable {
        let name: String
        let fileName: String?
        let body: Body
        /// A Boolean value that indicates whether the content is in memory; files and streams are read while they are
        /// sent.
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

        /// Returns a copy of the part with a header field, such as `Content-ID`, that replaces an earlier one.
        ///
        /// `Content-Disposition` and `Content-Type` are derived from the part and cannot be set. These, names that are
        /// not tokens, and values with control characters fail the request when it is prepared.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - value: The value of the field.
        /// - Returns: The copy.
        public func header(_ name: String, _ value: String) -> Part {
            var copy = self
            copy.headers.set(name, value)
            return copy
        }
    }
}

extension Multipart.Part {
    /// Creates a text field in UTF-8, sent without a media type.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - text: The value.
    /// - Returns: The part.
    public static func value(_ name: String, _ text: String) -> Self {
        Self(name, inMemory: .data(Data(text.utf8), contentType: nil))
    }

    /// Creates a numeric field, written as Swift does: `11`, `11.1`.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - number: The value. NaN and infinity fail the request when it is prepared.
    /// - Returns: The part.
    public static func value(_ name: String, _ number: some Numeric & Sendable) -> Self {
        let text = "\(number)"
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
            let error = RequestError.unencodableBody(path: "", reason: "\(text) is not a number")
            return Self(name, inMemory: Body(contentType: nil, content: .failure(error)))
        }
        return value(name, text)
    }

    /// Creates a Boolean field, written as `1` or `0`. For a server that expects words, use a text field with
    /// `"\(flag)"`.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - flag: The value.
    /// - Returns: The part.
    public static func value(_ name: String, _ flag: Bool) -> Self {
        value(name, flag ? "1" : "0")
    }

    /// Creates a part with a JSON-encoded value, as ``Body/json(_:vendor:encoder:)`` does.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - value: The value to encode.
    ///   - encoder: The encoder of the value.
    /// - Returns: The part.
    public static func json(_ name: String, _ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) -> Self {
        Self(name, inMemory: .json(value, encoder: encoder))
    }

    /// Creates a part with a JSON object of untyped values, as ``Body`` encodes them.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - object: The members of the object.
    /// - Returns: The part.
    public static func json(_ name: String, _ object: [String: Any]) -> Self {
        Self(name, inMemory: .json(object))
    }

    /// Creates a file part from bytes.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - data: The bytes.
    ///   - fileName: The name of the file, or `nil` for the key.
    ///   - contentType: The media type. `init(fileExtension:)` provides those of common files.
    /// - Returns: The part.
    public static func data(
        _ name: String,
        _ data: Data,
        fileName: String? = nil,
        contentType: HTTP.ContentType = .octetStream
    ) -> Self {
        Self(name, fileName: fileName ?? name, inMemory: .data(data, contentType: contentType))
    }

    /// Creates a part from a file that is read in pieces while it is sent.
    ///
    /// The size of the file is determined when the request is prepared. If the file does not exist or cannot be read
    /// then, nothing is sent. If it shrinks, grows, or disappears later, the exchange fails with
    /// `TransportError.Kind.bodyUnavailable` and a ``MultipartError`` or a `RequestError` as its cause, and the
    /// server never receives a body that looks complete.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - file: The URL of the file.
    ///   - fileName: The name of the file in the form, or `nil` for its last path component.
    ///   - contentType: The media type, or `nil` for that of the file's extension.
    /// - Returns: The part.
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

    /// Creates a file part from a sequence of chunks, which are requested while they are sent, as fast as the
    /// connection accepts them.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - byteCount: The total number of bytes; any other number fails the exchange. If `nil`, the whole body is sent
    ///     in chunks, without a `Content-Length`.
    ///   - fileName: The name of the file, or `nil` for the key.
    ///   - contentType: The media type.
    ///   - chunks: Creates the sequence for each attempt. An error that it throws is the `TransportError.cause` of
    ///     the failure.
    /// - Returns: The part.
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

    /// Creates a file part from a sequence of chunks that can be read only once. The request is then sent only once,
    /// too.
    ///
    /// - Parameters:
    ///   - name: The key in the form.
    ///   - byteCount: The total number of bytes; any other number fails the exchange. If `nil`, the whole body is sent
    ///     in chunks, without a `Content-Length`.
    ///   - fileName: The name of the file, or `nil` for the key.
    ///   - contentType: The media type.
    ///   - chunks: The sequence. An error that it throws is the `TransportError.cause` of the failure.
    /// - Returns: The part.
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
    /// Creates a body like ``file(_:contentType:)``, with errors that name a file that cannot be read to its end.
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
    /// The name, the file name, and the size and type of the content, which is not shown.
    public var description: String {
        let file = fileName.map { " (\(Redaction.printable($0)))" } ?? ""
        return "\(Redaction.printable(name))\(file): \(body)"
    }

    /// A mirror of the description, so that `dump` and debuggers show no content.
    public var customMirror: Mirror { Mirror(self, children: ["part": description]) }
}
