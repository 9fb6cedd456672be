import Foundation
import ReactiveNetworking

/// The output of a command: requested bytes go to one outlet, and messages about them to another.
struct Console: Sendable {
    let output: Outlet
    let errors: Outlet
    var secrets = Secrets()

    static let standard = Console(output: .standardOutput, errors: .standardError)

    /// Writes messages. A failure is ignored, because it cannot be reported.
    func say(_ lines: [Line]) { try? errors.write(data(lines, for: errors)) }

    func say(_ line: Line) { say([line]) }

    /// Writes lines that were requested.
    func print(_ lines: [Line]) throws(OutletError) { try output.write(data(lines, for: output)) }

    private func data(_ lines: [Line], for outlet: Outlet) -> Data {
        let texts = lines.map { $0.text(colored: outlet.isColored, hiding: secrets) + "\n" }
        return Data(texts.joined().utf8)
    }

    func say(_ text: String, _ style: Line.Style? = nil) { say(Line(text, style)) }

    /// Returns a console that hides these texts.
    func hiding(_ secrets: Secrets) -> Console {
        var console = self
        console.secrets = secrets
        return console
    }
}
