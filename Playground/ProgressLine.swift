import Foundation
import ReactiveNetworking

/// The progress of a transfer: on a terminal one line that redraws itself, otherwise a line for each quarter.
struct ProgressLine {
    private static let width = 24

    private let outlet: Outlet
    private var redraws: Bool { outlet.isTerminal }
    /// The step of the last printed line, where lines are not redrawn.
    private var step: Int?
    private var isOpen = false

    init(on outlet: Outlet = .standardOutput) {
        self.outlet = outlet
    }

    mutating func show(_ progress: TransferProgress) {
        let step = progress.fraction.map { Int($0 * 4) } ?? Int64.bitWidth - progress.byteCount.leadingZeroBitCount
        guard redraws || step != self.step else { return }
        self.step = step
        isOpen = redraws
        write(redraws ? "\r\(Self.text(progress))\u{1B}[K" : Self.text(progress) + "\n")
    }

    /// Ends the line, so that later output starts below it.
    mutating func end() {
        if isOpen { write("\n") }
        isOpen = false
    }

    private static func text(_ progress: TransferProgress) -> String {
        guard let total = progress.totalByteCount, let fraction = progress.fraction else {
            return "   \(progress.byteCount.short)"
        }
        let filled = Int(fraction * Double(width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let percent = "\(Int(fraction * 100)) %".rightColumn(5)
        let count = total < 10_000 ? "\(progress.byteCount)" : progress.byteCount.short
        return "   \(bar) \(percent)  \(count) of \(total.short)"
    }

    private func write(_ text: String) {
        // Keep the order of earlier output.
        fflush(nil)
        try? outlet.write(Data(text.utf8))
    }
}

extension Int64 {
    /// The byte count with at most four digits: `64 bytes`, `1.5 MB`.
    var short: String {
        guard self >= 10_000 else { return "\(self) bytes" }
        var (count, units) = (Double(self) / 1_000, ["kB", "MB", "GB", "TB"][...])
        while count >= 1_000, units.count > 1 {
            count /= 1_000
            units.removeFirst()
        }
        return String(format: "%.1f ", count) + units[units.startIndex]
    }
}
