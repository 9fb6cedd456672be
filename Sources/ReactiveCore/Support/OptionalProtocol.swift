/// A protocol for optionals, for extensions of streams of optionals.
///
/// ```swift
/// extension SignalProducer where Value: OptionalProtocol, Value.Wrapped: Sendable {
///     func orNil() -> SignalProducer<Value.Wrapped?, Failure> { map { $0.optional } }
/// }
/// ```
public protocol OptionalProtocol: ExpressibleByNilLiteral {
    /// The type of the wrapped value.
    associatedtype Wrapped
    /// The optional itself.
    var optional: Wrapped? { get }

    /// Creates an instance from an optional.
    ///
    /// - Parameter value: The optional.
    init(reconstructing value: Wrapped?)
}

extension Optional: OptionalProtocol {
    /// This optional.
    public var optional: Wrapped? { self }

    /// Creates a copy of an optional.
    ///
    /// - Parameter value: The optional to copy.
    public init(reconstructing value: Wrapped?) { self = value }
}
