import Foundation

/// Several contents in one body (RFC 7578, RFC 2046): what a form with files sends.
///
/// ```swift
/// RequestBuilder(.post, "https://example.com/posts").multipart([
///     .value("caption", "hi"),
///     .value("stars", 5),
///     .file("movie", URL(filePath: "/movies/holiday.mp4")),
/// ])
/// ```
///
/// A value like any other: nothing is read and nothing is checked before a ``Body`` is made of it. Parts are sent in their
/// order, and a name may stand several times.
public struct Multipart: Sendable {
    /// What the parts are to each other: the subtype of the media type.
    public struct Subtype: RawRepresentable, Hashable, Sendable {
        /// The subtype as sent.
        public let rawValue: String

        /// Any other subtype, a token.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// `multipart/form-data`: the fields of a form. Each part says its name and, if it is a file, its file name.
        public static let formData = Subtype(rawValue: "form-data")
        /// `multipart/mixed`: contents in a row. A part with a file name is an attachment; names are not sent.
        public static let mixed = Subtype(rawValue: "mixed")
        /// `multipart/related` (RFC 2387): one whole in several parts, the first of which is the root. As with ``mixed``, and
        /// the media type of the root is announced.
        public static let related = Subtype(rawValue: "related")
    }

    /// What the parts are to each other.
    public var subtype: Subtype
    /// The parts, in the order in which they are sent.
    public var parts: [Part]
    /// What divides the parts; `nil`, the default, for 128 random bits of the system's generator, drawn for each ``Body``.
    ///
    /// Give one only where exact bytes matter, as in a test: whoever can guess it can forge parts.
    public var boundary: String?

    /// Makes a body's description of its parts.
    public init(_ parts: [Part], subtype: Subtype = .formData, boundary: String? = nil) {
        self.parts = parts
        self.subtype = subtype
        self.boundary = boundary
    }
}

extension Multipart: ExpressibleByArrayLiteral {
    /// A form of these parts.
    public init(arrayLiteral parts: Part...) {
        self.init(parts)
    }
}

extension Multipart: CustomStringConvertible, CustomReflectable {
    /// The subtype and the number of parts, never a content.
    public var description: String { "multipart/\(Redaction.printable(subtype.rawValue)) of \(parts.count) parts" }

    /// The parts without their contents, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["subtype": subtype.rawValue, "parts": parts]) }
}

extension RequestBuilder {
    /// Sends several contents in one body; see ``Multipart`` and ``Body/multipart(_:)``.
    public func multipart(_ multipart: Multipart) -> RequestBuilder {
        body(.multipart(multipart))
    }
}
