extension Body {
    /// Creates a body of `value` as JSON, encoded with the encoder of the network (``Network/Configuration/encoder``).
    ///
    /// Every `Encodable` value is accepted, a top-level string, number or `null` included (RFC 8259). An encoding error
    /// fails the request when it is prepared, as `unencodableBody(path:reason:cause:)` with the coding
    /// path.
    ///
    /// - Parameters:
    ///   - value: The value to send.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`
    ///     (`applicationJson(vendor:)`).
    public static func json(_ value: some Encodable & Sendable, vendor: String? = nil) -> Body {
        let json = data(of: value, JSONEncoder())
        let source = EncodedSource(value, isEncodable: (try? json.get()) != nil)
        return Body(contentType: .applicationJson(vendor: vendor), json: json, of: source) { data(of: value, $0) }
    }

    /// Creates a body of `value` as JSON, encoded at once with an encoder of your own.
    ///
    /// Every `Encodable` value is accepted, a top-level string, number or `null` included (RFC 8259). An encoding error
    /// fails the request when it is prepared, as `unencodableBody(path:reason:cause:)` with the coding
    /// path.
    ///
    /// - Parameters:
    ///   - value: The value to send. A value that is not `Sendable` never uses the encoder of the network.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`
    ///     (`applicationJson(vendor:)`).
    ///   - encoder: The encoder, which decides on dates, data, keys and format.
    public static func json(
        _ value: some Encodable,
        vendor: String? = nil,
        encoder: JSONEncoder = JSONEncoder()
    ) -> Body {
        Body(contentType: .applicationJson(vendor: vendor), content: data(of: value, encoder))
    }

    private static func data(of value: some Encodable, _ encoder: JSONEncoder) -> Result<Data, RequestError> {
        Result { try encoder.encode(value) }.mapError { error in
            let encodingFailure = EncodingFailure(error)
            return .unencodableBody(
                path: encodingFailure.path,
                reason: encodingFailure.reason,
                cause: encodingFailure.cause
            )
        }
    }

    /// Creates a body of an object of loose values as JSON, with sorted keys, so that equal objects have equal bytes.
    ///
    /// Values are `nil`, `NSNull`, `Bool`, strings, finite numbers, arrays, and dictionaries with string keys, at most
    /// 128 levels deep. Any other value (`Data`, `Date`, NaN, your own types) fails the request when it is prepared, as
    /// ``RequestError/unencodableBody(path:reason:cause:)`` with the path of the value:
    /// `user.avatar: Data is not a JSON value`.
    ///
    /// - Parameters:
    ///   - object: The members of the object.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`
    ///     (``HTTP/ContentType/applicationJson(vendor:)``).
    ///   - format: The layout; on one line by default.
    public static func json(
        _ object: [String: Any],
        vendor: String? = nil,
        format: JSONValue.Format = .compact
    ) -> Body {
        Body(contentType: .applicationJson(vendor: vendor), content: looseData(object, format))
    }

    /// Creates a body of an array of loose values as JSON, of the same kinds of values as an object.
    ///
    /// - Parameters:
    ///   - array: The elements of the array.
    ///   - vendor: The vendor in the media type `application/<vendor>+json`
    ///     (`applicationJson(vendor:)`).
    ///   - format: The layout; on one line by default.
    public static func json(_ array: [Any], vendor: String? = nil, format: JSONValue.Format = .compact) -> Body {
        Body(contentType: .applicationJson(vendor: vendor), content: looseData(array, format))
    }

    private static func looseData(_ value: Any, _ format: JSONValue.Format) -> Result<Data, RequestError> {
        Result { () throws(JSONError) in try JSONValue(loose: value).data(format) }
            .mapError { .unencodableBody(path: $0.path, reason: $0.reason) }
    }
}
