import ReactiveNetworking

/// The head of a stored response, and what the cache noted with it.
///
/// A store keeps it as it is, or as the bytes of ``encoded()``.
package struct CacheMetadata: Sendable, Hashable {
    /// The part of a representation that a record holds (RFC 9110 §14.4).
    package struct Part: Sendable, Hashable {
        /// The offset of the first byte.
        package var offset: Int64
        /// The size of the whole representation.
        package var total: Int64

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - offset: The offset of the first byte.
        ///   - total: The size of the whole representation.
        package init(offset: Int64, total: Int64) {
            self.offset = offset
            self.total = total
        }
    }

    /// A field of the request that `Vary` names.
    package struct SelectingField: Sendable, Hashable {
        /// The name, in lower case.
        package var name: String
        /// The lines of the field; empty if the request did not have it.
        package var values: [String]

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: The name, in lower case.
        ///   - values: The lines of the field.
        package init(name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The values, out of line: records are copied often, and the directives are parsed once.
    private final class Box: Sendable {
        let values: Values
        let terms: CacheTerms

        init(_ values: Values, _ terms: CacheTerms) {
            self.values = values
            self.terms = terms
        }
    }

    struct Values: Sendable, Hashable {
        var head: ResponseHead
        var selectingFields: [SelectingField]
        var requested: CacheTime
        var received: CacheTime
        var part: Part?
        var needsValidation = false
        var isDecoded = false
        /// A Boolean value that indicates whether `Date` belongs to an earlier exchange than the received one, which
        /// had none.
        var hasOldDate = false
    }

    private let box: Box

    /// Creates metadata.
    ///
    /// - Parameters:
    ///   - head: The status, the header fields that are stored, and the URL that responded.
    ///   - selectingFields: The fields of the request that `Vary` names.
    ///   - requested: The time at which the request was sent.
    ///   - received: The time at which the head arrived.
    ///   - part: The part of the representation that the body is, or `nil` if it is the whole.
    ///   - needsValidation: Whether the response must not be used before the server confirms it.
    ///   - isDecoded: Whether the transport undid the content coding that the head names.
    package init(
        head: ResponseHead,
        selectingFields: [SelectingField] = [],
        requested: CacheTime,
        received: CacheTime,
        part: Part? = nil,
        needsValidation: Bool = false,
        isDecoded: Bool = false
    ) {
        let values = Values(
            head: head,
            selectingFields: selectingFields,
            requested: requested,
            received: received,
            part: part,
            needsValidation: needsValidation,
            isDecoded: isDecoded
        )
        self.init(values)
    }

    init(_ values: Values) {
        self.init(values, CacheTerms(values))
    }

    /// Creates metadata.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - terms: The directives of the head.
    init(_ values: Values, _ terms: consuming CacheTerms) {
        box = Box(values, terms)
    }

    var values: Values { box.values }

    /// The directives and dates of the head.
    var terms: CacheTerms { box.terms }

    /// The status, the header fields, and the URL that responded.
    package var head: ResponseHead { box.values.head }
    /// The fields of the request that `Vary` names.
    package var selectingFields: [SelectingField] { box.values.selectingFields }
    /// The time at which the request was sent.
    package var requested: CacheTime { box.values.requested }
    /// The time at which the head arrived.
    package var received: CacheTime { box.values.received }
    /// The part of the representation that the body is, or `nil` if it is the whole.
    package var part: Part? { box.values.part }
    /// A Boolean value that indicates whether the response must not be used before the server confirms it.
    package var needsValidation: Bool { box.values.needsValidation }
    /// A Boolean value that indicates whether the transport undid the content coding that the head names.
    package var isDecoded: Bool { box.values.isDecoded }

    /// The approximate memory that the metadata occupies, in bytes, for the accounting of stores.
    package var byteCount: Int {
        let fields = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 48 }
        let selecting = selectingFields.reduce(0) { sum, field in
            sum + field.name.utf8.count + field.values.reduce(32) { $0 + $1.utf8.count + 16 }
        }
        return fields + selecting + (head.url?.absoluteString.utf8.count ?? 0) + 256
    }

    /// Compares all values.
    package static func == (left: Self, right: Self) -> Bool { left.box.values == right.box.values }

    /// Hashes all values.
    package func hash(into hasher: inout Hasher) { hasher.combine(box.values) }
}
