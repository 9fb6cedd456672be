/// A multipart body (RFC 7578, RFC 2046), such as a form with files.
///
/// ```swift
/// RequestBuilder(.post, "https://example.com/posts").multipart([
///     .value("caption", "hi"),
///     .value("stars", 5),
///     .file("movie", URL(filePath: "/movies/holiday.mp4")),
/// ])
/// ```
///
/// Creating a value neither reads nor validates anything; that happens when a ``Body`` is created from it. The parts
/// are sent in order, and several parts can have the same name.
public struct Multipart: Sendable {
    /// The subtype of the media type, which defines how the parts relate to each other.
    public struct Subtype: RawRepresentable, Hashable, Sendable {
        /// The subtype as sent.
        public let rawValue: String

        /// Creates a subtype.
        ///
        /// - Parameter rawValue: The subtype as sent, a token (RFC 9110 §5.6.2).
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// `multipart/form-data`: the fields of a form. Each part has a name and, if it is a file, a file name.
        public static let formData = Subtype(rawValue: "form-data")
        /// `multipart/mixed`: independent contents in order. A part with a file name is an attachment; names are not
        /// sent.
        public static let mixed = Subtype(rawValue: "mixed")
        /// `multipart/related` (RFC 2387): a compound object whose first part is the root. Parts are written as for
        /// ``mixed``, and the media type includes the type of the root.
        public static let related = Subtype(rawValue: "related")
    }

    /// The subtype of the media type.
    public var subtype: Subtype
    /// The parts, in the order in which they are sent.
    public var parts: [Part]
    /// The delimiter between the parts, or `nil`, the default, for 128 random bits from the system's generator for each
    /// ``Body``.
    ///
    /// Set a boundary only where exact bytes matter, as in a test: a predictable boundary allows parts to be forged.
    public var boundary: String?

    /// Creates a multipart body from parts.
    ///
    /// - Parameters:
    ///   - parts: The parts, in the order in which they are sent.
    ///   - subtype: The subtype of the media type.
    ///   - boundary: The delimiter between the parts, or `nil` for a random one.
    public init(_ parts: [Part], subtype: Subtype = .formData, boundary: String? = nil) {
        self.parts = parts
        self.subtype = subtype
        self.boundary = boundary
    }
}

extension Multipart: ExpressibleByArrayLiteral {
    /// Creates a form from an array literal of parts.
    public init(arrayLiteral parts: Part...) {
        self.init(parts)
    }
}

extension Multipart: CustomStringConvertible, CustomReflectable {
    /// The subtype and the number of parts, without their contents.
    public var description: String { "multipart/\(Redaction.printable(subtype.rawValue)) of \(parts.count) parts" }

    /// The parts without their contents, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["subtype": subtype.rawValue, "parts": parts]) }
}

extension RequestBuilder {
    /// Sends a multipart body, as ``Body/multipart(_:)`` encodes it.
    ///
    /// - Parameter multipart: The parts and the subtype.
    /// - Returns: A builder with the body.
    public func multipart(_ multipart: Multipart) -> RequestBuilder {
        body(.multipart(multipart))
    }
}
