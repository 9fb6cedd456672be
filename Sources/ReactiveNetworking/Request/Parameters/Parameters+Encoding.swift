extension Parameters {
    /// The place of a request's parameters, and their format there.
    ///
    /// By default, the parameters of POST, PUT, PATCH, and QUERY form a JSON body, and all others a query.
    ///
    /// ```swift
    /// RequestBuilder(.post, "/todos").parameters(["title": "Write"], encoding: .form)
    /// ```
    public struct Encoding: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case query
            case form(charset: String.Encoding?)
            case json(JSONValue.Format)
            case encoded(HTTP.ContentType)
        }

        let kind: Kind

        /// Parameters appended to the query of the URL, as ``Parameters/query(_:)`` writes them.
        public static let query = Parameters.Encoding(kind: .query)

        /// A body of the type `application/x-www-form-urlencoded`, without a charset parameter, written like a query.
        public static let form = Parameters.Encoding(kind: .form(charset: nil))

        /// A form body whose media type names the charset.
        ///
        /// - Parameter charset: The character encoding of the values.
        /// - Returns: The encoding.
        public static func form(charset: String.Encoding) -> Parameters.Encoding {
            Parameters.Encoding(kind: .form(charset: charset))
        }

        /// A JSON object on one line, as the body.
        public static let json = Parameters.Encoding(kind: .json(.compact))

        /// A JSON object as the body.
        ///
        /// - Parameter format: The layout of the JSON text.
        /// - Returns: The encoding.
        public static func json(_ format: JSONValue.Format) -> Parameters.Encoding {
            Parameters.Encoding(kind: .json(format))
        }

        /// A body written by the encoder that ``Body/Encoders`` has for a media type. The encoder receives a
        /// `JSONValue`.
        ///
        /// - Parameter contentType: The media type of the body.
        /// - Returns: The encoding.
        public static func custom(_ contentType: HTTP.ContentType) -> Parameters.Encoding {
            Parameters.Encoding(kind: .encoded(contentType))
        }

        /// Returns the body that holds the parameters.
        func body(of parameters: Parameters, _ style: Parameters.Style) throws(RequestError) -> Body {
            switch kind {
            case .query: preconditionFailure("A query is not a body")
            case .form(let charset): return .form(parameters, style: style, charset: charset)
            case .json(let format):
                let object = JSONValue.object(try parameters.values)
                do throws(JSONError) {
                    return .data(try object.data(format), contentType: .applicationJson)
                } catch {
                    throw RequestError(error)
                }
            case .encoded(let contentType): return .encoded(JSONValue.object(try parameters.values), as: contentType)
            }
        }
    }
}

extension Body {
    /// Creates a form (`application/x-www-form-urlencoded`), written as ``Parameters/query(_:)`` writes a query.
    ///
    /// The body holds only these parameters. ``RequestBuilder/form(_:)`` also sends the default parameters of the
    /// configuration.
    ///
    /// - Parameters:
    ///   - parameters: The fields of the form. A value that cannot be encoded fails the request when it is prepared.
    ///   - style: The form of arrays and Boolean values.
    ///   - charset: The character encoding of the values, which the media type then names. Defaults to UTF-8, which is
    ///     not named.
    /// - Returns: The body.
    public static func form(
        _ parameters: Parameters,
        style: Parameters.Style = Parameters.Style(),
        charset: String.Encoding? = nil
    ) -> Body {
        let type = HTTP.ContentType.formURLEncoded
        guard let charset else { return form(parameters, style, .utf8, as: type) }
        guard let name = self.charset(of: charset) else {
            let reason = "the encoding has no registered charset name"
            return Body(contentType: type, content: .failure(.unencodableBody(path: "", reason: reason)))
        }
        guard "a=b&".data(in: charset) == Data("a=b&".utf8) else {
            let reason = "\(name) is not a superset of ASCII, as the charset of a form must be"
            return Body(contentType: type, content: .failure(.unencodableBody(path: "", reason: reason)))
        }
        return form(parameters, style, charset, as: HTTP.ContentType(rawValue: "\(type.rawValue); charset=\(name)"))
    }

    private static func form(
        _ parameters: Parameters,
        _ style: Parameters.Style,
        _ encoding: String.Encoding,
        as type: HTTP.ContentType
    ) -> Body {
        let content = Result { () throws(RequestError) in Data(try parameters.pairs(style, in: encoding)) }
        return Body(contentType: type, content: content)
    }
}
