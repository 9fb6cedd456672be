import ReactiveHTTPModel
import ReactiveNetworking

extension LoopbackServer.Reply {
    /// Creates a reply with a status and an empty body.
    ///
    /// - Parameter status: The status code.
    /// - Returns: The reply.
    public static func status(_ status: HTTP.StatusCode) -> Self {
        bytes([], type: nil, status: status)
    }

    /// Creates a `text/plain` reply in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func text(_ text: String, status: HTTP.StatusCode = .ok) -> Self {
        bytes(text.utf8, type: "text/plain; charset=utf-8", status: status)
    }

    /// Creates an `application/json` reply. The text is not validated.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func json(_ json: String, status: HTTP.StatusCode = .ok) -> Self {
        bytes(json.utf8, type: "application/json", status: status)
    }

    /// Creates a reply with a JSON-encoded value, as `Body.json(_:vendor:encoder:)` does. A value that cannot be
    /// encoded is a 500 with the reason.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status code.
    ///   - encoder: The encoder of the value.
    /// - Returns: The reply.
    public static func json(
        _ value: some Encodable,
        status: HTTP.StatusCode = .ok,
        encoder: JSONEncoder = JSONEncoder()
    ) -> Self {
        json(.json(value, encoder: encoder), status)
    }

    /// Creates a reply with a JSON object of untyped values, as `Body` encodes them. One that is no JSON is a 500 with
    /// the reason.
    ///
    /// - Parameters:
    ///   - object: The members of the object.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func json(_ object: [String: Any], status: HTTP.StatusCode = .ok) -> Self {
        json(.json(object), status)
    }

    private static func json(_ body: Body, _ status: HTTP.StatusCode) -> Self {
        do throws(RequestError) {
            return bytes(try body.data(), type: "application/json", status: status)
        } catch {
            return text("\(error)", status: .internalServerError)
        }
    }

    /// Creates a reply with bytes and their `Content-Length`.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - type: The `Content-Type`, or `nil` for none.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func bytes(
        _ bytes: some Sequence<UInt8>,
        type: String? = "application/octet-stream",
        status: HTTP.StatusCode = .ok
    ) -> Self {
        var reply = Self(status: status, content: .bytes(Array(bytes)))
        if let type { reply.headers.append(LoopbackServer.HeaderField("Content-Type", type)) }
        return reply
    }

    /// Creates a reply with a chunked body. An HTTP/1.0 client gets it without framing, ended by the close of the
    /// connection.
    ///
    /// ```swift
    /// .chunked([.init("first"), .init("second", after: .milliseconds(20))]).trailer("Digest", "x")
    /// ```
    ///
    /// - Parameters:
    ///   - chunks: The chunks, in order.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func chunked(_ chunks: [Chunk], status: HTTP.StatusCode = .ok) -> Self {
        Self(status: status, content: .chunks(chunks))
    }

    /// Creates a reply with a chunked body that repeats a chunk until the peer closes the connection or the server
    /// stops.
    ///
    /// - Parameters:
    ///   - chunk: The chunk, which is sent each time after its delay.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func endless(_ chunk: Chunk, status: HTTP.StatusCode = .ok) -> Self {
        Self(status: status, content: .endless(chunk))
    }

    /// Creates a redirect without a body.
    ///
    /// - Parameters:
    ///   - location: The value of `Location`, sent unchanged.
    ///   - status: The status code.
    /// - Returns: The reply.
    public static func redirect(to location: String, status: HTTP.StatusCode = .found) -> Self {
        self.status(status).header("Location", location)
    }

    /// A reply that describes the request as JSON: `method`, `path`, `query` (or null), `headers` as an array of pairs
    /// in the order received, and the body as `body` if it is UTF-8, otherwise as `bodyBase64`.
    public static var echo: Self { Self(content: .echo) }

    /// Creates a reply that sends exactly the given bytes, including the head.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to send.
    ///   - ending: The treatment of the connection after the reply.
    /// - Returns: The reply.
    public static func raw(_ bytes: some Sequence<UInt8>, then ending: Ending = .keepAlive) -> Self {
        Self(content: .raw(Array(bytes)), ending: ending)
    }

    /// Creates a reply that sends exactly the given text as UTF-8, including the head.
    ///
    /// - Parameters:
    ///   - text: The text to send.
    ///   - ending: The treatment of the connection after the reply.
    /// - Returns: The reply.
    public static func raw(_ text: String, then ending: Ending = .keepAlive) -> Self {
        raw(text.utf8, then: ending)
    }
}
