extension Decoding {
    /// Returns a decoding of a value of your own type from JSON (UTF-8, UTF-16 or UTF-32), at most 128 levels deep.
    ///
    /// ```swift
    /// .json([Todo].self, at: "json.test")         // {"json": {"test": [...]}}
    /// .json(Todo.self, at: "items.0.todo")        // the first of the items
    /// ```
    ///
    /// The whole body has to be JSON, including members that the type ignores: a comma after the last element is
    /// refused. The last of repeated members counts, as in ECMAScript. A decoder that allows JSON5 decides by itself.
    ///
    /// An empty body is missing data. If the type is optional, a response that has no body by its nature is `nil`. The
    /// decoding fails with a ``DecodingFailure``; an error that an initializer of your own throws is passed on
    /// unchanged.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - path: The path of the value: keys and indices of elements, separated by dots; a backslash escapes the next
    ///     character. Keys are those of the JSON, before any strategy for keys. The whole body by default.
    ///   - decoder: A closure that makes the decoder, once for each response; the network's own if `nil`.
    /// - Returns: The decoding.
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

    /// A decoding of any JSON, at most 128 levels deep. A response that has no body by its nature is `null`.
    public static var jsonValue: Decoding<JSONValue> {
        Decoding<JSONValue>(emptyBody: .allowedForNoContent) { response, _ in try response.jsonValue(whenEmpty: .null)
        }
    }

    /// A decoding of a JSON object; any other root is a ``DecodingFailure``. `null` is an empty object, and so is a
    /// response that has no body by its nature.
    public static var dictionary: Decoding<[String: JSONValue]> {
        Decoding<[String: JSONValue]>(emptyBody: .allowedForNoContent) { response, _ in
            let value = try response.jsonValue(whenEmpty: .null)
            guard let object = value == .null ? [:] : value.object else {
                throw DecodingFailure(expected: "an object", found: value, in: response)
            }
            return object
        }
    }

    /// Returns a decoding of a JSON object that wraps an array in an object with one member.
    ///
    /// ```swift
    /// network.send(.todos, decoding: .dictionary(wrappingArrayIn: "items"))   // [1, 2] becomes {"items": [1, 2]}
    /// ```
    ///
    /// An object stays as it is. `null` is an empty object, and so is a response that has no body by its nature. Any
    /// other root is a ``DecodingFailure``.
    ///
    /// - Parameter key: The name of the member.
    /// - Returns: The decoding.
    public static func dictionary(wrappingArrayIn key: String) -> Decoding<[String: JSONValue]> {
        Decoding<[String: JSONValue]>(emptyBody: .allowedForNoContent) { response, _ in
            let value = try response.jsonValue(whenEmpty: .null)
            if let array = value.array { return [key: .array(array)] }
            guard let object = value == .null ? [:] : value.object else {
                throw DecodingFailure(expected: "an object or an array", found: value, in: response)
            }
            return object
        }
    }

    /// A decoding of a JSON array; any other root is a ``DecodingFailure``. `null` is an empty array, and so is a
    /// response that has no body by its nature.
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
