import Foundation

/// Prints the table in Markdown.
enum Table {
    static func printHeader() {
        write("| Work | Beside | Unit | Ours | Peer | Ratio | Spread | CPU, ours | CPU, peer |")
        write("|---|---|---|---:|---:|---:|---|---:|---:|")
    }

    static func print(_ comparison: Comparison) {
        let row = comparison.row
        let (rates, times, ratios) = (comparison.rates, comparison.processorTimes, comparison.ratios)
        let spread = ratios.isEmpty ? "" : "\(hundredths(ratios[0])) to \(hundredths(ratios[ratios.count - 1]))"
        let cells = [
            row.name, row.peer?.name ?? "", "\(row.unit)/s", digits(rates.ours), rates.peer.map(digits) ?? "",
            ratios.isEmpty ? "" : hundredths(median(ratios)), spread,
            digits(times.ours), times.peer.map(digits) ?? "",
        ]
        write("| \(cells.joined(separator: " | ")) |")
    }

    static func printHeaderOfFigures() {
        write("\n| Of the library alone | Unit | Figure | Spread |\n|---|---|---:|---|")
    }

    static func print(_ figure: Figure, _ values: [Double]) {
        let spread = "\(digits(values.min() ?? 0)) to \(digits(values.max() ?? 0))"
        write("| \(figure.name) | \(figure.unit) | \(digits(median(values))) | \(spread) |")
    }

    static func printFooter(rounds: Int, load: Double) {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        write(
            """

            Rounds: \(rounds). Processor cores: \(cores). Load average: \(hundredths(load)) before, \
            \(hundredths(Usage.systemLoad)) after.
            """
        )
    }

    private static func hundredths(_ figure: Double) -> String { String(format: "%.2f", figure) }

    /// Writes three digits, and more where they stand before the point.
    private static func digits(_ figure: Double) -> String {
        if figure >= 1e6 { return digits(figure / 1e6) + " M" }
        guard figure > 0 else { return "0" }
        let scale = pow(10, (floor(log10(figure)) - 2))
        let rounded = (figure / scale).rounded() * scale
        let fraction = max(0, 2 - Int(floor(log10(figure))))
        let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
        return rounded.formatted(style.precision(.fractionLength(0...fraction)))
    }

    /// Shows each line when it is ready, also in a file.
    private static func write(_ text: String) {
        Swift.print(text)
        fflush(nil)
    }
}
