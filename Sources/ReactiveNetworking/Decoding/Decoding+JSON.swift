import Foundation

extension Decoding {
    /// A value of your own type from JSON (UTF-8, UTF-16 or UTF-32), at most 128 levels deep.
    ///
    /// ```swift
    /// .json([Todo].self, at: "json.test")         // {"json": {"test": [...]}}
    /// .json(Todo.self, at: "items.0.todo")        // the first of the items
    /// ```
    ///
    /// The body has to be JSON throughout, in members that the type ignores too: a comma after the last element is refused, as by
    /// the other forms. A decoder that allows JSON5 is left to its own judgement.
    ///
    /// An empty body is missing data, unless the type is optional: then a response that has none by nature is `nil`.
    /// Fails with a ``DecodingFailure``; an error that is thrown by an initializer of your own passes as it is.
    ///
    /// - Parameters:
    ///   - type: what to decode.
    ///   - path: the way to the value, keys and the numbers of elements with dots between them; a backslash takes the next
    ///     character as it is. Keys are those of the JSON, before any strategy for keys. The whole body by default.
    ///   - decoder: makes the decoder, once for each response; the network's own if `nil`.
    public static func json<Value: Decodable>(
        _ type: Value.Type,
        at path: String = "",
        decoder: (@Sendable () -> JSONDecoder)? = nil
    ) -> Decoding<Value> {
        let steps = PathStep.parse(path)
        let isOptional = type is any ExpressibleByNilLiteral.Type
        return Decoding<Value>(emptyBody: isOptional ? .allowedForNoContent : .missing) { response, standard in
            let decoder = decoder?() ?? standard()
            let data = try response.json(for: type, decoder)
            do {
                guard !steps.isEmpty, !response.data.isEmpty else { return try decoder.decode(type, from: data) }
                let steps = decoder.renaming(steps)
                return try decoder.decode(AtPath<Value>.self, from: data, configuration: steps).value
            } catch let error as DecodingError {
                throw DecodingFailure(error, decoding: type, of: response)
            } catch let error as MissingStep {
                throw DecodingFailure(error, decoding: type, of: response)
            }
        }
    }

    /// Any JSON, at most 128 levels deep. Without a body, where there is none by nature: `null`.
    public static var jsonValue: Decoding<JSONValue> {
        Decoding<JSONValue>(emptyBody: .allowedForNoContent) { response, _ in try response.jsonValue(whenEmpty: .null)
        }
    }

    /// A JSON object; anything else at the root is a ``DecodingFailure``. `null` is an empty one, and so
    /// is no body where there is none by nature.
    public static var dictionary: Decoding<[String: JSONValue]> {
        Decoding<[String: JSONValue]>(emptyBody: .allowedForNoContent) { response, _ in
            let value = try response.jsonValue(whenEmpty: .null)
            guard let object = value == .null ? [:] : value.object else {
                throw DecodingFailure(expected: "an object", found: value, in: response)
            }
            return object
        }
    }

    /// A JSON array; anything else at the root is a ``DecodingFailure``. `null` is an empty one, and so is
    /// no body where there is none by nature.
    public static var array: Decoding<[JSONValue]> {
        Decoding<[JSONValue]>(emptyBody: .allowedForNoContent) { response, _ in
            let value = try response.jsonValue(whenEmpty: .null)
            guard let array = value == .null ? [] : value.array else {
                throw DecodingFailure(expected: "an array", found: value, in: response)
            }
            return array
        }
    }
}

extension RawResponse {
    fileprivate func json(for target: Any.Type, _ decoder: JSONDecoder) throws(DecodingFailure) -> Data {
        guard !data.isEmpty else { return Data("null".utf8) }
        return decoder.allowsJSON5 ? try shallowJSON(for: target) : try json(for: target)
    }

    fileprivate func jsonValue(whenEmpty empty: JSONValue) throws(DecodingFailure) -> JSONValue {
        guard !data.isEmpty else { return empty }
        let data = try shallowJSON(for: JSONValue.self)
        do throws(JSONError) {
            return try JSONValue(parsing: data)
        } catch {
            throw DecodingFailure(error, in: self)
        }
    }
}
