import Foundation
import ReactiveNetworking

/// `swift run Playground send <url> …`: one real request, and what became of it.
enum SendCommand {
    static let usage = """
        usage: Playground                    the lessons
               Playground send <url> [options]

        options:
          --method <name>         GET by default, POST with --json
          --header <name: value>  may be given several times
          --json <text>           sends the text as a JSON body
          --retries <count>       attempts after the first; 10 by default
          --abort-after <seconds> the budget for everything; 10 by default
          --verbose               every step as it happens, and the request's headers

        exit codes: 0 ok, 1 the operation failed, 2 usage
        """

    static func run(_ arguments: [String]) async -> ExitCode {
        let options: SendOptions
        do {
            options = try SendOptions(arguments)
        } catch {
            Terminal.complain("\(error)\n\n\(usage)")
            return .usage
        }
        let network = Network(transport: URLSessionTransport.shared)
        let journal = Journal(of: network)
        if options.isVerbose {
            print("> \(options.request)")
            for (name, value) in options.request.headers { print("> \(name): \(value)") }
            network.events.observeValues { Terminal.complain("* \($0)") }
        }
        let ending = await finish(
            network.send(
                options.request,
                abortAfter: options.abortAfter,
                maxRetries: options.retries
            ) { data -> Data? in data }
        )
        print("")
        journal.printAttempts(tick: .milliseconds(100))
        return ending
    }

    private static func finish(
        _ operation: SignalProducer<Network.DataResponse<Data>, Network.OperationError>
    ) async -> ExitCode {
        do throws(Network.OperationError) {
            guard let response = try await operation.firstValue() else {
                Terminal.complain("The operation was cancelled.")
                return .failed
            }
            print(Terminal.styled("\(response.statusCode)", .green))
            for (name, value) in response.responseHeaders { print("\(name): \(value)") }
            print("\n" + String(decoding: response.rawData, as: UTF8.self))
            return .succeeded
        } catch {
            Terminal.complain(Terminal.styled("\(error)", .red))
            if case .unexpectedResponseCode(_, let body?) = error { print(String(decoding: body, as: UTF8.self)) }
            return .failed
        }
    }
}
