import Foundation
import ReactiveNetworking

/// The command `swift run Playground send <url> …`, which sends one request and reports the result.
enum SendCommand {
    static func run(_ arguments: [String], on console: Console = .standard) async -> ExitCode {
        // A closed pipe is then an error of `write` instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        let task: SendTask
        do {
            task = try SendTask(arguments)
        } catch {
            return refuse(error, on: console)
        }
        switch task {
        case .showHelp: return answer(SendHelp.text, on: console)
        case .showVersion: return answer(SendHelp.version, on: console)
        case .send(let options): return await run(options, on: console)
        }
    }

    static func answer(_ text: String, on console: Console) -> ExitCode {
        do {
            try console.print(text)
        } catch .readerLeft {
            return .succeeded
        } catch {
            return fail(error, on: console)
        }
        return .succeeded
    }

    static func refuse(_ error: UsageError, on console: Console) -> ExitCode {
        console.say(error.description)
        console.say(SendHelp.hint)
        return .usage
    }

    private static func fail(_ error: some Error, on console: Console) -> ExitCode {
        console.say("\(error)", .red)
        return .failed
    }

    private static func run(_ options: SendOptions, on console: Console) async -> ExitCode {
        var console = console
        console.secrets = options.secrets
        do {
            let request = try options.draft.request {
                try FileHandle.standardInput.readToEnd() ?? Data()
            }
            guard !options.printsCommand else {
                let command = try request.curlCommand(redactedBy: options.revealsSecrets ? nil : .standard)
                return answer(command, on: console)
            }
            return try await Transmission(of: request, options, on: console).run()
        } catch {
            return fail(error, on: console)
        }
    }
}
