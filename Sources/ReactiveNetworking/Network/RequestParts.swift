/// The parts of a request that can be kept beyond the process: those of the user, encoded, without the layers of a
/// network and without sources of authorization.
package struct RequestParts: Sendable {
    package var method: HTTP.Method
    /// The URL as given, with the user's parameters.
    package var url: String
    /// The origin that the URL leads to now.
    package var origin: String
    package var headers: HTTP.Headers
    package var contentType: HTTP.ContentType?
    /// The encoded body, or `nil`.
    package var content: BodyContent?
    package var acceptedCodes: AcceptedCodes?
    package var isMarkedRepeatable: Bool
}

extension Network {
    /// Checks a request, and returns the parts of it that can be kept.
    package func parts(of request: Request) throws(RequestError) -> RequestParts {
        let resolved = resolved(request)
        let prepared = try resolved.preparedWithoutAuthorization()
        var parts = RequestParts(
            method: prepared.method,
            url: request.url,
            origin: prepared.url.origin,
            headers: HTTP.Headers(),
            contentType: nil,
            content: nil,
            acceptedCodes: nil,
            isMarkedRepeatable: request.isMarkedRepeatable
        )
        guard let settings = request.settings else {
            parts.contentType = request.body?.contentType
            parts.content = request.body == nil ? nil : prepared.content
            return parts
        }
        let own = settings.inherited?.overridden(by: settings.configuration) ?? settings.configuration
        parts.headers = own.headers
        parts.acceptedCodes = own.acceptedCodes
        // Without its own environment, a relative URL leads elsewhere.
        if settings.environment != nil { parts.url = resolved.url }
        var bare = resolved
        bare.address = parts.url
        bare.set { $0.configuration.parameters = own.parameters }
        let (url, body) = try bare.encodedParts()
        parts.url = url
        parts.contentType = body?.contentType
        parts.content = body == nil ? nil : try bare.wireContent(of: body, with: bare.configuration)
        return parts
    }

    /// Returns the origin that a request leads to now, such as `https://example.com:443`.
    package func origin(of request: Request) throws(RequestError) -> String {
        let (url, _) = try resolved(request).encodedParts()
        return try HTTPURL.checked(url).url.origin
    }
}

extension Body {
    /// Creates a body of bytes that are read piece by piece for each exchange.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes.
    ///   - contentType: The media type, or `nil` to send none.
    ///   - write: Passes the bytes to its argument, from the first to the last.
    package static func pieces(
        byteCount: Int64,
        contentType: HTTP.ContentType?,
        _ write: @escaping @Sendable (@Sendable (Data) async throws -> Void) async throws -> Void
    ) -> Body {
        let stream = BodyStream(byteCount: byteCount, write)
        return Body(contentType: contentType) { .stream(stream) }
    }
}

extension AcceptedCodes {
    /// The codes as ascending ranges, which neither touch nor overlap.
    package var closedRanges: [ClosedRange<Int>] { ranges }

    /// Creates a set of all codes in some ranges.
    package init(ranges: [ClosedRange<Int>]) {
        self.init(ranges.joined().map { HTTP.StatusCode(rawValue: $0) })
    }
}
