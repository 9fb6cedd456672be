extension Body {
    /// The encoders of bodies by media type, for formats other than JSON and forms.
    ///
    /// ```swift
    /// var encoders = Body.Encoders()
    /// encoders["application/x-plist"] = { try PropertyListEncoder().encode($0) }
    /// let network = Network(configuration: Network.Configuration(encoders: encoders))
    /// network.send(RequestBuilder(.post, url).encoded(todo, as: "application/x-plist").build())
    /// ```
    ///
    /// Media types are compared without their parameters and without regard to case. `application/json`, every type
    /// that ends in `+json`, and `application/x-www-form-urlencoded` have standard encoders, which you can replace. An
    /// encoder equals only its own copies.
    public struct Encoders: Hashable, Sendable {
        /// A closure that encodes a value. It may run on any thread, several times at once. An error that it throws
        /// fails the request with `unencodableBody(path:reason:cause:)`.
        public typealias Encode = @Sendable (any Encodable) throws -> Data

        private var encoders: [String: Unique<Encode>] = [:]
        /// The style of the standard form encoder.
        var style = Parameters.Style()

        /// A closure that makes the encoder of JSON, or `nil` for the standard one.
        var json: (@Sendable () -> JSONEncoder)?

        /// Creates a set of the standard encoders.
        public init() {}

        /// The encoder for `contentType`, or `nil` if you have set none.
        ///
        /// - Parameter contentType: The media type.
        public subscript(contentType: HTTP.ContentType) -> Encode? {
            get { encoders[Self.key(contentType)]?.value }
            set { encoders[Self.key(contentType)] = newValue.map { Unique($0) } }
        }

        func overridden(by other: Body.Encoders) -> Body.Encoders {
            var result = self
            result.encoders.merge(other.encoders) { _, new in new }
            return result
        }

        func encode(_ value: any Encodable, as contentType: HTTP.ContentType) throws(RequestError) -> Data {
            guard let encode = self[contentType] ?? standard(contentType) else {
                throw .missingEncoder(contentType)
            }
            do {
                return try encode(value)
            } catch let error as RequestError {
                throw error
            } catch {
                let encodingFailure = EncodingFailure(error, as: contentType.isJSON ? "JSON" : "\(contentType)")
                throw .unencodableBody(
                    path: encodingFailure.path,
                    reason: encodingFailure.reason,
                    cause: encodingFailure.cause
                )
            }
        }

        private static func key(_ contentType: HTTP.ContentType) -> String {
            "\(contentType.type)/\(contentType.subtype)"
        }

        private func standard(_ contentType: HTTP.ContentType) -> Encode? {
            let key = Self.key(contentType)
            if key == "application/json" || key.hasSuffix("+json") {
                return { [json] in try (json?() ?? JSONEncoder()).encode($0) }
            }
            guard key == "application/x-www-form-urlencoded" else { return nil }
            return { [style] in Data(try Parameters(encoding: $0).pairs(style)) }
        }
    }
}

extension Body.Encoders {
    /// Returns a Boolean value that indicates whether both have the same encoders.
    public static func == (left: Body.Encoders, right: Body.Encoders) -> Bool { left.encoders == right.encoders }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(encoders)
    }
}

extension Body {
    /// Creates a body of a value that the network's encoder for `contentType` encodes when the request is prepared.
    ///
    /// A media type without an encoder fails the request with `missingEncoder(_:)`; see
    /// ``Body/Encoders``.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - contentType: The media type.
    public static func encoded(_ value: some Encodable & Sendable, as contentType: HTTP.ContentType) -> Body {
        Body(contentType: contentType) { (encoders: Body.Encoders) throws(RequestError) in
            try encoders.encode(value, as: contentType)
        }
    }
}
