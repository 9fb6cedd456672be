import Foundation
import ReactiveNetworking

/// The output of a command: requested bytes go to one outlet, and messages about them to another.
struct Console: Sendable {
    let output: Outlet
    let errors: Outlet
    var secrets = Secrets()

    static let standard = Console(output: .standardOutput, errors: .standardError)

    /// Writes a message. A failure is ignored, because it cannot be reported.
    func say(_ line: Line) {
        let text = line.text(colored: errors.isColored, hiding: secrets)
        try? errors.write(Data((text + "\n").utf8))
    }

    func say(_ text: String, _ style: Line.Style? = nil) { say(Line(text, style)) }

    /// Prints the response to a question about the command itself.
    func print(_ text: String) throws(OutletError) {
        try output.write(Data((text + "\n").utf8))
    }
}
