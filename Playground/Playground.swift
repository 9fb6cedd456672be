import Foundation

/// The command line tool: `swift run Playground` shows the lessons, and `swift run Playground send <url>` sends a
/// request.
@main
enum Playground {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case nil: await Lessons.run()
        case "send": exit(await SendCommand.run(Array(arguments.dropFirst())).rawValue)
        case "events": exit(await EventsCommand.run(Array(arguments.dropFirst())).rawValue)
        case "ws": exit(await SocketCommand.run(Array(arguments.dropFirst())).rawValue)
        case "outbox":
            // A lesson starts this process, and kills it.
            do {
                try await OutboxLesson.runProcess(Array(arguments.dropFirst()))
            } catch {
                Terminal.complain("\(error)")
                exit(ExitCode.failed.rawValue)
            }
        case "help", "--help", "-h":
            exit(SendCommand.answer(SendHelp.text, on: .standard).rawValue)
        case "--version":
            exit(SendCommand.answer(SendHelp.version, on: .standard).rawValue)
        case let unknown?:
            exit(SendCommand.refuse(UsageError("Unknown command \"\(unknown)\""), on: .standard).rawValue)
        }
    }
}

/// The exit codes of the tool, for use in scripts.
enum ExitCode: Int32 {
    /// A response was received and accepted.
    case succeeded = 0
    /// The operation failed.
    case failed = 1
    /// The command line was not understood.
    case usage = 2
    /// The user pressed Ctrl-C. The code follows the convention of shells.
    case interrupted = 130
}
