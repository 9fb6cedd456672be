import Foundation

/// Makes a ``Request`` step by step. Every step returns a changed copy; nothing throws, and nothing is checked before
/// the request is prepared.
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

    /// Begins with all that `endpoint` says.
    public init(endpoint: some Endpoint) {
        request = Request(endpoint: endpoint)
    }

    /// Begins with a method and a URL, whole or relative to an environment.
    public init(_ method: HTTP.Method, _ url: String) {
        request = Request(method, url)
    }

    /// The request as it is now.
    public func build() -> Request { request }

    func with(_ change: (inout Request) -> Void) -> RequestBuilder {
        var copy = self
        change(&copy.request)
        return copy
    }
}

extension RequestBuilder {
    /// Gives the header `name` this one value, in place of all it had.
    ///
    /// A `Content-Type` set here wins over the body's, an `Authorization` over an earlier ``authorization(_:)``.
    public func header(_ name: String, _ value: String) -> RequestBuilder {
        with {
            $0.headers.set(name, value)
            if HTTP.isSameIgnoringCase(name, HTTP.Headers.Name.authorization) { $0.authorization = nil }
        }
    }

    /// Adds a value to the header `name` and keeps the ones it has. A header that may stand only once, such as
    /// `Authorization` and `Content-Type`, is replaced.
    public func addingHeader(_ name: String, _ value: String) -> RequestBuilder {
        HTTP.Headers.isSingle(name) ? header(name, value) : with { $0.headers.add(name, value) }
    }

    /// Gives every name in `headers` its values there; other names keep theirs.
    public func headers(_ headers: HTTP.Headers) -> RequestBuilder {
        with {
            $0.headers = $0.headers.merging(headers)
            if headers.contains(HTTP.Headers.Name.authorization) { $0.authorization = nil }
        }
    }

    /// Asks `authorization` for the `Authorization` header of each attempt, in place of an earlier one or of a header
    /// set before: the later call wins.
    public func authorization(_ authorization: Authorization) -> RequestBuilder {
        with {
            $0.headers.remove(HTTP.Headers.Name.authorization)
            $0.authorization = authorization
        }
    }
}

extension RequestBuilder {
    /// Sends `body`, in place of an earlier one.
    public func body(_ body: Body) -> RequestBuilder {
        with { $0.body = body }
    }

    /// Sends `value` as JSON; see ``Body/json(_:vendor:encoder:)``.
    public func json(
        _ value: some Encodable,
        vendor: String? = nil,
        encoder: JSONEncoder = JSONEncoder()
    ) -> RequestBuilder {
        body(.json(value, vendor: vendor, encoder: encoder))
    }

    /// Sends an object of loose values as JSON; see ``Body``.
    public func json(
        _ object: [String: Any],
        vendor: String? = nil,
        format: JSONValue.Format = .compact
    ) -> RequestBuilder {
        body(.json(object, vendor: vendor, format: format))
    }

    /// Sends an array of loose values as JSON; see ``Body``.
    public func json(_ array: [Any], vendor: String? = nil, format: JSONValue.Format = .compact) -> RequestBuilder {
        body(.json(array, vendor: vendor, format: format))
    }

    /// Sends text; see ``Body/text(_:encoding:)``.
    public func text(_ text: String, encoding: String.Encoding = .utf8) -> RequestBuilder {
        body(.text(text, encoding: encoding))
    }

    /// Sends bytes as they are.
    public func data(_ data: Data, contentType: HTTP.ContentType = .octetStream) -> RequestBuilder {
        body(.data(data, contentType: contentType))
    }

    /// Sends a file; see ``Body/file(_:contentType:)``.
    public func file(_ file: URL, contentType: HTTP.ContentType = .octetStream) -> RequestBuilder {
        body(.file(file, contentType: contentType))
    }
}

extension RequestBuilder {
    /// Counts exactly these status codes as success.
    public func acceptedCodes(_ codes: AcceptedCodes) -> RequestBuilder {
        with { $0.acceptedResponseCodes = codes }
    }

    /// Says that sending the request twice does no harm, whatever its method: it may be retried.
    public func repeatable() -> RequestBuilder {
        with { $0.isMarkedRepeatable = true }
    }

    /// Sends `key` as `Idempotency-Key`, by which the server tells a repetition from a new request: it may be retried.
    public func idempotencyKey(_ key: String) -> RequestBuilder {
        header(HTTP.Headers.Name.idempotencyKey, key)
    }

    /// Bounds the response body that is collected in memory, in bytes after decompression.
    public func maxBodySize(_ byteCount: Int) -> RequestBuilder {
        with { $0.maxBodySize = byteCount }
    }
}

extension RequestBuilder: CustomStringConvertible, CustomReflectable {
    /// The request so far, on one line, secrets hidden.
    public var description: String { request.description }

    /// The request's own redacted parts.
    public var customMirror: Mirror { request.customMirror }
}
