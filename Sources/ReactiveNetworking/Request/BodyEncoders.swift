import Foundation

/// Encoders of bodies by media type, for types that JSON and forms are not.
///
/// ```swift
/// var encoders = BodyEncoders()
/// encoders["application/x-plist"] = { try PropertyListEncoder().encode($0) }
/// let network = Network(configuration: Network.Configuration(encoders: encoders))
/// network.send(RequestBuilder(.post, url).encoded(todo, as: "application/x-plist").build())
/// ```
///
/// Types are told apart without their parameters and without regard to case. `application/json`, every type that ends in
/// `+json`, and `application/x-www-form-urlencoded` have encoders unless others are given. An encoder equals its copies only.
public struct BodyEncoders: Hashable, Sendable {
    /// Makes bytes of a value. It may run on any thread, several times at once; what it throws is the
    /// ``RequestError/unencodableBody(path:reason:cause:)`` of the request.
    public typealias Encode = @Sendable (any Encodable) throws -> Data

    private struct Entry: Sendable, Hashable {
        let encode: Encode
        private let identity = Identity()

        init(_ encode: @escaping Encode) { self.encode = encode }

        static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

        func hash(into hasher: inout Hasher) {
            hasher.combine(identity)
        }
    }

    private var encoders: [String: Entry] = [:]
    /// How the form that is always there writes truth values and arrays.
    var style = ParameterStyle()

    /// No encoders but the ones that are always there.
    public init() {}

    /// The encoder for `contentType`, `nil` if there is none of your own.
    public subscript(contentType: HTTP.ContentType) -> Encode? {
        get { encoders[Self.key(contentType)]?.encode }
        set { encoders[Self.key(contentType)] = newValue.map { Entry($0) } }
    }

    var isEmpty: Bool { encoders.isEmpty }

    func overridden(by other: BodyEncoders) -> BodyEncoders {
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
        if key == "application/json" || key.hasSuffix("+json") { return { try JSONEncoder().encode($0) } }
        guard key == "application/x-www-form-urlencoded" else { return nil }
        return { [style] in Data(try Parameters(encoding: $0).pairs(style)) }
    }
}

extension Body {
    /// A value that the network's encoder for `contentType` encodes when the request is prepared; see ``BodyEncoders``.
    /// A type that there is none for fails as ``RequestError/missingEncoder(_:)``.
    public static func encoded(_ value: some Encodable & Sendable, as contentType: HTTP.ContentType) -> Body {
        Body(contentType: contentType) { (encoders: BodyEncoders) throws(RequestError) in
            try encoders.encode(value, as: contentType)
        }
    }
}
