extension Duration {
    /// The duration in seconds, in whole microseconds, without an exponent: `0.1 seconds`.
    var text: String {
        let (seconds, attoseconds) = components
        let total = Swift.abs(Int128(seconds) * 1_000_000 + Int128(attoseconds) / 1_000_000_000_000)
        var fraction = String(total % 1_000_000 + 1_000_000).dropFirst()
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(self < .zero ? "-" : "")\(total / 1_000_000).\(fraction) seconds"
    }
}
