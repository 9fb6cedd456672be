import Foundation

extension Body {
    /// `value` as JSON.
    ///
    /// Any `Encodable` will do, a top-level string, number or `null` included (RFC 8259). A failure keeps the coding
    /// path and the encoder's error and surfaces when the request is prepared.
    ///
    /// - Parameters:
    ///   - value: what to send.
    ///   - vendor: makes the media type `application/<vendor>+json` (``HTTP/ContentType/applicationJson(vendor:)``).
    ///   - encoder: decides on dates, data, keys and format.
    public static func json(
        _ value: some Encodable,
        vendor: String? = nil,
        encoder: JSONEncoder = JSONEncoder()
    ) -> Body {
        let content = Result { try encoder.encode(value) }.mapError { error in
            let encodingFailure = EncodingFailure(error)
            return RequestError.unencodableBody(
                path: encodingFailure.path,
                reason: encodingFailure.reason,
                cause: encodingFailure.cause
            )
        }
        return Body(contentType: .applicationJson(vendor: vendor), content: content)
    }

    /// A JSON object of loose values, its keys sorted so that equal objects give equal bytes, on one line unless `format`
    /// says otherwise.
    ///
    /// Values are `nil`, `NSNull`, `Bool`, strings, finite numbers, arrays, and dictionaries with string keys, at
    /// most 128 levels deep. Anything else (`Data`, `Date`, NaN, your own types) surfaces when the request is
    /// prepared, as ``RequestError/unencodableBody(path:reason:cause:)`` with the path to it:
    /// `user.avatar: Data is not a JSON value`.
    public static func json(
        _ object: [String: Any],
        vendor: String? = nil,
        format: JSONValue.Format = .compact
    ) -> Body {
        Body(contentType: .applicationJson(vendor: vendor), content: looseData(object, format))
    }

    /// A JSON array of loose values; otherwise as with an object.
    public static func json(_ array: [Any], vendor: String? = nil, format: JSONValue.Format = .compact) -> Body {
        Body(contentType: .applicationJson(vendor: vendor), content: looseData(array, format))
    }

    private static func looseData(_ value: Any, _ format: JSONValue.Format) -> Result<Data, RequestError> {
        Result { () throws(JSONError) in try JSONValue(loose: value).data(format) }
            .mapError { .unencodableBody(path: $0.path, reason: $0.reason) }
    }
}
