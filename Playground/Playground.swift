import Foundation

/// The command line tool: `swift run Playground` shows lessons, and `swift run Playground send <url>` sends a request.
@main
enum Playground {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(await run(arguments, on: .standard).rawValue)
    }

    private static func run(_ arguments: [String], on console: Console) async -> ExitCode {
        let (first, rest) = (arguments.first ?? "", Array(arguments.dropFirst()))
        if let command = ExplorerCommand(rawValue: first) { return await command.run(rest, on: console) }
        switch first {
        case "help", "--help", "-h": return console.answer(Help.overview)
        case "--version": return console.answer(Help.version)
        case OutboxLesson.processName: return await OutboxLesson.runProcess(rest)
        default: break
        }
        do {
            switch try LessonTask(arguments) {
            case .list: return console.answer(Lessons.list)
            case .run(let lessons, let isCourse): return await Lessons.run(lessons, introducing: isCourse)
            }
        } catch {
            return console.refuse(error, help: Lessons.names + [Help.hint()])
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
