extension Parameters {
    /// The format of arrays and Boolean values in queries and forms, which have no standard notation for them. A
    /// property that is `nil` has the value of the layer below (``Network/Configuration``), or the default.
    public struct Style: Hashable, Sendable {
        /// The format of Boolean values.
        public enum Bools: Hashable, Sendable {
            /// `1` and `0`, the default.
            case digits
            /// `true` and `false`.
            case words
        }

        /// The format of array elements.
        public enum Arrays: Hashable, Sendable {
            /// `key[]=a&key[]=b`, the default.
            case brackets
            /// `key[0]=a&key[1]=b`.
            case indices
            /// `key=a&key=b`.
            case repeated
        }

        /// The format of Boolean values, ``Bools/digits`` by default.
        public var bools: Bools?
        /// The format of array elements, ``Arrays/brackets`` by default.
        public var arrays: Arrays?

        /// Creates a style.
        ///
        /// - Parameters:
        ///   - bools: The format of Boolean values, or `nil` for the default.
        ///   - arrays: The format of array elements, or `nil` for the default.
        public init(bools: Bools? = nil, arrays: Arrays? = nil) {
            self.bools = bools
            self.arrays = arrays
        }

        func overridden(by other: Parameters.Style) -> Parameters.Style {
            Parameters.Style(bools: other.bools ?? bools, arrays: other.arrays ?? arrays)
        }
    }
}
