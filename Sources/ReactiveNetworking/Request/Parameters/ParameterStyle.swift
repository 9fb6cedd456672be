/// How what a query and a form have no form for is written in them. What is `nil` is as it is by default, or as the layer
/// below has it (``Network/Configuration``).
public struct ParameterStyle: Hashable, Sendable {
    /// How truth values are written.
    public enum Bools: Hashable, Sendable {
        /// `1` and `0`, the default.
        case digits
        /// `true` and `false`.
        case words
    }

    /// How the elements of an array are named.
    public enum Arrays: Hashable, Sendable {
        /// `key[]=a&key[]=b`, the default.
        case brackets
        /// `key[0]=a&key[1]=b`
        case indices
        /// `key=a&key=b`
        case repeated
    }

    /// How truth values are written; ``Bools/digits`` by default.
    public var bools: Bools?
    /// How the elements of an array are named; ``Arrays/brackets`` by default.
    public var arrays: Arrays?

    /// A style; what you leave out is as it is by default.
    public init(bools: Bools? = nil, arrays: Arrays? = nil) {
        self.bools = bools
        self.arrays = arrays
    }

    func overridden(by other: ParameterStyle) -> ParameterStyle {
        ParameterStyle(bools: other.bools ?? bools, arrays: other.arrays ?? arrays)
    }
}
