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
          --verbose               the request's headers, and every step as it happens

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
        let wiretap = Wiretap(on: URLSessionTransport.shared)
        let network = Network(transport: wiretap)
        let journal = Journal(of: network)
        if options.isVerbose { narrate(options.request, on: network) }
        let operation = network.send(options.request, abortAfter: options.abortAfter, maxRetries: options.retries)
            .take(last: 1)
        do throws(Network.OperationError) {
            _ = try await operation.firstValue()
            show(wiretap.response, .green)
            await journal.printAttempts()
            return .succeeded
        } catch {
            show(wiretap.response, .red)
            Terminal.complain("\(error)", .red)
            await journal.printAttempts()
            return .failed
        }
    }

    private static func narrate(_ request: Request, on network: Network) {
        Terminal.complain("> \(request)", .dim)
        for (name, value) in request.headers {
            Terminal.complain("> \(name): \(Redaction.standard.value(value, ofHeader: name))", .dim)
        }
        network.events.observeValues { Terminal.complain("* \($0)", .dim) }
    }

    private static func show(_ response: Wiretap.Response?, _ style: Terminal.Style) {
        guard let response else { return }
        print(Terminal.styled("\(response.head.status)", style))
        for (name, value) in response.head.headers { print("\(name): \(value)") }
        print("")
        if !response.body.isEmpty { print(String(decoding: response.body, as: UTF8.self) + "\n") }
    }
}
