import Foundation
import ReactiveNetworking

/// Where a command writes: the bytes that were asked for to one outlet, all that is said about them to another.
struct Console: Sendable {
    let output: Outlet
    let errors: Outlet
    var secrets = Secrets()

    static let standard = Console(output: .standardOutput, errors: .standardError)

    /// Says something about what happens. Nobody can be told that this failed.
    func say(_ line: Line) {
        let text = line.text(coloured: errors.isColoured, hiding: secrets)
        try? errors.write(Data((text + "\n").utf8))
    }

    func say(_ text: String, _ style: Line.Style? = nil) { say(Line(text, style)) }

    /// Prints the answer to a question about the command itself.
    func print(_ text: String) throws(OutletError) {
        try output.write(Data((text + "\n").utf8))
    }
}
