import ReactiveNetworking

/// The failure of a store. It never fails a request.
public struct CacheStoreError: Error, Sendable, Hashable {
    /// A kind of failure.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The directory is a link, belongs to somebody else, or may be written by others.
        case unsafeDirectory
        /// The medium does not answer, or refuses to.
        case unavailable
        /// The medium, or a quota of it, is full.
        case noSpace
        /// The record does not fit into the store's budget.
        case tooLarge
        /// The record is gone.
        case missing
        /// The bytes that were read are not those that were written.
        case corrupt
        /// Any other failure, described by ``CacheStoreError/detail``.
        case other
    }

    /// The kind of failure.
    public var kind: Kind
    /// The error number of the system, if any.
    public var underlyingCode: Int?
    /// More about the failure, without secrets.
    public var detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of failure.
    ///   - underlyingCode: The error number of the system.
    ///   - detail: More about the failure, without secrets.
    public init(_ kind: Kind, underlyingCode: Int? = nil, detail: String? = nil) {
        self.kind = kind
        self.underlyingCode = underlyingCode
        self.detail = detail
    }
}

extension CacheStoreError: LocalizedError, CustomStringConvertible {
    /// The kind and the detail on one line.
    public var description: String {
        kind.text + (detail.map { ": \($0)" } ?? "") + (underlyingCode.map { " [\($0)]" } ?? "")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension CacheStoreError.Kind {
    fileprivate var text: String {
        switch self {
        case .unsafeDirectory: "The directory of the cache is not safe"
        case .unavailable: "The cache is not available"
        case .noSpace: "There is no space left for the cache"
        case .tooLarge: "The response is too large for the cache"
        case .missing: "The stored response is gone"
        case .corrupt: "The stored response is damaged"
        case .other: "The cache failed"
        }
    }
}
