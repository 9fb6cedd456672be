import Foundation

/// Where the parameters of a request go, and how they are written there.
///
/// By default those of POST, PUT and PATCH are a JSON body, and all others a query.
///
/// ```swift
/// RequestBuilder(.post, "/todos").parameters(["title": "Write"], encoding: .form)
/// ```
public struct ParameterEncoding: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case query
        case form(charset: String.Encoding?)
        case json(JSONValue.Format)
        case encoded(HTTP.ContentType)
    }

    let kind: Kind

    /// Appended to the query of the URL; see ``Parameters/query(_:)``.
    public static let query = ParameterEncoding(kind: .query)

    /// A body of the type `application/x-www-form-urlencoded`, without a charset, as a query is written.
    public static let form = ParameterEncoding(kind: .form(charset: nil))

    /// The same in another charset than UTF-8, or with UTF-8 named: the media type says which.
    public static func form(charset: String.Encoding) -> ParameterEncoding {
        ParameterEncoding(kind: .form(charset: charset))
    }

    /// A JSON object on one line.
    public static let json = ParameterEncoding(kind: .json(.compact))

    /// A JSON object.
    public static func json(_ format: JSONValue.Format) -> ParameterEncoding {
        ParameterEncoding(kind: .json(format))
    }

    /// A body that the encoder for `contentType` makes of them (``BodyEncoders``); it gets them as a ``JSONValue``.
    public static func custom(_ contentType: HTTP.ContentType) -> ParameterEncoding {
        ParameterEncoding(kind: .encoded(contentType))
    }

    /// The body that these parameters make.
    func body(of parameters: Parameters, _ style: ParameterStyle) throws(RequestError) -> Body {
        switch kind {
        case .query: preconditionFailure("A query is no body")
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

extension Body {
    /// Parameters as a form (`application/x-www-form-urlencoded`), written like a query; see ``Parameters/query(_:)``.
    ///
    /// It holds these parameters alone. ``RequestBuilder/form(_:)`` sends those that the layers give by default too.
    ///
    /// - Parameters:
    ///   - parameters: what to send; what cannot be encoded surfaces when the request is prepared.
    ///   - style: how arrays and truth values are written.
    ///   - charset: the encoding of the texts, which the media type then names. UTF-8, without a word, by default.
    public static func form(
        _ parameters: Parameters,
        style: ParameterStyle = ParameterStyle(),
        charset: String.Encoding? = nil
    ) -> Body {
        let type = HTTP.ContentType.formURLEncoded
        guard let charset else { return form(parameters, style, .utf8, as: type) }
        guard let name = self.charset(of: charset) else {
            let reason = "the encoding has no registered charset name"
            return Body(contentType: type, content: .failure(.unencodableBody(path: "", reason: reason)))
        }
        guard "a=b&".data(using: charset) == Data("a=b&".utf8) else {
            let reason = "\(name) is no superset of ASCII, which the charset of a form has to be"
            return Body(contentType: type, content: .failure(.unencodableBody(path: "", reason: reason)))
        }
        return form(parameters, style, charset, as: HTTP.ContentType(rawValue: "\(type.rawValue); charset=\(name)"))
    }

    private static func form(
        _ parameters: Parameters,
        _ style: ParameterStyle,
        _ encoding: String.Encoding,
        as type: HTTP.ContentType
    ) -> Body {
        let content = Result { () throws(RequestError) in Data(try parameters.pairs(style, in: encoding)) }
        return Body(contentType: type, content: content)
    }
}
