/// A builder that describes a ``Request`` step by step.
///
/// Every step returns a changed copy. Nothing throws: the request is checked when it is prepared.
///
/// ```swift
/// let request = RequestBuilder(.post, "https://example.com/todos")
///     .authorization(.bearer(token))
///     .header("Accept-Language", "en")
///     .json(Todo(title: "Write"))
///     .idempotencyKey("7f1c")
///     .build()
/// ```
public struct RequestBuilder: Sendable {
    private var request: Request

    /// Creates a builder that starts with the request of `endpoint`.
    ///
    /// - Parameter endpoint: The endpoint.
    public init(endpoint: some Endpoint) {
        request = endpoint.makeRequest()
    }

    /// Creates a builder that starts with a method and a URL.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL, absolute or relative to an environment.
    public init(_ method: HTTP.Method, _ url: String) {
        request = Request(method, url)
    }

    /// Returns the request in its current state.
    public func build() -> Request { request }

    func with(_ change: (inout Request) -> Void) -> RequestBuilder {
        var copy = self
        change(&copy.request)
        return copy
    }
}

extension RequestBuilder {
    /// Sets the header `name` to one value, in place of all earlier ones.
    ///
    /// A `Content-Type` set here wins over that of the body, an `Authorization` over an earlier ``authorization(_:)``.
    ///
    /// - Parameters:
    ///   - name: The name, which is case-insensitive.
    ///   - value: The value.
    /// - Returns: The changed builder.
    public func header(_ name: String, _ value: String) -> RequestBuilder {
        with {
            $0.headers.set(name, value)
            if HTTP.isSameIgnoringCase(name, HTTP.Headers.Name.authorization) { $0.authorization = nil }
        }
    }

    /// Adds a value to the header `name`. A header that allows only one value, such as `Authorization` and
    /// `Content-Type`, is replaced.
    ///
    /// - Parameters:
    ///   - name: The name, which is case-insensitive.
    ///   - value: The value.
    /// - Returns: The changed builder.
    public func addingHeader(_ name: String, _ value: String) -> RequestBuilder {
        HTTP.Headers.isSingle(name) ? header(name, value) : with { $0.headers.add(name, value) }
    }

    /// Sets every name in `headers` to its values there. Other names keep their values.
    ///
    /// - Parameter headers: The header fields.
    /// - Returns: The changed builder.
    public func headers(_ headers: HTTP.Headers) -> RequestBuilder {
        with {
            $0.headers = $0.headers.merging(headers)
            if headers.contains(HTTP.Headers.Name.authorization) { $0.authorization = nil }
        }
    }

    /// Sets the source of the `Authorization` header of each attempt, in place of an earlier source or header.
    ///
    /// - Parameter authorization: The source.
    /// - Returns: The changed builder.
    public func authorization(_ authorization: Authorization) -> RequestBuilder {
        with {
            $0.headers.remove(HTTP.Headers.Name.authorization)
            $0.authorization = authorization
        }
    }
}

extension RequestBuilder {
    /// Sets the content, in place of an earlier one.
    ///
    /// - Parameter body: The content.
    /// - Returns: The changed builder.
    public func body(_ body: Body) -> RequestBuilder {
        with { $0.body = body }
    }

    /// Sends `value` as JSON, encoded with the encoder of the network (``Network/Configuration/encoder``).
    ///
    /// - Parameters:
    ///   - value: The value to send.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`.
    /// - Returns: The changed builder.
    public func json(_ value: some Encodable & Sendable, vendor: String? = nil) -> RequestBuilder {
        body(.json(value, vendor: vendor))
    }

    /// Sends `value` as JSON, encoded at once with an encoder of your own.
    ///
    /// - Parameters:
    ///   - value: The value to send. A value that is not `Sendable` never uses the encoder of the network.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`.
    ///   - encoder: The encoder, which decides on dates, data, keys and format.
    /// - Returns: The changed builder.
    public func json(
        _ value: some Encodable,
        vendor: String? = nil,
        encoder: JSONEncoder = JSONEncoder()
    ) -> RequestBuilder {
        body(.json(value, vendor: vendor, encoder: encoder))
    }

    /// Sends an object of loose values as JSON.
    ///
    /// - Parameters:
    ///   - object: The members of the object.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`.
    ///   - format: The layout; on one line by default.
    /// - Returns: The changed builder.
    public func json(
        _ object: [String: Any],
        vendor: String? = nil,
        format: JSONValue.Format = .compact
    ) -> RequestBuilder {
        body(.json(object, vendor: vendor, format: format))
    }

    /// Sends an array of loose values as JSON.
    ///
    /// - Parameters:
    ///   - array: The elements of the array.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`.
    ///   - format: The layout; on one line by default.
    /// - Returns: The changed builder.
    public func json(_ array: [Any], vendor: String? = nil, format: JSONValue.Format = .compact) -> RequestBuilder {
        body(.json(array, vendor: vendor, format: format))
    }

    /// Sends text as `text/plain`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - encoding: The encoding of the text.
    /// - Returns: The changed builder.
    public func text(_ text: String, encoding: String.Encoding = .utf8) -> RequestBuilder {
        body(.text(text, encoding: encoding))
    }

    /// Sends bytes unchanged.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The media type.
    /// - Returns: The changed builder.
    public func data(_ data: Data, contentType: HTTP.ContentType = .octetStream) -> RequestBuilder {
        body(.data(data, contentType: contentType))
    }

    /// Sends a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - contentType: The media type.
    /// - Returns: The changed builder.
    public func file(_ file: URL, contentType: HTTP.ContentType = .octetStream) -> RequestBuilder {
        body(.file(file, contentType: contentType))
    }
}

extension RequestBuilder {
    /// Sets the status codes that count as success.
    ///
    /// - Parameter codes: The codes.
    /// - Returns: The changed builder.
    public func acceptedCodes(_ codes: AcceptedCodes) -> RequestBuilder {
        with { $0.acceptedCodes = codes }
    }

    /// Allows retries whatever the method, for a request that is harmless to send twice.
    ///
    /// - Returns: The changed builder.
    public func repeatable() -> RequestBuilder {
        with { $0.isMarkedRepeatable = true }
    }

    /// Sends `key` as `Idempotency-Key`, which allows retries: the server recognizes a repeated request by it.
    ///
    /// - Parameter key: The key, unique for each logical request.
    /// - Returns: The changed builder.
    public func idempotencyKey(_ key: String) -> RequestBuilder {
        header(HTTP.Headers.Name.idempotencyKey, key)
    }

    /// Sets the largest response body that is collected in memory.
    ///
    /// - Parameter byteCount: The size in bytes, after decompression.
    /// - Returns: The changed builder.
    public func maxBodySize(_ byteCount: Int) -> RequestBuilder {
        with { $0.maxBodySize = byteCount }
    }
}

extension RequestBuilder: CustomStringConvertible, CustomReflectable {
    /// The request on one line, with secrets redacted.
    public var description: String { request.description }

    /// The parts of the request, with secrets redacted.
    public var customMirror: Mirror { request.customMirror }
}
