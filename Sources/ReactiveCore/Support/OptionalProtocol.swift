/// Anything that is an optional, for extensions of streams of optionals.
///
/// ```swift
/// extension SignalProducer where Value: OptionalProtocol, Value.Wrapped: Sendable {
///     func orNil() -> SignalProducer<Value.Wrapped?, Failure> { map { $0.optional } }
/// }
/// ```
public protocol OptionalProtocol: ExpressibleByNilLiteral {
    /// The type of the value, if there is one.
    associatedtype Wrapped
    /// The optional itself.
    var optional: Wrapped? { get }

    /// Makes one of an optional.
    init(reconstructing value: Wrapped?)
}

extension Optional: OptionalProtocol {
    /// This optional.
    public var optional: Wrapped? { self }

    /// This optional.
    public init(reconstructing value: Wrapped?) { self = value }
}
