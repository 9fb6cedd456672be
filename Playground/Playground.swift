import Foundation

/// `swift run Playground` shows the lessons; `swift run Playground send <url>` sends a real request.
@main
enum Playground {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case nil: await Lessons.run()
        case "send": exit(await SendCommand.run(Array(arguments.dropFirst())).rawValue)
        case "help", "--help", "-h":
            exit(SendCommand.answer(SendHelp.text, on: .standard).rawValue)
        case "--version":
            exit(SendCommand.answer(SendHelp.version, on: .standard).rawValue)
        case let unknown?:
            exit(SendCommand.refuse(UsageError("Unknown command \"\(unknown)\"."), on: .standard).rawValue)
        }
    }
}

/// What a script can tell an ending by.
enum ExitCode: Int32 {
    /// The response came and was accepted.
    case succeeded = 0
    /// The operation failed.
    case failed = 1
    /// The command line was not understood.
    case usage = 2
    /// Ctrl-C, as shells have it.
    case interrupted = 130
}
