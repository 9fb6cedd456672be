import Foundation
import ReactiveNetworking

/// A command of the explorer, the HTTP client of the command line.
enum ExplorerCommand: String, CaseIterable {
    /// Sends one request, and shows the response.
    case send
    /// Shows the server-sent events of a stream.
    case events
    /// Opens a WebSocket.
    case ws

    /// Runs the command with the arguments that follow its name.
    func run(_ arguments: [String], on console: Console = .standard) async -> ExitCode {
        // A closed pipe is then an error of `write` instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch try SendTask(arguments, of: self) {
            case .showHelp: return console.answer(Help.text(of: self))
            case .showVersion: return console.answer(Help.version)
            case .send(let options): return await run(options, on: console.hiding(options.secrets))
            }
        } catch {
            return console.refuse(error, help: [Help.hint(for: self)])
        }
    }

    private func run(_ options: SendOptions, on console: Console) async -> ExitCode {
        do {
            let request = try options.draft.request { try FileHandle.standardInput.readToEnd() ?? Data() }
            switch self {
            case .send: return try await SendCommand.run(request, options, on: console)
            case .events: return await EventsCommand.run(request, options, on: console)
            case .ws: return await SocketCommand.run(request, options, on: console)
            }
        } catch {
            return console.report(error, with: options)
        }
    }
}

extension Console {
    /// Prints the response to a question about the command itself.
    func answer(_ text: String) -> ExitCode {
        do {
            try output.write(Data((text + "\n").utf8))
        } catch .readerLeft {
            return .succeeded
        } catch {
            say("\(error)", .red)
            return .failed
        }
        return .succeeded
    }

    /// Rejects a command line, and says what helps.
    func refuse(_ error: any Error, help: [String]) -> ExitCode {
        say((["\(error)"] + help).map { Line($0) })
        return .usage
    }

    /// Reports the failure of an operation in a sentence, and suggests what to try next.
    func report(_ error: any Error, with options: SendOptions) -> ExitCode {
        say("\(error)", .red)
        if !options.isQuiet, let hint = Hint.text(for: error) { say("Hint: \(hint)", .dim) }
        return .failed
    }
}
