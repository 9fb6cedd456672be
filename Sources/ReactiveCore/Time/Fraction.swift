extension Double {
    /// A number that chance has picked, from 0 to 1 whatever its source has given: what lies outside is brought to the nearer
    /// end, and what is no number is 0.
    package var asFraction: Double { self > 0 ? min(self, 1) : 0 }
}
