extension Double {
    /// A random number from an arbitrary source, clamped to the range from 0 to 1. NaN becomes 0.
    package var asFraction: Double { self > 0 ? min(self, 1) : 0 }
}
